import { fenceAround } from "#features/chat/text/text-block-rules.ts";

/**
 * A part of a message as it is quoted. Code keeps its fences: where the part begins or ends within a block, the lines that
 * open and close the block are added.
 */
export function passageOf(content: string, start: number, end: number): string {
  const [first, last] = [fenceAround(content, start), fenceAround(content, end)];
  const opened = first && start < first.end ? first : null;
  const closed = last && end > last.start ? last : null;
  const from = Math.max(start, opened?.start ?? 0);
  const text = content.slice(from, Math.min(end, closed?.end ?? end));
  const lineBreak = text.endsWith("\n") ? "" : "\n";
  // Only a part of the opening line is selected.
  if (from > end) return content.slice(start, end);
  return `${opened?.opening ?? ""}${text}${closed ? lineBreak + closed.closing : ""}`;
}

const FENCED = /^ *(?:(?:[-*•–]|\d{1,3}[.)]) +)?(?:`{3}|~{3})/;

/**
 * A passage of a message as lines of a quotation. The first one names the model that wrote it, and stands alone above a
 * fence; the person's own words have no name. Empty for white space.
 */
export function quotationOf(passage: string, model: string | null): string {
  const text = passage.replaceAll(/\r\n?/g, "\n").replaceAll(/^(?:[^\S\n]*\n)+|\s+$/g, "");
  if (text === "") return "";
  const name = model === null ? "" : `${model}:${FENCED.test(text) ? "\n" : " "}`;
  return `${name}${text}`.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

/**
 * What is put into a box for a quotation, so that it stands in lines of its own, with an empty line after it.
 * @param before What stands in the box before the cursor.
 */
export const quotationToInsert = (quotation: string, before: string): string =>
  `${before === "" || before.endsWith("\n") ? "" : "\n"}${quotation}\n\n`;

/** So much of an unfinished reply is quoted for its model, which is not given the reply itself. */
const QUOTED_TO_CONTINUE = 2000;

/** The message that asks a model to continue its unfinished reply. It quotes the end, from the beginning of a line or word. */
export function requestToContinue(reply: string): string {
  const tail = reply.slice(-QUOTED_TO_CONTINUE);
  const cut = tail === reply ? null : (/^[^]{0,500}?\n/.exec(tail) ?? /^\S*\s/.exec(tail));
  const start = reply.length - tail.length + (cut?.[0].length ?? 0);
  const end = quotationOf(passageOf(reply, start, reply.length), null);
  return `Please continue where you stopped. Your reply ended with:\n\n${end}`;
}
