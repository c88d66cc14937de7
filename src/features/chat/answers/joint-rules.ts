import type { Message } from "#contract";
import type { AnswerChoices, JointAnswer } from "#features/chat/choice/answer-choice-rules.ts";
import { storedTurnOf } from "#features/chat/turns/stored-turn.ts";
import { unansweredState } from "#features/chat/turns/turn-flow.ts";
import type { Turn } from "#features/chat/turns/turn-rules.ts";
import type { FailedState, KnownAnswer, KnownAnswers } from "./answers-rules.ts";

/** One of the answers that are shown side by side. With neither an answer nor a failure it is still to come. */
export type JointPart = JointAnswer & {
  readonly answer: KnownAnswer | null;
  readonly failed: FailedState | null;
};

/** Answers of several models to the last question, side by side. */
export type Joint = {
  readonly questionId: string;
  readonly parts: readonly JointPart[];
  /** Those that a page was closed before it could ask for. */
  readonly unsent: readonly JointAnswer[];
};

/** The answers to a question that were asked for together. */
export type AskedTogether = {
  readonly questionId: string;
  readonly answers: readonly JointAnswer[];
};

/** The answers to the last question that stand side by side; null when one of them is shown, or only one was asked for. */
export function askedTogether(
  questionId: string,
  known: readonly Message[],
  turns: readonly Turn[],
  { last, chosen }: { last: AnswerChoices; chosen: string | null },
): AskedTogether | null {
  const isUnsent = ({ state }: Turn) => state.name === "failed" && !state.saved;
  if (turns.some((turn) => turn.questionId === questionId && isUnsent(turn))) return null;
  const isChosen = known.some(({ id, reply_to }) => reply_to === questionId && id === chosen);
  if (isChosen || last.viewed[questionId] !== undefined) return null;
  const question = known.find(({ id }) => id === questionId);
  const answers = last.joint[questionId] ?? question?.asked_together;
  return answers ? { questionId, answers } : null;
}

/**
 * What is shown of answers that were asked for together.
 * @param known What is known of the question's answers.
 * @param running All turns whose answers are on their way.
 * @param isRead Whether the open answers were read.
 */
export function jointOf(
  { questionId, answers }: AskedTogether,
  known: KnownAnswers,
  running: readonly Turn[],
  isRead: boolean,
): Joint {
  const own = running.filter((turn) => turn.questionId === questionId);
  // A turn that does not know its answer stands for all of them.
  const isSending = own.some(({ answerId, state }) => !state.saved || answerId === null);
  const isComing = isSending || !isRead || known.untracked.length > 0;
  // The page that asks for them may not have asked for all yet.
  const parts = jointParts(answers, known, isComing || own.length > 0);
  const unsent = parts.filter(
    ({ isUnsent, answer, failed }) => isUnsent === true && answer === null && failed === null,
  );
  return { questionId, parts, unsent: isComing ? [] : unsent };
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
function jointParts(
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
