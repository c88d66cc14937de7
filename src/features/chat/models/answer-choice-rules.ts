import type { AskedAnswer } from "#contract";
import { followedAnswer } from "#features/chat/data/message-rules.ts";

/** The database stores no more answers to one question: `attempt_for` counts them. */
export const ANSWERS_AT_MOST = 12;

/** Which of several answers to a question a person views. */
export type ViewedAnswer = {
  readonly answerId: string;
  /** The one that was shown before, for when this one does not come. */
  readonly instead: string | null;
};

/** Which answers to last questions a person views in this browser, by the question's id. */
export type AnswerChoices = Readonly<Record<string, ViewedAnswer>>;

export const NO_CHOICES: AnswerChoices = {};

/** Beyond this many questions the first ones are forgotten. */
const KEPT = 100;

/** Reads what local storage holds, whatever stands there; parts that do not fit are left out. */
export function parseChoices(stored: unknown): AnswerChoices {
  const viewed = Object.entries(stored ?? {}).flatMap(([id, one]) => {
    const { answerId, instead } = (one ?? {}) as Record<string, unknown>;
    if (typeof answerId !== "string") return [];
    return [[id, { answerId, instead: typeof instead === "string" ? instead : null }] as const];
  });
  return Object.fromEntries(viewed);
}

/** Notes which answer is viewed. Answers that were asked for together are then shown one at a time. */
export function withViewed(
  choices: AnswerChoices,
  questionId: string,
  answer: ViewedAnswer,
): AnswerChoices {
  const others = Object.entries(choices).filter(([id]) => id !== questionId);
  return Object.fromEntries([...others, [questionId, answer] as const].slice(-KEPT));
}

/** The answer that a next question goes on from. `unlessChosen`: one that was chosen on another device comes first. */
export type Followed = { readonly follows: string; readonly unlessChosen?: true };

/**
 * The answer that a next question goes on from: the one that is shown. Null when none is stored.
 * @param answers The stored answers to the last question, in their order. `isWhole`: the person did not stop it.
 * @param chosen The answer that was chosen on any device; null when none was.
 */
export function answerToFollow(
  answers: readonly { readonly id: string; readonly isWhole: boolean }[],
  viewed: ViewedAnswer | undefined,
  chosen: string | null,
  joint: readonly AskedAnswer[] | undefined,
): Followed | null {
  const isChosen = viewed !== undefined || answers.some(({ id }) => id === chosen);
  if (joint !== undefined && !isChosen) {
    const inOrder = joint.flatMap(({ answerId }) => answers.filter(({ id }) => id === answerId));
    const first = inOrder.find(({ isWhole }) => isWhole) ?? inOrder[0];
    return first === undefined ? null : { follows: first.id, unlessChosen: true };
  }
  const followed = followedAnswer(answers, viewed?.answerId, viewed?.instead, chosen);
  return followed === undefined ? null : { follows: followed.id };
}
