import type { Chat } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** Chats that stand below one heading, in the order of the list. */
export type DayGroup<Listed> = { readonly label: string; readonly chats: readonly Listed[] };

type Dated = Pick<Chat, "last_message_at">;

const MS_PER_DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter takes a hundred times longer to make than to use. Swedish dates are ISO dates. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  formats.set(timeZone, format);
  return format;
}

/**
 * The day on which a moment falls for people in a time zone, counted from 1970-01-01.
 * @param at Milliseconds since 1970.
 */
export function dayIn(timeZone: string, at: number): number {
  return Date.parse(formatIn(timeZone).format(at)) / MS_PER_DAY;
}

/** The heading for a day. `October 2026` for all that is older than thirty days. */
function labelOf(day: number, today: number): string {
  const ago = today - day;
  if (ago <= 0) return "Today";
  if (ago === 1) return "Yesterday";
  if (ago <= 7) return "Previous 7 days";
  if (ago <= 30) return "Previous 30 days";
  const month = { timeZone: "UTC", month: "long", year: "numeric" } as const;
  return new Date(day * MS_PER_DAY).toLocaleDateString("en-US", month);
}

/**
 * The list of chats below a heading for each day or span of days, by the reader's own days. A chat without messages was
 * just made, and stands first in the list: it belongs to today.
 * @param chats Newest first.
 * @param today The reader's day, as `dayIn` counts them.
 */
export function groupByDay<Listed extends Dated>(
  chats: readonly Listed[],
  today: number,
  timeZone: string,
): DayGroup<Listed>[] {
  const groups: { label: string; chats: Listed[] }[] = [];
  for (const chat of chats) {
    const at = instant(chat.last_message_at);
    const label = labelOf(Number.isNaN(at) ? today : dayIn(timeZone, at / 1000), today);
    const last = groups.at(-1);
    if (last?.label === label) last.chats.push(chat);
    else groups.push({ label, chats: [chat] });
  }
  return groups;
}
