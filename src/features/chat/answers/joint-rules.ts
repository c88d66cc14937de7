import type { AskedAnswer, Message } from "#contract";
import type { AnswerChoices } from "#features/chat/choice/answer-choice-rules.ts";
import { storedTurnOf } from "#features/chat/turns/stored-turn.ts";
import { unansweredState } from "#features/chat/turns/turn-flow.ts";
import type { Turn } from "#features/chat/turns/turn-rules.ts";
import type { FailedState, KnownAnswer, KnownAnswers } from "./answers-rules.ts";

/** One of the answers that are shown side by side. With neither an answer nor a failure it is still to come. */
export type JointPart = AskedAnswer & {
  readonly answer: KnownAnswer | null;
  readonly failed: FailedState | null;
};

/** Answers of several models to the last question, side by side, in the order in which they were asked for. */
export type Joint = { readonly questionId: string; readonly parts: readonly JointPart[] };

/** The answers to a question that were asked for together. */
export type AskedTogether = {
  readonly questionId: string;
  readonly answers: readonly AskedAnswer[];
};

/** The answers to the last question that stand side by side; null when one of them is shown, or only one was asked for. */
export function askedTogether(
  questionId: string,
  known: readonly Message[],
  turns: readonly Turn[],
  { last, chosen }: { last: AnswerChoices; chosen: string | null },
): AskedTogether | null {
  const own = turns.filter((turn) => turn.questionId === questionId);
  if (own.some(({ state }) => state.name === "failed" && !state.saved)) return null;
  const isChosen = known.some(({ id, reply_to }) => reply_to === questionId && id === chosen);
  if (isChosen || last[questionId] !== undefined) return null;
  const question = known.find(({ id }) => id === questionId);
  const answers = question?.asked_together ?? own.find(({ together }) => together)?.together;
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
  // While one is being written, what was read of the others may be older.
  const isRunning = running.some((turn) => turn.questionId === questionId);
  const isComing = isRunning || !isRead || known.untracked.length > 0;
  const lost = unansweredState(storedTurnOf(undefined, true), 0);
  const partOf = (one: AskedAnswer): JointPart => {
    const answer = known.answers.find((it) => idOf(it) === one.answerId) ?? null;
    if (answer?.kind === "unfinished") return { ...one, answer, failed: answer.failed.state };
    if (answer !== null) return { ...one, answer, failed: null };
    const state = known.failed.find(({ answerId }) => answerId === one.answerId)?.state;
    return { ...one, answer, failed: state ?? (isComing || lost.name !== "failed" ? null : lost) };
  };
  return { questionId, parts: answers.map(partOf) };
}

/** The id of an answer. A turn that was followed before it was known which answer it is has another one. */
function idOf(answer: KnownAnswer): string | null {
  return answer.kind === "running" ? answer.turn.answerId : answer.id;
}
