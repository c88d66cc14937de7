import type { Message } from "#contract";
import { authorOf, modelLabel } from "#features/chat/data/message-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import type { Failure, TurnFailure } from "#features/chat/turns/turn-rules.ts";
import { instant } from "#lib/timestamp.ts";
import type { ModelId } from "#models";

/** An answer that failed. */
export type FailedAnswer = Answer & { readonly failed: TurnFailure };
/** An answer that is being written, or is to be. */
export type RunningAnswer = Answer & { readonly failed: null };

/** One of the answers to a question that can be shown: whole or stopped, left of one that broke off, or being written. */
export type KnownAnswer = Message | FailedAnswer | RunningAnswer;

export type KnownAnswers = {
  /** In their order: those that are stored, then those that broke off, then those that are being written. */
  readonly answers: readonly KnownAnswer[];
  /** The answers that failed before anything was written. */
  readonly failed: readonly FailedAnswer[];
};

export const isStored = (answer: Message | Answer): answer is Message => "role" in answer;
const isFailed = (answer: Answer): answer is FailedAnswer => answer.failed !== null;
export const isRunning = (answer: Message | Answer): answer is RunningAnswer =>
  "failed" in answer && answer.failed === null;

/**
 * What there is of answers to a question.
 * @param stored The replies to it, in their order.
 * @param live Those that are no messages yet, in their order.
 */
export function answersTo(
  questionId: string,
  stored: readonly Message[],
  live: readonly Answer[],
): KnownAnswers {
  const own = live.filter((answer) => answer.questionId === questionId);
  const failed = own.filter(isFailed);
  const unfinished = failed.filter((answer) => answer.text !== "");
  return {
    answers: [...stored, ...unfinished, ...own.filter(isRunning)],
    failed: failed.filter((answer) => !unfinished.includes(answer)),
  };
}

/** An answer beside another one, with the label of its model. */
type NeighbourAnswer = { readonly id: string; readonly writer: string | null };

/** Which of several answers one is: '2 of 3', and those before and after it. */
export type AnswerPaging = {
  readonly at: number;
  readonly count: number;
  readonly previous: NeighbourAnswer | null;
  readonly next: NeighbourAnswer | null;
};

/**
 * The answers to a question in the order of their numbers: first those that stood side by side, as they stood there, then
 * the others in their order.
 * @param together What was asked for together.
 */
export function inNumberedOrder<Each extends Pick<KnownAnswer, "id">>(
  answers: readonly Each[],
  together: Message["asked_together"],
): readonly Each[] {
  const asked = together ?? [];
  const cards = asked.flatMap(({ answerId }) => answers.filter(({ id }) => id === answerId));
  return [...new Set([...cards, ...answers])];
}

/** Which of several answers one is; null for the only one. */
export function pagingOf(answers: readonly KnownAnswer[], id: string): AnswerPaging | null {
  const index = answers.findIndex((answer) => answer.id === id);
  if (answers.length < 2 || index === -1) return null;
  const neighbour = (answer: KnownAnswer | undefined) =>
    answer === undefined ? null : { id: answer.id, writer: writerOf(answer) };
  return {
    at: index + 1,
    count: answers.length,
    previous: neighbour(answers[index - 1]),
    next: neighbour(answers[index + 1]),
  };
}

/**
 * What 'Details' says of an answer to the last question that the next one does not go on from. An unfinished answer is
 * given to no model; a whole one was found by a search, and not chosen. Null where there is nothing to say.
 */
export function goesOnFrom(
  answers: readonly KnownAnswer[],
  shown: KnownAnswer,
  followed: string | null,
): string | null {
  if (shown.id === followed) return null;
  const isWhole = isStored(shown);
  const paging = followed === null ? null : pagingOf(answers, followed);
  if (paging !== null) {
    const why = isWhole ? "" : ", because this one is not complete";
    return `Your next message goes on from reply ${paging.at} of ${paging.count}${why}.`;
  }
  return isWhole ? null : "Your next message does not go on from this reply: it is not complete.";
}

/** Why there is no answer, or not all of it; null while it is on its way. */
export const failureOf = ({ failed, id, model, isSaved: saved }: Answer): Failure | null =>
  failed && { ...failed, id, model, saved };

/** The models that have answered a question, also where that was stopped or broke off, or that are about to. */
export const answeringModels = (answers: readonly KnownAnswer[]): readonly ModelId[] =>
  answers.map(({ model }) => model).filter((model) => model !== null);

/** The label of the model that writes an answer, or wrote it. */
export const writerOf = (answer: Message | Answer) =>
  isStored(answer) ? authorOf(answer) : modelLabel(answer.writer ?? answer.model);

/** Of the answers that failed, the newest of each model. */
export const newestOfEach = (failed: readonly FailedAnswer[]): readonly FailedAnswer[] =>
  failed.filter((one) => failed.findLast(({ model }) => model === one.model) === one);

/** Whether an answer that failed was asked for after all that are stored. */
export const isNewest = (failed: FailedAnswer | undefined, answers: readonly KnownAnswer[]) =>
  failed !== undefined &&
  !answers.some((answer) => isStored(answer) && instant(answer.asked_at) > instant(failed.askedAt));

/** An answer that is shown while it is written. */
export type Writing = { readonly answer: Answer; readonly paging: AnswerPaging | null };
