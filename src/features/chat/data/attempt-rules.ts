import type { Attempt, Message } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** Of the attempts at answers to a question, the one that runs, else the newest; undefined when there is none. */
export function currentAttempt(
  questionId: string,
  attempts: readonly Attempt[],
): Attempt | undefined {
  const own = attemptsAt(questionId, attempts);
  return own.findLast((attempt) => attempt.claimed_until !== null) ?? own.at(-1);
}

/** The attempts at answers to a question, in the order in which they were begun. */
export function attemptsAt(questionId: string, attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts
    .filter((attempt) => attempt.question_id === questionId)
    .toSorted((left, right) => instant(left.started_at) - instant(right.started_at));
}

/**
 * Whether messages take the place of an attempt: the answer itself, or one of the same model that was asked for after it
 * had broken off.
 */
export function isOver(attempt: Attempt, messages: readonly Message[]): boolean {
  const { id, question_id, model, ended_at } = attempt;
  return messages.some(
    (message) =>
      message.id === id ||
      (message.reply_to === question_id &&
        message.model === model &&
        ended_at !== null &&
        message.asked_at !== null &&
        instant(ended_at) <= instant(message.asked_at)),
  );
}
