import type { OpenAnswer, Message } from "#contract";
import { openAnswersTo } from "#features/chat/data/open-answer-rules.ts";
import { storedTurnOf } from "#features/chat/turns/stored-turn.ts";
import { isRunning, type TurnState, unansweredState } from "#features/chat/turns/turn-flow.ts";
import { replyFor, type Turn } from "#features/chat/turns/turn-rules.ts";
import { instant } from "#lib/timestamp.ts";
import type { ModelId } from "#models";

export type FailedState = Extract<TurnState, { name: "failed" }>;

/** An answer that failed. `answerId` is null where it is not known which of the answers it was. */
export type FailedAnswer = {
  readonly answerId: string | null;
  readonly model: ModelId | null;
  readonly state: FailedState;
  /** As the database wrote it; null for one that was asked for on this page. */
  readonly askedAt: string | null;
};

/** One of the answers to a question that can be shown: whole or stopped, being written, or left of one that broke off. */
export type KnownAnswer =
  | { readonly kind: "stored"; readonly id: string; readonly message: Message }
  | { readonly kind: "unfinished"; readonly id: string; readonly failed: FailedAnswer }
  | { readonly kind: "running"; readonly id: string; readonly turn: Turn };

export type KnownAnswers = {
  /** In their order: those that are stored, then those that broke off, then those that are being written. */
  readonly answers: readonly KnownAnswer[];
  /** The answers that failed before anything was written. */
  readonly failed: readonly FailedAnswer[];
  /** The open answers that may be running, and that no turn of this tab tracks. */
  readonly untracked: readonly OpenAnswer[];
};

/**
 * What there is of answers to a question.
 * @param stored The replies to it, in their order.
 * @param turns The turns of this tab.
 * @param openAnswers Of its chat.
 */
export function answersTo(
  questionId: string,
  stored: readonly Message[],
  turns: readonly Turn[],
  openAnswers: readonly OpenAnswer[],
): KnownAnswers {
  const own = turns.filter(
    (turn) => turn.questionId === questionId && replyFor(turn, stored) === null,
  );
  const answers: KnownAnswer[] = stored.map((message) => ({
    kind: "stored",
    id: message.id,
    message,
  }));
  const failed: FailedAnswer[] = [];
  const untracked: OpenAnswer[] = [];
  const addFailed = (one: FailedAnswer) => {
    const id = one.answerId ?? `${questionId}-answer`;
    if (one.state.text === undefined) failed.push(one);
    else answers.push({ kind: "unfinished", id, failed: one });
  };

  // A turn that does not know its answer stands for all open answers to the question.
  const meansAnyAnswer = (turn: Turn) => turn.answerId === null && turn.state.name !== "sent";
  const others = own.some(meansAnyAnswer) ? [] : openAnswersTo(questionId, openAnswers);
  for (const openAnswer of others) {
    const isKnown = [...stored, ...own.map((turn) => ({ id: turn.answerId }))].some(
      ({ id }) => id === openAnswer.id,
    );
    if (isKnown) continue;
    const state = unansweredState(storedTurnOf(openAnswer, true), 0);
    const { id: answerId, model, asked_at: askedAt } = openAnswer;
    if (state.name === "failed") addFailed({ answerId, model, state, askedAt });
    else untracked.push(openAnswer);
  }
  for (const { state, answerId, model } of own) {
    if (state.name === "failed") addFailed({ answerId, model, state, askedAt: null });
  }
  for (const turn of own) {
    if (isRunning(turn.state)) answers.push({ kind: "running", id: turn.id, turn });
  }
  return { answers, failed, untracked };
}

/** Which of several answers one is: '2 of 3', and those before and after it. */
export type AnswerPaging = {
  readonly at: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
};

/**
 * The answers to a question in the order of their numbers: first those that stood side by side, as they stood there, then
 * the others in their order.
 * @param together What was asked for together.
 */
export function inNumberedOrder<Answer extends Pick<KnownAnswer, "id">>(
  answers: readonly Answer[],
  together: readonly { readonly answerId: string }[] | null | undefined,
): readonly Answer[] {
  if (!together) return answers;
  const cards = together.flatMap(({ answerId }) => answers.filter(({ id }) => id === answerId));
  return [...cards, ...answers.filter((answer) => !cards.includes(answer))];
}

/** Which of several answers one is; null for the only one. */
export function pagingOf(
  answers: readonly Pick<KnownAnswer, "id">[],
  id: string,
): AnswerPaging | null {
  const index = answers.findIndex((answer) => answer.id === id);
  if (answers.length < 2 || index === -1) return null;
  return {
    at: index + 1,
    count: answers.length,
    previous: answers[index - 1]?.id ?? null,
    next: answers[index + 1]?.id ?? null,
  };
}

/**
 * What a person reads below an answer to the last question that the next one does not go on from. An unfinished answer is
 * given to no model; a whole one was found by a search, and not chosen. Null where there is nothing to say.
 */
export function goesOnFrom(
  answers: readonly Pick<KnownAnswer, "id">[],
  shown: Pick<KnownAnswer, "id" | "kind">,
  followed: string | null,
): string | null {
  if (shown.id === followed) return null;
  const isWhole = shown.kind === "stored";
  const paging = followed === null ? null : pagingOf(answers, followed);
  if (paging !== null) {
    const why = isWhole ? "" : ", because this one is not complete";
    return `Your next message goes on from reply ${paging.at} of ${paging.count}${why}.`;
  }
  return isWhole ? null : "Your next message does not go on from this reply: it is not complete.";
}

/** The models that have answered a question, also where that was stopped or broke off, or that are about to. */
export function answeringModels(answers: readonly KnownAnswer[]): readonly ModelId[] {
  const modelOf = (answer: KnownAnswer) => {
    if (answer.kind === "stored") return answer.message.model;
    return answer.kind === "running" ? answer.turn.model : answer.failed.model;
  };
  return answers.map(modelOf).filter((model) => model !== null);
}

/** Of the answers that failed, the newest of each model. */
export function newestOfEach(failed: readonly FailedAnswer[]): readonly FailedAnswer[] {
  return failed.filter((one, index) =>
    failed.slice(index + 1).every(({ model }) => model !== one.model),
  );
}

/** Whether an answer that failed was asked for after all that are stored. */
export function isNewest(
  failed: FailedAnswer | undefined,
  answers: readonly KnownAnswer[],
): boolean {
  const isBefore = (answer: KnownAnswer) =>
    answer.kind !== "stored" ||
    !failed?.askedAt ||
    !(instant(answer.message.asked_at) > instant(failed.askedAt));
  return failed !== undefined && answers.every(isBefore);
}
