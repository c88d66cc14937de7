import { Fragment, memo } from "react";
import { eachLine } from "./message-frame.tsx";
import { breakable, type TextBlock, textBlocks } from "./text-block-rules.ts";

/**
 * A message as plain text: paragraphs 16 px apart, list items with a hanging indent, code in a fixed-width font. All of
 * it stands in one line of text, as the message is stored, so that a copy has exactly its characters.
 * @param leading The class for the height of its lines.
 */
export const PlainText = memo(function PlainText({
  content,
  leading,
}: {
  content: string;
  leading: string;
}) {
  return textBlocks(content).map(({ kind, at, content, marker }) => {
    if (kind === "gap") return content;
    if (kind === "lines") {
      return (
        <span key={at} className={leading}>
          <Breakable text={content} />
        </span>
      );
    }
    const isEnded = content.endsWith("\n");
    const line = isEnded ? content.slice(0, -1) : content;
    return (
      <Fragment key={at}>
        {kind === "item" ? (
          <Item content={line} marker={marker} className={`inline-block w-full ${leading}`} />
        ) : (
          <Code content={line} className="inline-block w-full align-top" />
        )}
        {isEnded && "\n"}
      </Fragment>
    );
  });
});

/** The same text while it grows, in blocks: the browser then lays out only the last one again. */
export function GrowingText({ content, leading }: { content: string; leading: string }) {
  return textBlocks(content).map((block) => (
    <GrowingBlock key={block.at} {...block} leading={leading} />
  ));
}

const GrowingBlock = memo(function GrowingBlock({
  kind,
  content,
  marker,
  leading,
}: TextBlock & { leading: string }) {
  if (kind === "item")
    return <Item content={content} marker={marker} className={`block ${leading}`} />;
  if (kind === "code") return <Code content={content} className="block" />;
  return (
    <span dir="auto" className={`block ${eachLine(content)} ${kind === "gap" ? "" : leading}`}>
      <Breakable text={content} />
    </span>
  );
});

/** A line of a list. What does not fit on it goes on below its first word. */
function Item({
  content,
  marker,
  className,
}: {
  content: string;
  marker: string;
  className: string;
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
      <Breakable text={content.slice(marker.length)} />
    </span>
  );
}

/** Long lines are not wrapped: they scroll sideways, with the arrow keys too. */
function Code({ content, className }: { content: string; className: string }) {
  return (
    <code
      tabIndex={0}
      className={`overflow-x-auto rounded-sm border-y-4 border-transparent bg-hover bg-clip-padding px-3 py-2 font-mono text-[0.8125rem] leading-5 whitespace-pre ${className}`}
    >
      {content}
    </code>
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
