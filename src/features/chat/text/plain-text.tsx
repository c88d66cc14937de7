import { memo } from "react";
import { useCopy } from "#ui/use-copy.ts";
import { announce } from "./announcer.tsx";
import { GrownText, type Marks } from "./grown-text.tsx";
import { eachLine } from "./message-frame.tsx";
import { fencedCode, tableOf, type TextBlock, textBlocks } from "./text-block-rules.ts";

/**
 * A message as plain text: paragraphs 16 px apart, list items with a hanging indent, code in a fixed-width font. All of
 * it stands in one line of text, as the message is stored, so that a copy has exactly its characters.
 */
export const PlainText = memo(function PlainText({
  content,
  isReply = false,
  isDense = false,
  isGrowing = false,
}: {
  content: string;
  /** Whether a model wrote it: what its signs set apart looks so, and the signs themselves are small and muted. */
  isReply?: boolean;
  /** Whether its lines are as close as those of an own message. */
  isDense?: boolean;
  /** While it grows, it stands in blocks: the browser then lays out only the last one again. */
  isGrowing?: boolean;
}) {
  return textBlocks(content, { isGrowing, isReply }).map((block, index, all) => (
    <Block
      key={block.at}
      {...block}
      isReply={isReply}
      isDense={isDense}
      isGrowing={isGrowing}
      isLast={index === all.length - 1}
    />
  ));
});

type BlockProps = TextBlock & Record<"isReply" | "isDense" | "isGrowing" | "isLast", boolean>;

const Block = memo(function Block({ isReply, isDense, isGrowing, isLast, ...block }: BlockProps) {
  const { kind, content, marker } = block;
  const leading = isReply && !isDense ? "leading-7" : "leading-6";
  const marks = isReply ? "inline" : "none";
  if (kind === "lines" || kind === "gap") {
    const height = kind === "gap" ? "" : leading;
    // The same element when it has ended, so that a selection stays.
    const look = isGrowing ? `block ${eachLine(content)} ${height}` : height;
    return (
      <GrownText
        text={content}
        marks={marks}
        dir={isGrowing ? "auto" : undefined}
        className={look}
      />
    );
  }
  const isEnded = !isGrowing && content.endsWith("\n");
  // The mark of a reply that is written stands behind the last line, and not on the next.
  const line = isEnded || isLast ? content.replace(/\n$/, "") : content;
  const box = isGrowing ? "block" : "inline-block w-full";
  const text = line.slice(marker.length);
  return (
    <>
      {kind === "item" ? (
        <Item marker={marker} text={text} marks={marks} box={`${box} ${leading}`} />
      ) : kind === "heading" ? (
        <Heading marker={marker} text={text} box={`${box} ${leading}`} />
      ) : kind === "quote" ? (
        <GrownText
          text={line}
          marks="quote"
          dir="auto"
          className={`${box} ${leading} ${eachLine(line)} border-s-2 border-line-button ps-3`}
        />
      ) : kind === "rule" ? (
        <GrownText text={line} className={`${box} ${leading} rule text-xs text-ink-muted`} />
      ) : (
        <Code
          block={{ ...block, content: line }}
          box={`${box} align-top`}
          {...{ isReply, isGrowing }}
        />
      )}
      {isEnded && "\n"}
    </>
  );
});

/** A line that heads what follows. It is none for screen readers: the message is one text. */
function Heading({ marker, text, box }: { marker: string; text: string; box: string }) {
  const size = { 1: "text-xl", 2: "text-lg", 3: "text-[1.0625rem]" }[marker.trim().length] ?? "";
  return (
    <span dir="auto" className={`${box} ${size} font-semibold not-first:mt-2`}>
      <span className="text-xs font-normal text-ink-muted">{marker}</span>
      <GrownText text={text} marks="inline" />
    </span>
  );
}

