import { MESSAGE_LIMIT, trimText, withoutNul } from "#text-rules";

/** From this length on the composer shows how much room is left. */
const COUNTER_FROM = 30_000;

/** The content that is sent for what was typed: trimmed and without NUL; null when that is empty or too long. */
export function contentToSend(typed: string): string | null {
  const content = trimText(withoutNul(typed));
  return content === "" || content.length > MESSAGE_LIMIT ? null : content;
}

/** What the composer says about the length of what was typed; null while there is plenty of room. */
export function lengthNote(typed: string): { text: string; over: boolean } | null {
  const { length } = trimText(withoutNul(typed));
  if (length < COUNTER_FROM) return null;
  const over = length > MESSAGE_LIMIT;
  const text = [length, MESSAGE_LIMIT].map((count) => count.toLocaleString("en-US")).join(" of ");
  return { text: over ? `${text}: too long` : text, over };
}
