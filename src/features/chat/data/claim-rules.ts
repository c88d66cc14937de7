import type { Attempt } from "#contract";
import { instant } from "#lib/timestamp.ts";

/**
 * Whether the claim on an answer has run out: the function that was writing it has died.
 * @param now By the server's clock, in milliseconds since 1970; null when it is not known.
 */
export function hasRunOut({ claimed_until }: Pick<Attempt, "claimed_until">, now: number | null) {
  return now !== null && instant(claimed_until) <= now * 1000;
}

/**
 * An attempt as it stands at a moment. One whose claim has run out broke off then.
 * @param now See `hasRunOut`.
 * @param written What its pieces hold.
 */
export function asOf(attempt: Attempt, now: number | null, written: string): Attempt {
  const { claimed_until: ended_at, content } = attempt;
  return hasRunOut(attempt, now)
    ? { ...attempt, claimed_until: null, ended_at, content: written || content }
    : attempt;
}
