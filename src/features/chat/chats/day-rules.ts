import type { Chat } from "#contract";
import { MONTHS } from "#lib/months.ts";
import { instant } from "#lib/timestamp.ts";

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** How far the reader's clock is behind UTC at a moment, in minutes. It costs less than to ask `Intl`. */
const localOffset = (at: number) => new Date(at).getTimezoneOffset();

/**
 * The day on which a moment falls for the reader, counted from 1970-01-01.
 * @param at Milliseconds since 1970.
 */
export function dayNumber(at: number, offsetAt = localOffset): number {
  return Math.floor((at - offsetAt(at) * MS_PER_MINUTE) / MS_PER_DAY);
}

/** The heading for a day. `October 2026` for all that is older than thirty days. */
function labelOf(day: number, today: number): string {
  const ago = today - day;
  if (ago <= 0) return "Today";
  if (ago === 1) return "Yesterday";
  if (ago <= 7) return "Previous 7 days";
  if (ago <= 30) return "Previous 30 days";
  const date = new Date(day * MS_PER_DAY);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/**
 * The list of chats below a heading for each day or span of days, by the reader's own days. A chat without messages was
 * just made, and stands first in the list: it belongs to today.
 * @param chats Newest first.
 * @param today The reader's day, as `dayNumber` counts them.
 */
export function groupByDay<Listed extends Pick<Chat, "last_message_at">>(
  chats: readonly Listed[],
  today: number,
  offsetAt = localOffset,
) {
  return Map.groupBy(chats, (chat) => {
    const at = instant(chat.last_message_at);
    return labelOf(Number.isNaN(at) ? today : dayNumber(at / 1000, offsetAt), today);
  });
}

/**
 * When a chat was last used, to tell it from one of the same name: `Nov 21`, with the year where it is not this one, and with
 * the time where it was today.
 * @param today The reader's day, as `dayNumber` counts them.
 */
export function dayText(
  { last_message_at: at, created_at }: Pick<Chat, "last_message_at" | "created_at">,
  today: number,
  offsetAt = localOffset,
): string {
  const dateOf = (day: number) => new Date(day * MS_PER_DAY);
  const ms = instant(at ?? created_at) / 1000;
  const day = dayNumber(ms, offsetAt);
  const date = dateOf(day);
  const text = `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}`;
  if (day === today)
    return `${text}, ${new Date(ms - offsetAt(ms) * MS_PER_MINUTE).toISOString().slice(11, 16)}`;
  const year = date.getUTCFullYear();
  return year === dateOf(today).getUTCFullYear() ? text : `${text}, ${year}`;
}
