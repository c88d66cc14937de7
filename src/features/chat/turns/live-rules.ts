// What the page reads next of answers that it does not stream itself.

/** On average at most one read in this time, whatever the number of answers. */
const READ_EVERY_MS = 1000;

/** One read: of the answers that are no messages yet, or of the messages that became of those. */
export type LiveRead = "open answers" | "messages";

/**
 * The state of a polled turn by the newest read of open answers: `new` when it was read before the turn was polled,
 * `over` when its answer was not running by then.
 */
export type PolledState = "new" | "running" | "over";

/**
 * The next read, or null when nothing runs.
 * @param last The read before.
 * @param isAsked Whether somebody wants to know what runs since the open answers were read.
 * @param polled The turns whose answers this page waits for.
 * @param othersRun Whether answers are being written in chats that this page does not show.
 */
export function nextRead(
  last: LiveRead | null,
  isAsked: boolean,
  polled: readonly PolledState[],
  othersRun: boolean,
): LiveRead | null {
  if (!isAsked && polled.length === 0 && !othersRun) return null;
  const isFound = last === "open answers" && polled.includes("over");
  return isFound && !polled.includes("new") ? "messages" : "open answers";
}

/**
 * From when on a further read is due, after one at `now`. One that came before it was due delays the next one.
 * @param dueAt From when on that one was due. All times are monotonic milliseconds.
 */
export function nextReadDue(dueAt: number, now: number): number {
  return Math.max(dueAt, now) + READ_EVERY_MS;
}

/**
 * How many milliseconds to wait for a read. That of the messages may come a second before it is due, so that it follows
 * at once on the read that found an answer's end.
 */
export function pauseUntilRead(dueAt: number, now: number, read: LiveRead): number {
  return Math.max(0, dueAt - now - (read === "messages" ? READ_EVERY_MS : 0));
}
