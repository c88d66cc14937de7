import type { Message, OpenAnswer } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** Whether an answer is on its way: it is being written, or asked for and about to be. */
export const isComing = ({ status }: OpenAnswer): boolean =>
  status === "running" || status === "asked";

/**
 * Whether messages take the place of an open answer: the answer itself, or one of the same model that was asked for after
 * it and so after it had ended.
 */
export function isOver(openAnswer: OpenAnswer, messages: readonly Message[]): boolean {
  const { id, question_id, model, asked_at } = openAnswer;
  return messages.some(
    (message) =>
      message.id === id ||
      (message.reply_to === question_id &&
        message.model === model &&
        !isComing(openAnswer) &&
        message.asked_at !== null &&
        instant(asked_at) < instant(message.asked_at)),
  );
}
