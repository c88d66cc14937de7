import { Fragment, memo, type ReactNode } from "react";
import type { TextRange } from "./compare-rules.ts";
import { eachLine } from "./message-frame.tsx";
import { breakable, type TextBlock, textBlocks } from "./text-block-rules.ts";

const NO_MARKS: readonly TextRange[] = [];

/**
 * A message as plain text: paragraphs 16 px apart, list items with a hanging indent, code in a fixed-width font. All of
 * it stands in one line of text, as the message is stored, so that a copy has exactly its characters.
 * @param leading The class for the height of its lines.
 */
export const PlainText = memo(function PlainText({
  content,
  leading,
  marks = NO_MARKS,
}: {
  content: string;
  leading: string;
  /** Where it differs from other texts, in order. Code has no marks. */
  marks?: readonly TextRange[];
}) {
  return textBlocks(content).map(({ kind, at, content, marker }) => {
    if (kind === "gap") return content;
    if (kind === "lines") {
      return (
        <span key={at} className={leading}>
          <Marked text={content} at={at} marks={marks} />
        </span>
      );
    }
    const isEnded = content.endsWith("\n");
    const line = isEnded ? content.slice(0, -1) : content;
    return (
      <Fragment key={at}>
        {kind === "item" ? (
          <Item marker={marker} className={`inline-block w-full ${leading}`}>
            <Marked text={line.slice(marker.length)} at={at + marker.length} marks={marks} />
          </Item>
        ) : (
          <Code content={line} className="inline-block w-full align-top" />
        )}
        {isEnded && "\n"}
      </Fragment>
    );
  });
});

/** The same text while it grows, in blocks: the browser then lays out only the last one again. */
export const GrowingText = memo(function GrowingText({
  content,
  leading,
}: {
  content: string;
  leading: string;
}) {
  return textBlocks(content).map((block) => (
    <GrowingBlock key={block.at} {...block} leading={leading} />
  ));
});

const GrowingBlock = memo(function GrowingBlock({
  kind,
  content,
  marker,
  leading,
}: TextBlock & { leading: string }) {
  if (kind === "item")
    return (
      <Item marker={marker} className={`block ${leading}`}>
        <Breakable text={content.slice(marker.length)} />
      </Item>
    );
  if (kind === "code") return <Code content={content} className="block" />;
  return (
    <span dir="auto" className={`block ${eachLine(content)} ${kind === "gap" ? "" : leading}`}>
      <Breakable text={content} />
    </span>
  );
});

/** A line of a list. What does not fit on it goes on below its first word. */
function Item({
  marker,
  className,
  children,
}: {
  marker: string;
  className: string;
  children: ReactNode;
}) {
  const spaces = marker.length - marker.trimStart().length;
  const width = `${spaces * 0.32 + marker.trim().length * 0.5 + 0.35}em`;
  return (
    <span
      dir="auto"
      className={className}
      style={{ paddingInlineStart: width, textIndent: `-${width}` }}
    >
      <span className="inline-block indent-0" style={{ minWidth: width }}>
        {marker}
      </span>
      {children}
    </span>
  );
}

/** Long lines are not wrapped: they scroll sideways, with the arrow keys too. */
function Code({ content, className }: { content: string; className: string }) {
  return (
    <code
      tabIndex={0}
      className={`fades-sideways overflow-x-auto rounded-sm border-y-4 border-transparent bg-hover bg-clip-padding px-3 py-2 font-mono text-[0.8125rem] leading-5 whitespace-pre ${className}`}
    >
      {content}
    </code>
  );
}

/** The part of a message that begins `at`, with its marks underlined. Screen readers say 'differs'; copies do not. */
function Marked({ text, at, marks }: { text: string; at: number; marks: readonly TextRange[] }) {
  const own = marks.filter(({ start, end }) => start >= at && end <= at + text.length);
  if (own.length === 0) return <Breakable text={text} />;
  return [...own, null].map((mark, index) => {
    const from = (own[index - 1]?.end ?? at) - at;
    return (
      <Fragment key={from}>
        <Breakable text={text.slice(from, mark === null ? undefined : mark.start - at)} />
        {mark !== null && (
          <u className="decoration-primary decoration-dotted decoration-2 underline-offset-4 after:sr-only after:content-['_differs']">
            {text.slice(mark.start - at, mark.end - at)}
          </u>
        )}
      </Fragment>
    );
  });
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