/** A line of a list. What does not fit on it goes on below its first word. */
function Item({
  marker,
  text,
  marks,
  box,
}: {
  marker: string;
  text: string;
  marks: Marks;
  box: string;
}) {
  const spaces = marker.length - marker.trimStart().length;
  // An item inside another begins behind the sign of that one.
  const width = `${spaces * 0.5 + marker.trim().length * 0.5 + 0.35}em`;
  const wordSpacing = spaces > 0 ? "0.22em" : undefined;
  return (
    <span dir="auto" className={box} style={{ paddingInlineStart: width, textIndent: `-${width}` }}>
      <span className="inline-block indent-0" style={{ minWidth: width, wordSpacing }}>
        {marker}
      </span>
      <GrownText text={text} marks={marks} />
    </span>
  );
}

/**
 * Code or a table. Long lines are not wrapped: they scroll sideways, with the arrow keys too, which Tab leads to from
 * their message only. The focus is within what scrolls.
 */
function Code({
  block,
  box,
  isReply,
  isGrowing,
}: {
  block: TextBlock;
  box: string;
  isReply: boolean;
  isGrowing: boolean;
}) {
  const { kind, content, marker, closing } = block;
  const end = closing === "" ? content.length : content.lastIndexOf(closing);
  const code = content.slice(marker.length, end);
  const isTable = kind === "table" && isReply;
  return (
    <span className={`relative ${box}`}>
      <code
        dir="auto"
        tabIndex={-1}
        className="fades-sideways inline-block w-full overflow-x-auto align-top rounded-md border-y-4 border-transparent bg-hover bg-clip-padding font-mono text-[0.8125rem] leading-5 whitespace-pre print:whitespace-pre-wrap"
      >
        <span
          tabIndex={-1}
          data-action=""
          className={`inline-block w-max min-w-full rounded-md align-top px-4 py-2 focus-visible:-outline-offset-2 print:w-full ${isTable ? "" : eachLine(content)}`}
        >
          {marker !== "" && <span className="text-ink-muted">{marker}</span>}
          {isTable ? <Table text={code} /> : <Lines text={code} look={isGrowing ? "block" : ""} />}
          {closing !== "" && <span className="text-ink-muted">{content.slice(end)}</span>}
        </span>
      </code>
      {kind === "fence" && <CopyCode code={fencedCode(block)} />}
    </span>
  );
}

/** A table, each of its cells as wide as the widest of its column. */
function Table({ text }: { text: string }) {
  const { rows, widths } = tableOf(text);
  const hasHead = rows[1]?.isRule === true;
  return rows.map(({ isRule, parts }, row) => (
    // oxlint-disable-next-line react/no-array-index-key -- only the last one grows
    <span key={row} className={isRule ? "text-ink-muted" : hasHead && row === 0 ? "font-bold" : ""}>
      {parts.map(({ text: part, column }, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- only the last one grows
          key={at}
          className={column === null ? "font-normal text-ink-muted" : "inline-block"}
          style={column === null ? undefined : cellStyle(part, widths[column] ?? 0)}
        >
          <GrownText text={part} marks={column === null || isRule ? "none" : "inline"} isWhole />
        </span>
      ))}
    </span>
  ));
}

/** A cell begins with a blank, also where the model has left it out. */
const cellStyle = (text: string, width: number) => ({
  minWidth: `${width}ch`,
  paddingInlineStart: /^\s/.test(text) ? undefined : "1ch",
});

/** Lines in groups, so that the browser lays out only the last group again while they grow. */
function Lines({ text, look }: { text: string; look: string }) {
  return text.match(/(?:[^\n]*\n){40}|[^]+$/g)?.map((lines, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- only the last one grows
    <GrownText key={index} text={lines} isWhole className={look} />
  ));
}

/** Stands on the line of the opening fence. Its words are no part of the message, so that a selection has the message only. */
function CopyCode({ code }: { code: string }) {
  const { said = "Copy code", copy } = useCopy(code, announce);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action=""
      aria-label={said}
      onClick={copy}
      className="pressable absolute top-3 right-2 px-2 text-xs leading-5 text-ink-muted hover:text-ink before:content-[attr(aria-label)] pointer-coarse:after:absolute pointer-coarse:after:-inset-y-3 pointer-coarse:after:inset-x-0 print:hidden"
    />
  );
}
