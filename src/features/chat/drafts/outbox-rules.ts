import {
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  joinContents,
  modelAt,
  type OutboxEntry,
  placeOf,
  withContent,
  withModel,
  withoutParagraphs,
} from "./draft-rules.ts";
import { withTyped } from "./typed-rules.ts";

/**
 * Moves a message from its box to the outbox, where it stays until the server acknowledges it. What another tab has put
 * into the box meanwhile stays there.
 */
export function addToOutbox(drafts: Drafts, place: string, entry: OutboxEntry): Drafts {
  const { outbox } = removeFromOutbox(drafts, entry.messageId);
  return withTyped({ ...drafts, outbox: [...outbox, entry] }, place, entry.content, "");
}

/** Forgets a message that the server holds or that is given up. */
export function removeFromOutbox(drafts: Drafts, messageId: string): Drafts {
  const outbox = drafts.outbox.filter((entry) => entry.messageId !== messageId);
  return outbox.length === drafts.outbox.length ? drafts : { ...drafts, outbox };
}

/**
 * Puts a message back into its box, when the server did not take it: behind those that were sent before it and are back
 * too, and before anything typed there since. What was typed and chosen in the chat that it should have started comes along. A message that is no longer in the outbox stays gone:
 * the person has logged out.
 * @param keepsIds Whether the message keeps its ids when it is sent again unchanged: the server may hold it.
 */
export function returnToBox(
  drafts: Drafts,
  place: string,
  entry: OutboxEntry,
  keepsIds: boolean,
): Drafts {
  if (drafts.outbox.every(({ messageId }) => messageId !== entry.messageId)) return drafts;
  const own = entry.startsChat ? moveDraft(drafts, entry.chatId, entry.from?.chatId) : drafts;
  const box = contentAt(own, place);
  const ends = own.returned
    .filter((other) => placeOf(other) === place && other.messageId < entry.messageId)
    .map((other) => endOfParagraphs(box, other.content));
  const end = Math.max(0, ...ends);
  const content = [box.slice(0, end), entry.content, box.slice(end).replace(/^\n\n/, "")].reduce(
    joinContents,
  );
  const back = withContent(removeFromOutbox(own, entry.messageId), place, content);
  return keepsIds ? { ...back, returned: [...back.returned, entry] } : back;
}

/** The message that came back into a box, when exactly its content is sent from there again. */
export function findReturned(
  drafts: Drafts,
  place: string,
  content: string,
): OutboxEntry | undefined {
  return drafts.returned.findLast((entry) => placeOf(entry) === place && entry.content === content);
}

/** Moves what was typed in a chat that does not exist to another box, and the model chosen for it. */
export function moveDraft(drafts: Drafts, chatId: string, to = HOME): Drafts {
  const content = contentAt(drafts, chatId);
  const model = modelAt(drafts, chatId);
  const own = model === null ? drafts : withModel(withModel(drafts, chatId, null), to, model);
  if (content === "") return own;
  const joined = joinContents(contentAt(own, to), content);
  return withContent(withContent(own, to, joined), chatId, "");
}

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
