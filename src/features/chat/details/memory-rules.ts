import type { Message, OpenAnswer } from "#contract";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { instant } from "#lib/timestamp.ts";

/** Where a model's memory of a chat begins. */
export type Memory = {
  /** The id of the first message that it was given. */
  readonly from: string;
  /** The name of the model; null where it is not known. */
  readonly modelName: string | null;
};

/**
 * Where the memory of the model begins that answered last, or is answering. Null when it was given the whole
 * conversation, or when that is not known.
 * @param reply The newest of the chat.
 * @param openAnswers Of the chat.
 */
export function memoryOf(reply: Message | null, openAnswers: readonly OpenAnswer[]): Memory | null {
  const asked = [
    ...openAnswers.map((it) => ({ ...it, at: it.asked_at })),
    ...(reply === null ? [] : [{ ...reply, at: reply.created_at }]),
  ];
  const newest = asked.toSorted((left, right) => instant(left.at) - instant(right.at)).at(-1);
  if (!newest?.context_from) return null;
  return { from: newest.context_from, modelName: modelLabel(newest.model) };
}
