import type { Attempt } from "#contract";
import { CLAIM_DEAD_AFTER_MS } from "./turn-flow.ts";

// What the page reads of answers that it does not stream itself, and what it makes of that.

/** On average at most one read in this time, whatever the number of answers. */
const READ_EVERY_MS = 1000;

/** One read: which answers are being written, what has been written of them, or what became of those that are over. */
export type LiveRead = "attempts" | "pieces" | "messages";

/**
 * The state of a polled question by the newest reads: `new` when the attempts were read before it was polled, `unread`
 * when its attempt ran by then and its pieces have not been read, `unsure` when no piece of it is there, or none any more,
 * `ending` when the person has stopped it: nobody waits for its pieces.
 */
export type PolledState = "new" | "unread" | "running" | "unsure" | "ending" | "over";

/** While their pieces are there, answers run. Claims that have run out are noticed by reading the attempts. */
const PIECES_IN_A_ROW = 4;

/**
 * The next read, or null when nothing runs. It is the pieces for as long as these tell enough, and else the attempts every
 * other time.
 * @param last The read before.
 * @param inARow How often that was read, one time after the other.
 * @param isAsked Whether somebody wants to know what runs since the attempts were read.
 * @param polled The questions whose answers this page waits for.
 * @param othersRun Whether answers are being written in chats that this page does not show.
 */
export function nextRead(
  last: LiveRead | null,
  inARow: number,
  isAsked: boolean,
  polled: readonly PolledState[],
  othersRun: boolean,
): LiveRead | null {
  if (!isAsked && polled.length === 0 && !othersRun) return null;
  if (polled.includes("new")) return "attempts";
  if (polled.includes("unread")) return "pieces";
  if (isAsked) return "attempts";
  const isToldByPieces = !othersRun && polled.every((state) => state === "running");
  if (last === "pieces" && isToldByPieces && inARow < PIECES_IN_A_ROW) return "pieces";
  if (last !== "attempts") return "attempts";
  if (polled.includes("over")) return "messages";
  const isEnding = (state: PolledState) => state === "over" || state === "ending";
  return polled.every(isEnding) ? "attempts" : "pieces";
}

/**
 * From when on a further read is due, after one at `now`. One that came before it was due delays the next one.
 * @param dueAt From when on that one was due. All times are monotonic milliseconds.
 */
export function nextReadDue(dueAt: number, now: number): number {
  return Math.max(dueAt, now) + READ_EVERY_MS;
}

/**
 * How many milliseconds to wait for a read. The first read of what has been written of an answer, and that of what became
 * of it, may come a second before they are due, so that they follow at once on the read that found the answer, or its end.
 */
export function pauseUntilRead(dueAt: number, now: number, polled: readonly PolledState[]): number {
  const isFound = polled.includes("unread") || polled.includes("over");
  return Math.max(0, dueAt - now - (isFound ? READ_EVERY_MS : 0));
}

/** The claims on answers, by the answer's id, each with the time since when it has not changed. */
export type SeenClaims = ReadonlyMap<string, { readonly claim: string; readonly since: number }>;

/** The claims that were read at `now`. One that is the same as before keeps its time. */
export function seenClaims(
  before: SeenClaims,
  attempts: readonly Attempt[],
  now: number,
): SeenClaims {
  return new Map(
    attempts.flatMap(({ id, claimed_until: claim }) => {
      if (claim === null) return [];
      const known = before.get(id);
      return [[id, known?.claim === claim ? known : { claim, since: now }]];
    }),
  );
}

/** The attempts that a function is still writing: their claims were renewed lately. */
export function liveAttempts(
  attempts: readonly Attempt[],
  seen: SeenClaims,
  now: number,
): readonly Attempt[] {
  return attempts.filter(({ id }) => {
    const claim = seen.get(id);
    return claim !== undefined && now - claim.since < CLAIM_DEAD_AFTER_MS;
  });
}
