import { contentAt, type Drafts, placeOf, withContent } from "./draft-rules.ts";
import { removeFromOutbox } from "./outbox-rules.ts";

/**
 * Forgets a message that the server holds. One that had come back into its box leaves it, where it stands there as it
 * was sent; what was typed behind it stays.
 */
export function acknowledge(drafts: Drafts, messageId: string): Drafts {
  const left = removeFromOutbox(drafts, messageId);
  const back = left.returned.find((entry) => entry.messageId === messageId);
  if (back === undefined) return left;
  const others = { ...left, returned: left.returned.filter((entry) => entry !== back) };
  const place = placeOf(back);
  const typed = contentAt(left, place);
  if (typed.trim() === back.content) return withContent(others, place, "");
  const before = `${back.content}\n\n`;
  return typed.startsWith(before) ? withContent(others, place, typed.slice(before.length)) : others;
}
