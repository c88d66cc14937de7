import { Fragment, memo, type ReactNode } from "react";
import { eachLine } from "./message-frame.tsx";
import { breakable, fencedCode, type TextBlock, textBlocks } from "./text-block-rules.ts";
import { useCopy } from "./use-copy.ts";

/**
 * A message as plain text: paragraphs 16 px apart, list items with a hanging indent, code in a fixed-width font. All of
 * it stands in one line of text, as the message is stored, so that a copy has exactly its characters.
 */
export const PlainText = memo(function PlainText({
  content,
  leading = "leading-7",
  isGrowing = false,
}: {
  content: string;
  /** The class for the height of its lines. */
  leading?: string;
  /** While it grows, it stands in blocks: the browser then lays out only the last one again. */
  isGrowing?: boolean;
}) {
  return textBlocks(content, isGrowing).map((block) => (
    <Block key={block.at} {...block} leading={leading} isGrowing={isGrowing} />
  ));
});

type BlockProps = TextBlock & { leading: string; isGrowing: boolean };

const Block = memo(function Block({ leading, isGrowing, ...block }: BlockProps) {
  const { kind, content, marker } = block;
  if (kind === "lines" || kind === "gap") {
    const text = <Breakable text={content} />;
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
          <Breakable text={line.slice(marker.length)} />
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
