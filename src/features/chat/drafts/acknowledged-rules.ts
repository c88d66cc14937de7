import { contentAt, type Drafts, joinContents, placeOf, withContent } from "./draft-rules.ts";
import { removeFromOutbox } from "./outbox-rules.ts";
import { contentsAround } from "./typed-rules.ts";

/**
 * Forgets a message that the server holds. One that had come back into its box leaves it, where it stands there as it
 * was sent; what was typed before and behind it stays.
 */
export function acknowledge(drafts: Drafts, messageId: string): Drafts {
  const left = removeFromOutbox(drafts, messageId);
  const back = left.returned.find((entry) => entry.messageId === messageId);
  if (back === undefined) return left;
  const others = { ...left, returned: left.returned.filter((entry) => entry !== back) };
  const place = placeOf(back);
  const around = contentsAround(contentAt(left, place), back.content);
  return around === null ? others : withContent(others, place, around.reduce(joinContents));
}
