import type { Message, OpenAnswer } from "#contract";
import { instant } from "#lib/timestamp.ts";
import { MODEL_IDS, MODEL_LABELS } from "#models";

type Ordered = Pick<Message, "id" | "created_at">;

/** Oldest first, by created_at and then by id. */
export function byAge(left: Ordered, right: Ordered): number {
  const difference = instant(left.created_at) - instant(right.created_at);
  return difference === 0 ? compareText(left.id, right.id) : difference;
}

/** By code units, as the database compares ids, and not by the rules of a language. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Every message once, oldest first. Of two versions of a message the one from the later list stays. */
export function mergeMessages(...lists: readonly (readonly Message[])[]): Message[] {
  const byId = new Map(lists.flat().map((message) => [message.id, message]));
  return [...byId.values()].sort(byAge);
}

/**
 * Of the answers to a question the one that the next question goes on from: the first of `followed` that is among them,
 * else the newest. Undefined when there is none.
 * @param answers In their order.
 */
export function followedAnswer<Answer extends { readonly id: string }>(
  answers: readonly Answer[],
  ...followed: readonly (string | null | undefined)[]
): Answer | undefined {
  const id = followed.find((id) => answers.some((answer) => answer.id === id));
  return answers.find((answer) => answer.id === id) ?? answers.at(-1);
}

/** Whether a row belongs to the conversation, and is not what a model wrote about replies. */
export const isInConversation = ({ compares }: Pick<Message, "compares">): boolean => !compares;

/** The person wrote a message whose direction is 'inbound'; the assistant wrote every other one. */
export function isFromPerson(message: { direction: string }): boolean {
  return message.direction === "inbound";
}

/** Whether an answer is on its way: it is being written, or asked for and about to be. */
export const isComing = ({ status }: OpenAnswer): boolean =>
  status === "running" || status === "asked";

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  const known = MODEL_IDS.find((id) => id === model);
  return known === undefined ? model : MODEL_LABELS[known];
}

/** Who wrote a reply: one of our models, or, as an import names it, another one. Null where that is not known. */
export const authorOf = ({ model, provider_model }: Pick<Message, "model" | "provider_model">) =>
  modelLabel(model) ?? (provider_model && `${provider_model}, imported`);
