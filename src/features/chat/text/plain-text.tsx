import { Fragment, memo, type ReactNode } from "react";
import type { Mark } from "./compare-rules.ts";
import { eachLine } from "./message-frame.tsx";
import { breakable, fencedCode, type TextBlock, textBlocks } from "./text-block-rules.ts";
import { useCopy } from "./use-copy.ts";

/** What is marked in a text. The marks of one place light up together. */
export type Marks = {
  readonly found: readonly Mark[];
  readonly lit: number | null;
  readonly onLight: (slot: number) => void;
};

const NO_MARKS: Marks = { found: [], lit: null, onLight: () => undefined };

/**
 * A message as plain text: paragraphs 16 px apart, list items with a hanging indent, code in a fixed-width font. All of
 * it stands in one line of text, as the message is stored, so that a copy has exactly its characters.
 */
export const PlainText = memo(function PlainText({
  content,
  leading = "leading-7",
  marks = NO_MARKS,
  isGrowing = false,
}: {
  content: string;
  /** The class for the height of its lines. */
  leading?: string;
  /** Where it differs from other texts, in order. Code has no marks. */
  marks?: Marks | undefined;
  /** While it grows, it stands in blocks: the browser then lays out only the last one again. */
  isGrowing?: boolean;
}) {
  return textBlocks(content, isGrowing).map((block) => (
    <Block key={block.at} {...block} leading={leading} marks={marks} isGrowing={isGrowing} />
  ));
});

type BlockProps = TextBlock & { leading: string; marks: Marks; isGrowing: boolean };

const Block = memo(function Block({ leading, marks, isGrowing, ...block }: BlockProps) {
  const { kind, at, content, marker } = block;
  if (kind === "lines" || kind === "gap") {
    const text = <Marked text={content} at={at} marks={marks} />;
    const height = kind === "gap" ? "" : leading;
    if (!isGrowing) return kind === "gap" ? content : <span className={height}>{text}</span>;
    return (
      <span dir="auto" className={`block ${eachLine(content)} ${height}`}>
        {text}
      </span>
    );
  }
  const isEnded = !isGrowing && content.endsWith("\n");
  const line = isEnded ? content.slice(0, -1) : content;
  const box = isGrowing ? "block" : "inline-block w-full";
  return (
    <>
      {kind === "item" ? (
        <Item marker={marker} box={`${box} ${leading}`}>
          <Marked text={line.slice(marker.length)} at={at + marker.length} marks={marks} />
        </Item>
      ) : (
        <Code block={{ ...block, content: line }} box={`${box} align-top`} isGrowing={isGrowing} />
      )}
      {isEnded && "\n"}
    </>
  );
});

/** A line of a list. What does not fit on it goes on below its first word. */
function Item({ marker, box, children }: { marker: string; box: string; children: ReactNode }) {
  const spaces = marker.length - marker.trimStart().length;
  const width = `${spaces * 0.32 + marker.trim().length * 0.5 + 0.35}em`;
  return (
    <span dir="auto" className={box} style={{ paddingInlineStart: width, textIndent: `-${width}` }}>
      <span className="inline-block indent-0" style={{ minWidth: width }}>
        {marker}
      </span>
      {children}
    </span>
  );
}

/**
 * Code or a table. Long lines are not wrapped: they scroll sideways, with the arrow keys too, which Tab leads to from
 * their message only. The focus is within what scrolls.
 */
function Code({ block, box, isGrowing }: { block: TextBlock; box: string; isGrowing: boolean }) {
  const { kind, content, marker, closing } = block;
  const end = closing === "" ? content.length : content.lastIndexOf(closing);
  const code = content.slice(marker.length, end);
  return (
    // The mark at the end of growing text stands in its corner.
    <span className={`group/code relative after:absolute! after:right-3 after:bottom-4 ${box}`}>
      <code
        dir="auto"
        tabIndex={-1}
        className="fades-sideways inline-block w-full overflow-x-auto align-top rounded-md border-y-4 border-transparent bg-hover bg-clip-padding font-mono text-[0.8125rem] leading-5 whitespace-pre print:whitespace-pre-wrap"
      >
        <span
          tabIndex={-1}
          data-action=""
          className={`inline-block w-max min-w-full rounded-md align-top px-4 py-2 focus-visible:-outline-offset-2 print:w-full ${eachLine(content)}`}
        >
          {marker !== "" && <span className="text-ink-muted">{marker}</span>}
          {isGrowing ? <GrowingLines text={code} /> : code}
          {closing !== "" && <span className="text-ink-muted">{content.slice(end)}</span>}
        </span>
      </code>
      {kind === "fence" && <CopyCode code={fencedCode(block)} />}
    </span>
  );
}

/** Lines in groups, so that the browser lays out only the last group again. */
function GrowingLines({ text }: { text: string }) {
  return text.match(/(?:[^\n]*\n){1,40}|[^\n]+$/g)?.map((lines, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- only the last one grows
    <span key={index} className="block">
      {lines}
    </span>
  ));
}

/** Its words are no part of the message, so that a selection has the message only. */
function CopyCode({ code }: { code: string }) {
  const { said = "Copy code", copy } = useCopy(code);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action=""
      aria-label={said}
      onClick={copy}
      className="pressable absolute top-2.5 right-2 border border-line-button bg-surface-raised px-2.5 py-0.5 text-xs leading-5 text-ink opacity-0 group-hover/code:opacity-100 before:content-[attr(aria-label)] focus-visible:opacity-100 pointer-coarse:opacity-100 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-[0.6rem] pointer-coarse:after:inset-x-0 print:hidden"
    />
  );
}

/** The part of a message that begins `at`, with its marks. Screen readers say what they mean; copies do not. */
function Marked({ text, at, marks }: { text: string; at: number; marks: Marks }) {
  const own = marks.found.filter(({ start, end }) => start >= at && end <= at + text.length);
  if (own.length === 0) return <Breakable text={text} />;
  return [...own, null].map((mark, index) => {
    const from = (own[index - 1]?.end ?? at) - at;
    return (
      <Fragment key={from}>
        <Breakable text={text.slice(from, mark === null ? undefined : mark.start - at)} />
        {mark?.kind === "alone" && (
          <mark className="bg-transparent text-inherit underline decoration-ink-muted decoration-dotted decoration-1 underline-offset-4 after:sr-only after:content-['_only_here']">
            {text.slice(mark.start - at, mark.end - at)}
          </mark>
        )}
        {mark?.kind === "differs" && (
          <Differing {...mark} marks={marks}>
            {text.slice(mark.start - at, mark.end - at)}
          </Differing>
        )}
      </Fragment>
    );
  });
}

/** What other texts give otherwise. A press lights it up with its counterparts. */
function Differing({ slot, marks, children }: { slot: number; marks: Marks; children: string }) {
  const isLit = marks.lit === slot;
  const press = () => marks.onLight(slot);
  return (
    <mark
      className={`rounded-[0.2rem] text-inherit underline decoration-primary decoration-2 underline-offset-4 after:sr-only after:content-['_differs'] ${isLit ? "bg-primary-soft outline-2 outline-primary" : "bg-primary-soft"}`}
    >
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button would not wrap, nor be copied, with its line
        role="button"
        tabIndex={0}
        aria-pressed={isLit}
        data-slot={slot}
        onClick={press}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          press();
        }}
      >
        {children}
      </span>
    </mark>
  );
}

function Breakable({ text }: { text: string }) {
  const parts = breakable(text);
  if (parts.length === 1) return text;
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have nothing else, and only the last one grows
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
