import type { AskedAnswer } from "#contract";

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
  const viewed = Object.entries(recordOf(stored)).flatMap(([id, one]) => {
    const { answerId, instead } = recordOf(one);
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
  const { [questionId]: _, ...others } = choices;
  return Object.fromEntries([...Object.entries(others), [questionId, answer]].slice(-KEPT));
}

/** An answer that can be shown. `isStored`: it has ended, whole or by a stop. */
export type ShowableAnswer = { readonly id: string; readonly isStored: boolean };

/**
 * Which answer to a question is shown; null when there is none.
 * @param answers In their order.
 * @param follows The answer that the next question goes on from, or that was chosen for one; null when there is none.
 * @param viewed What the person views.
 */
export function answerToShow(
  answers: readonly ShowableAnswer[],
  follows: string | null,
  viewed: ViewedAnswer | undefined,
): string | null {
  const wanted = [viewed?.answerId, viewed?.instead, follows];
  const found = wanted.find((id) => answers.some((answer) => answer.id === id));
  return found ?? (answers.findLast(({ isStored }) => isStored) ?? answers.at(-1))?.id ?? null;
}

/**
 * The answer to the last stored question that a message which is being sent, or could not be, goes on from; without such
 * a message the chosen one. Null when it is none of the answers.
 * @param chosen The answer that was chosen on any device; null when none was.
 */
export function followedBy(
  sent: { readonly follows: string | null; readonly unlessChosen?: true } | undefined,
  answers: readonly { readonly id: string }[],
  chosen: string | null,
): string | null {
  const wanted = sent?.unlessChosen ? [chosen, sent.follows] : [sent?.follows, chosen];
  return wanted.find((id) => answers.some((answer) => answer.id === id)) ?? null;
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
  const has = (id: string | null | undefined) => answers.some((answer) => answer.id === id);
  if (viewed === undefined && !has(chosen) && joint !== undefined) {
    const inOrder = joint.flatMap(({ answerId }) => answers.filter(({ id }) => id === answerId));
    const first = inOrder.find(({ isWhole }) => isWhole) ?? inOrder[0];
    return first === undefined ? null : { follows: first.id, unlessChosen: true };
  }
  const follows = [viewed?.answerId, viewed?.instead, chosen, answers.at(-1)?.id].find(has);
  return follows ? { follows } : null;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
