import type { Attempt } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** How a question stands that has no answer. */
export type Standing = {
  /** The claim on the attempt that is running; null when none is. */
  readonly claim: string | null;
  /** Whether the person stopped the newest attempt. */
  readonly stopped: boolean;
  readonly newest: Attempt;
  /** The newest text that an attempt has left; empty when none has. */
  readonly content: string;
};

/** How an unanswered question stands by the attempts at an answer; undefined when none of them is at its. */
export function standingOf(questionId: string, attempts: readonly Attempt[]): Standing | undefined {
  const own = attempts
    .filter((attempt) => attempt.question_id === questionId)
    .toSorted((left, right) => instant(right.started_at) - instant(left.started_at));
  const [newest] = own;
  if (newest === undefined) return undefined;
  const running = own.find((attempt) => attempt.claimed_until !== null);
  return {
    claim: running?.claimed_until ?? null,
    stopped: newest.stopped_at !== null,
    newest: running ?? newest,
    content: own.find((attempt) => attempt.content !== null)?.content ?? "",
  };
}
