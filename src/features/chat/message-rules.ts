import type { Message } from "#contract";

/** The longest message, in UTF-16 code units after trimming; the server refuses longer ones. */
export const MESSAGE_LIMIT = 32_000;
/** From here on the composer shows how much room is left. */
const COUNTER_FROM = 30_000;

/** The text that is sent, or null when there is nothing to send. SPEC 5: trimmed, and non-empty after that. */
export function textToSend(typed: string): string | null {
  const text = typed.trim();
  return text === "" || text.length > MESSAGE_LIMIT ? null : text;
}

/** What the composer says about the length: null while there is plenty of room. */
export function lengthNote(typed: string): { text: string; over: boolean } | null {
  const length = typed.trim().length;
  if (length < COUNTER_FROM) return null;
  const limit = MESSAGE_LIMIT.toLocaleString("en-US");
  return { text: `${length.toLocaleString("en-US")} of ${limit}`, over: length > MESSAGE_LIMIT };
}

/** SPEC 2: a user message is one whose direction is 'inbound'; any other direction is the assistant. */
export function isFromPerson(message: { direction: string }): boolean {
  return message.direction === "inbound";
}

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d(?::?\d\d)?)$/;

/**
 * A database time in microseconds since 1970; NaN when it is not one. The same moment is written in two ways
 * (`2026-11-21 08:04:19+00` and `2026-11-21T08:04:19+00:00`), and a chat's messages may be one microsecond apart.
 */
export function instant(timestamp: string): number {
  const parts = TIMESTAMP.exec(timestamp);
  if (parts === null) return Number.NaN;
  const [, date = "", time = "", fraction = "", zone = ""] = parts;
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = "00") => {
    return `${hours}:${minutes}`;
  });
  return Date.parse(`${date}T${time}${offset}`) * 1000 + Number(fraction.padEnd(6, "0"));
}

type Ordered = Pick<Message, "id" | "created_at">;

/** Oldest first by created_at, then id. SPEC 2 and 7. */
export function byAge(left: Ordered, right: Ordered): number {
  const difference = instant(left.created_at) - instant(right.created_at);
  return difference === 0 ? compareText(left.id, right.id) : difference;
}

/** By code units, as the database compares ids: not by the reader's language. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** All the messages once each, oldest first; of two versions of a message the one given later stays. */
export function mergeMessages(...lists: readonly (readonly Message[])[]): Message[] {
  const byId = new Map(lists.flat().map((message) => [message.id, message]));
  return [...byId.values()].sort(byAge);
}

/** A text's lines with their line breaks, and where each begins: what stays as it is while the text grows. */
export function linesOf(text: string): { at: number; line: string }[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index: at }) => ({ at, line }));
}
