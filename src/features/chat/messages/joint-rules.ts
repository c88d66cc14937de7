import type { Message } from "#contract";
import { modelLabel } from "#features/chat/data/message-rules.ts";
import type { AnswerChoices } from "#features/chat/models/answer-choice-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import { askedWith, type Failure, UNANSWERED } from "#features/chat/turns/turn-rules.ts";
import type { ModelId } from "#models";
import {
  failureOf,
  isRunning,
  isStored,
  type KnownAnswer,
  type KnownAnswers,
  writerOf,
} from "./answers-rules.ts";

/** The failure of an answer of which nothing is known. */
export const LOST: Failure = {
  reason: UNANSWERED,
  retryable: true,
  saved: true,
  id: null,
  model: null,
};

/** An answer and the model that was asked for it; null for an imported one of another model. */
type AskedOrImported = { readonly answerId: string; readonly model: ModelId | null };

/** One of the answers that are shown side by side. With neither an answer nor a failure it is still to come. */
export type JointPart = AskedOrImported & {
  readonly name: string;
  readonly answer: KnownAnswer | null;
  readonly failed: Failure | null;
};

/** Answers of several models to the last question, side by side, in the order in which they were asked for. */
export type Joint = { readonly questionId: string; readonly parts: readonly JointPart[] };

/** What has become of one of them, in a word. */
export function stateOf({ answer, failed }: Pick<JointPart, "answer" | "failed">) {
  if (failed?.stopped === true) return "Stopped";
  if (failed !== null) return answer === null ? "No reply" : "Unfinished";
  if (answer === null || !isStored(answer)) return "Writing";
  return answer.stopped_at === null ? "Done" : "Stopped";
}

/** The answers to the last question that stand side by side; null when one of them is shown, or only one was asked for. */
export function askedTogether(
  questionId: string,
  known: readonly Message[],
  live: readonly Answer[],
  { last, chosen }: { last: AnswerChoices; chosen: string | null },
) {
  const own = live.filter((answer) => answer.turn && answer.questionId === questionId);
  if (own.some(({ failed, isSaved }) => failed !== null && !isSaved)) return null;
  const isChosen = known.some(({ id, reply_to }) => reply_to === questionId && id === chosen);
  if (isChosen || last[questionId] !== undefined) return null;
  const question = known.find(({ id }) => id === questionId);
  const answers =
    question?.asked_together ??
    own.map(({ turn }) => turn && askedWith(turn)).find((asked) => asked);
  return answers ? { questionId, answers } : null;
}

/**
 * What is shown of answers that were asked for together.
 * @param known What is known of the question's answers.
 * @param isAllKnown Whether the page knows every answer to it.
 */
export function jointOf(
  { questionId, answers }: { questionId: string; answers: readonly AskedOrImported[] },
  known: KnownAnswers,
  isAllKnown: boolean,
): Joint {
  // While one is being written, what was read of the others may be older.
  const isComing = !isAllKnown || known.answers.some(isRunning);
  const partOf = (one: AskedOrImported): JointPart => {
    const answer = known.answers.find(({ id }) => id === one.answerId) ?? null;
    const name = modelLabel(one.model) ?? (answer && writerOf(answer)) ?? "";
    if (answer !== null)
      return { ...one, name, answer, failed: isStored(answer) ? null : failureOf(answer) };
    const failed = known.failed.find(({ id }) => id === one.answerId);
    return { ...one, name, answer, failed: failed ? failureOf(failed) : isComing ? null : LOST };
  };
  return { questionId, parts: answers.map(partOf) };
}
