import type { Message } from "#contract";
import { modelLabel } from "#features/chat/data/message-rules.ts";
import { type Answer, askedWhen } from "#features/chat/turns/answer-rules.ts";
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
 * @param answers Of the chat.
 */
export function memoryOf(reply: Message | null, answers: readonly Answer[]): Memory | null {
  const begun = answers.filter(({ isBegun, compares }) => isBegun && !compares);
  const last = begun.toSorted((one, other) => askedWhen(one) - askedWhen(other)).at(-1);
  const isNewer = last && !(askedWhen(last) < instant(reply?.created_at));
  const [from, model] = isNewer
    ? [last.contextFrom, last.model]
    : [reply?.context_from, reply?.model];
  return from ? { from, modelName: modelLabel(model ?? null) } : null;
}
