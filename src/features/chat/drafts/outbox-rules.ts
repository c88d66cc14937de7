import {
  boxAt,
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  inOrder,
  joinContents,
  modelAt,
  type OutboxEntry,
  withBox,
  withContent,
  withoutParagraphs,
} from "./draft-rules.ts";
import { withTyped } from "./typed-rules.ts";

/** Puts messages into the outbox, in the place of those with the same ids. */
export function putIntoOutbox(drafts: Drafts, entries: readonly OutboxEntry[]): Drafts {
  if (entries.length === 0) return drafts;
  const isAnother = ({ messageId }: OutboxEntry) =>
    entries.every((entry) => entry.messageId !== messageId);
  return { ...drafts, outbox: inOrder([...drafts.outbox.filter(isAnother), ...entries]) };
}

/**
 * Moves a message from its box to the outbox, where it stays until the server acknowledges it. What another tab has put
 * into the box meanwhile stays there.
 */
export function addToOutbox(drafts: Drafts, place: string, entry: OutboxEntry): Drafts {
  const sent = entry.startsChat ? withBox(drafts, entry.chatId, { startsChat: false }) : drafts;
  return withTyped(putIntoOutbox(sent, [entry]), place, entry.content, "");
}

/** The message in the outbox, unless the server has acknowledged it, or it is given up. */
export function entryOf({ outbox }: Drafts, messageId: string): OutboxEntry | undefined {
  return outbox.find((entry) => entry.messageId === messageId);
}

/** Forgets a message that the server holds or that is given up. */
export function removeFromOutbox(drafts: Drafts, messageId: string): Drafts {
  const outbox = drafts.outbox.filter((entry) => entry.messageId !== messageId);
  return outbox.length === drafts.outbox.length ? drafts : { ...drafts, outbox };
}

/**
 * Puts a message back into its box, when the server did not take it: behind those that were sent before it and are back
 * too, and before anything typed there since. What was typed and chosen in the chat that it should have started comes
 * along. A message that is no longer in the outbox stays gone: the person has logged out.
 * @param keepsIds Whether the message keeps its ids when it is sent again unchanged: the server may hold it.
 */
export function returnToBox(
  drafts: Drafts,
  place: string,
  entry: OutboxEntry,
  keepsIds: boolean,
): Drafts {
  if (entryOf(drafts, entry.messageId) === undefined) return drafts;
  const own = entry.startsChat ? moveDraft(drafts, entry.chatId, entry.from?.chatId) : drafts;
  const { content: box, returned } = boxAt(own, place);
  const ends = returned
    .filter((other) => other.messageId < entry.messageId)
    .map((other) => endOfParagraphs(box, other.content));
  const end = Math.max(0, ...ends);
  const content = [box.slice(0, end), entry.content, box.slice(end).replace(/^\n\n/, "")].reduce(
    joinContents,
  );
  const back = keepsIds ? [...returned, entry] : returned;
  return withBox(removeFromOutbox(own, entry.messageId), place, { content, returned: back });
}

/** What has come back into any box, and the server may hold all the same. */
export function returnedIn({ boxes }: Drafts): readonly OutboxEntry[] {
  return Object.values(boxes).flatMap(({ returned }) => returned);
}

/** The message that came back into a box, when exactly its content is sent from there again. */
export function findReturned(
  drafts: Drafts,
  place: string,
  content: string,
): OutboxEntry | undefined {
  return boxAt(drafts, place).returned.findLast((entry) => entry.content === content);
}

/** Moves what was typed in a chat that does not exist to another box, and the model chosen for it. */
export function moveDraft(drafts: Drafts, chatId: string, to = HOME): Drafts {
  const { content, model } = boxAt(drafts, chatId);
  const left = withBox(withContent(drafts, chatId, ""), chatId, { model: null });
  const moved = withBox(left, to, { model: model ?? modelAt(left, to) });
  return content === ""
    ? moved
    : withContent(moved, to, joinContents(contentAt(moved, to), content));
}

/**
 * Forgets a message that the server holds. One that had come back into its box leaves it, where it stands there as it
 * was sent; what stands beside it stays.
 */
export function acknowledge(drafts: Drafts, messageId: string): Drafts {
  const isOwn = (entry: OutboxEntry) => entry.messageId === messageId;
  const entry = entryOf(drafts, messageId);
  // Its chat is there.
  const known = entry === undefined ? drafts : withBox(drafts, entry.chatId, { startsChat: false });
  return Object.entries(drafts.boxes).reduce(
    (all, [place, { returned }]) => {
      const back = returned.find(isOwn);
      if (back === undefined) return all;
      const left = withBox(all, place, { returned: returned.filter((entry) => !isOwn(entry)) });
      return withoutParagraphs(left, place, back.content);
    },
    removeFromOutbox(known, messageId),
  );
}
