import type { JointAnswer } from "#features/chat/choice/answer-choice-rules.ts";
import { storedTurnOf } from "#features/chat/turns/stored-turn.ts";
import { unansweredState } from "#features/chat/turns/turn-flow.ts";
import type { FailedState, KnownAnswer, KnownAnswers } from "./answers-rules.ts";

/** One of the answers that are shown side by side. With neither an answer nor a failure it is still to come. */
export type JointPart = JointAnswer & {
  readonly answer: KnownAnswer | null;
  readonly failed: FailedState | null;
};

/** Of the answers that are shown side by side, those that a page was closed before it could ask for. */
export function unsentAnswers(parts: readonly JointPart[]): readonly JointAnswer[] {
  return parts.filter(
    ({ isUnsent, answer, failed }) => isUnsent === true && answer === null && failed === null,
  );
}

/** The ids of those whose requests have reached the server, though it is not noted yet: they have ended, one way or the other. */
export function endedUnnoted(parts: readonly JointPart[]): readonly string[] {
  return parts.flatMap(({ isUnsent, answerId, answer, failed }) =>
    isUnsent === true && (failed !== null || answer?.kind === "stored") ? [answerId] : [],
  );
}

/**
 * The answers that are shown side by side, in the order in which they were asked for.
 * @param isComing Whether one that nothing is known of may still be asked for, or read.
 */
export function jointParts(
  joint: readonly JointAnswer[],
  { answers, failed }: Pick<KnownAnswers, "answers" | "failed">,
  isComing: boolean,
): readonly JointPart[] {
  return joint.map((one) => {
    const answer = answers.find((known) => idOf(known) === one.answerId) ?? null;
    if (answer !== null) {
      return { ...one, answer, failed: answer.kind === "unfinished" ? answer.failed.state : null };
    }
    const state = failed.find(({ answerId }) => answerId === one.answerId)?.state;
    // The page was closed before it could ask for this one.
    const lost = unansweredState(storedTurnOf(undefined, true), 0);
    const isLost = !isComing && one.isUnsent !== true;
    const unasked = isLost && lost.name === "failed" ? lost : null;
    return { ...one, answer, failed: state ?? unasked };
  });
}

/** The id of an answer. A turn that was followed before it was known which answer it is has another one. */
function idOf(answer: KnownAnswer): string | null {
  return answer.kind === "running" ? answer.turn.answerId : answer.id;
}
