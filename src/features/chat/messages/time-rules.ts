import { MONTHS } from "#lib/months.ts";
import { instant } from "#lib/timestamp.ts";

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The reader's own time, in parts. By hand: the first `Intl` of a page takes tens of milliseconds. */
const partsOf = (at: number) => {
  const date = new Date(at);
  const minutes = String(date.getMinutes()).padStart(2, "0");
  return {
    time: `${String(date.getHours()).padStart(2, "0")}:${minutes}`,
    day: `${MONTHS[date.getMonth()]} ${date.getDate()}`,
    weekday: WEEKDAYS[date.getDay()],
    year: date.getFullYear(),
  };
};

/**
 * When a message was stored, in the reader's zone: '14:05' today, 'November 23, 14:05', 'November 23, 2025, 14:05'.
 * @param at As the database wrote it.
 * @param now Milliseconds since 1970.
 */
export function messageTime(at: string, now: number): string {
  const [then, today] = [partsOf(instant(at) / 1000), partsOf(now)];
  if (then.year !== today.year) return `${then.day}, ${then.year}, ${then.time}`;
  return then.day === today.day ? then.time : `${then.day}, ${then.time}`;
}

/**
 * The line between two messages of different days: 'Saturday, November 28', with the year where it is not this one. Null
 * for messages of one day, and where one is not stored.
 */
export function dayBetween(before: string | null, after: string | null, now: number) {
  if (before === null || after === null) return null;
  const [last, next] = [partsOf(instant(before) / 1000), partsOf(instant(after) / 1000)];
  if (last.day === next.day && last.year === next.year) return null;
  const year = next.year === partsOf(now).year ? "" : `, ${next.year}`;
  return `${next.weekday}, ${next.day}${year}`;
}
