import { type Drafts, placeOf, withoutParagraphs } from "./draft-rules.ts";
import { removeFromOutbox } from "./outbox-rules.ts";

/**
 * Forgets a message that the server holds. One that had come back into its box leaves it, where it stands there as it
 * was sent; what stands beside it stays.
 */
export function acknowledge(drafts: Drafts, messageId: string): Drafts {
  const left = removeFromOutbox(drafts, messageId);
  const back = left.returned.find((entry) => entry.messageId === messageId);
  if (back === undefined) return left;
  const others = { ...left, returned: left.returned.filter((entry) => entry !== back) };
  return withoutParagraphs(others, placeOf(back), back.content);
}
