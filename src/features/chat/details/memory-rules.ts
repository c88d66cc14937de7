import type { Message, OpenAnswer } from "#contract";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { instant } from "#lib/timestamp.ts";

/** Where a model's memory of a chat begins. */
export type Memory = {
  /** The id of the first message that it was given. */
  readonly from: string;
  /** What the line before that message says. */
  readonly text: string;
};

/** What the newest reply of a chat tells of its model's memory. */
export type NewestReply = Pick<Message, "model" | "created_at" | "context_from">;

/**
 * Where the memory of the model begins that answered last, or is answering. Null when it was given the whole
 * conversation, or when that is not known.
 * @param openAnswers Of the chat.
 */
export function memoryOf(
  reply: NewestReply | null,
  openAnswers: readonly OpenAnswer[],
): Memory | null {
  const asked = [
    ...openAnswers.map((it) => ({ ...it, from: it.context_from, at: it.asked_at })),
    ...(reply === null ? [] : [{ ...reply, from: reply.context_from, at: reply.created_at }]),
  ];
  const newest = asked.toSorted((left, right) => instant(left.at) - instant(right.at)).at(-1);
  if (newest === undefined || newest.from === null) return null;
  return { from: newest.from, text: memoryText(modelLabel(newest.model)) };
}

/** What the line says where the memory of a model begins. */
export function memoryText(modelName: string | null): string {
  return `${modelName ?? "The model"} remembers from here`;
}
