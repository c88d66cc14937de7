import type { Attempt, Message } from "#contract";
import { instant } from "#lib/timestamp.ts";
import { MODEL_IDS, type ModelId } from "#models";
import type { JointAnswer } from "./answer-choice-rules.ts";

/** Answers that were asked for within this time of their question count as asked for with it: 10 s, in microseconds. */
const TOGETHER = 10_000_000;

/** An answer that was asked for, whatever became of it. */
export type AskedAnswer = JointAnswer & {
  /** As the database wrote it; null when it is not known. */
  readonly askedAt: string | null;
};

/**
 * The answers of several models that were asked for together with their question, by what the database holds of them, so
 * that any device can tell. The first is the one that was asked for first, the others are in the order of the models.
 * Undefined when fewer than two were.
 * @param replies The replies to the question.
 * @param attempts At answers to this question and to others.
 * @param followed What the page knows besides, of answers to the question.
 */
export function askedTogether(
  question: Pick<Message, "id" | "created_at">,
  replies: readonly Pick<Message, "id" | "model" | "asked_at">[],
  attempts: readonly Pick<Attempt, "id" | "question_id" | "model" | "started_at">[],
  followed: readonly AskedAnswer[] = [],
): readonly JointAnswer[] | undefined {
  const known: AskedAnswer[] = [
    ...replies.flatMap(({ id: answerId, model, asked_at: askedAt }) =>
      model === null ? [] : [{ answerId, model, askedAt }],
    ),
    ...attempts
      .filter(({ question_id }) => question_id === question.id)
      .map(({ id: answerId, model, started_at: askedAt }) => ({ answerId, model, askedAt })),
    ...followed,
  ].toSorted((left, right) => (instant(left.askedAt) || 0) - (instant(right.askedAt) || 0));
  const end = instant(question.created_at) + TOGETHER;
  const first = known.find(({ askedAt }) => instant(askedAt) <= end);
  if (first === undefined) return undefined;

  // A retry may have been asked for later: one in time is enough, beside the first.
  const inTime = known.filter(({ askedAt }) => instant(askedAt) <= end);
  if (inTime.every(({ model }) => model === first.model)) return undefined;
  const byModel = new Map<ModelId, JointAnswer>();
  for (const { answerId, model } of [first, ...known]) {
    if (!byModel.has(model)) byModel.set(model, { answerId, model });
  }
  const others = MODEL_IDS.filter((model) => model !== first.model);
  return [first.model, ...others].flatMap((model) => byModel.get(model) ?? []);
}
