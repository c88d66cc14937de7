import type { MessagesLeft } from "#contract";

const MINUTE_MS = 60_000;

/**
 * What the composer says of a limit that is nearly used up; null when none is, or when its time has passed.
 * @param now Milliseconds since 1970.
 * @param timeZone The time zone whose time it is; the reader's when absent.
 */
export function messagesLeftNote(
  left: MessagesLeft | null,
  now: number,
  timeZone?: string,
): string | null {
  if (left === null) return null;
  const until = Date.parse(left.until);
  if (!(until > now)) return null;
  // Rounded up: at the minute that it names, the time has passed.
  const minute = Math.ceil(until / MINUTE_MS) * MINUTE_MS;
  const format = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone });
  const count = left.count === 0 ? "No" : left.count.toLocaleString("en-US");
  return `${count} message${left.count === 1 ? "" : "s"} left until ${format.format(minute)}`;
}
