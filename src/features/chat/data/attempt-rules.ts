import type { Attempt } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** How a question stands that has no answer: the newest claim on one, and whether the person stopped the last attempt. */
export type Standing = { readonly claim: string | null; readonly stopped: boolean };

/** How an unanswered question stands by the attempts at an answer; undefined when none of them is at its. */
export function standingOf(questionId: string, attempts: readonly Attempt[]): Standing | undefined {
  const own = attempts
    .filter((attempt) => attempt.question_id === questionId)
    .toSorted((left, right) => instant(right.started_at) - instant(left.started_at));
  const [newest] = own;
  if (newest === undefined) return undefined;
  const running = own.find((attempt) => attempt.claimed_until !== null);
  return { claim: running?.claimed_until ?? null, stopped: newest.stopped_at !== null };
}
