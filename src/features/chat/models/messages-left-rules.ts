import type { MessagesLeft, TurnsLeft } from "#contract";
import { MODEL_IDS } from "#models";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The end of a limit as its reader says it: `14:05` today, `tomorrow, 14:05`, `Nov 23, 14:05`. Null when it has passed.
 * @param until An ISO timestamp.
 * @param now Milliseconds since 1970.
 * @param timeZone The time zone whose time it is; the reader's when absent.
 */
export function limitEnd(until: string, now: number, timeZone?: string): string | null {
  const end = Date.parse(until);
  if (!(end > now)) return null;
  // Rounded up: at the minute that it names, the time has passed.
  const minute = new Date(Math.ceil(end / MINUTE_MS) * MINUTE_MS);
  const time = minute.toLocaleTimeString("en-GB", { timeStyle: "short", timeZone });
  // Swedish dates are ISO dates. Days are counted by them, because not every day has 24 hours.
  const [today = 0, day = 0] = [new Date(now), minute].map((date) =>
    Date.parse(date.toLocaleDateString("sv-SE", { timeZone })),
  );
  if (day === today) return time;
  const date = minute.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone });
  return `${day - today === DAY_MS ? "tomorrow" : date}, ${time}`;
}

/** What the composer says of a limit that is nearly used up; null when none is, or when its time has passed. */
export function messagesLeftNote(
  left: MessagesLeft | null,
  now: number,
  timeZone?: string,
): string | null {
  const end = left && limitEnd(left.until, now, timeZone);
  if (left === null || end === null) return null;
  const count = left.count === 0 ? "No" : left.count.toLocaleString("en-US");
  return `${count} message${left.count === 1 ? "" : "s"} left until ${end}`;
}

/**
 * Why all four models cannot be asked now, each of which counts as a message. Null when they can, or when it is not known
 * how many messages are left.
 */
export function askAllNote(
  left: MessagesLeft | null,
  now: number,
  timeZone?: string,
): string | null {
  if (left === null || left.count >= MODEL_IDS.length) return null;
  const note = messagesLeftNote(left, now, timeZone);
  return note === null ? null : `Asking all four takes four messages. ${note}.`;
}

/** Reads what the server said last of a person's limits, whatever local storage holds. */
export function parseLeft(stored: unknown): TurnsLeft | null {
  const left = parseOne(stored);
  return left && { ...left, near: parseOne((stored as { near?: unknown }).near) };
}

function parseOne(stored: unknown): MessagesLeft | null {
  const { count, until } = (stored ?? {}) as { count?: unknown; until?: unknown };
  return typeof count === "number" && typeof until === "string" ? { count, until } : null;
}
