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
  withTyped,
} from "./draft-rules.ts";

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

/** The message without the sign that it waits. */
export function sentEntry(entry: OutboxEntry): OutboxEntry {
  const { isQueued: _, ...sent } = entry;
  return sent;
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
  { messageId }: Pick<OutboxEntry, "messageId">,
  keepsIds: boolean,
): Drafts {
  const entry = entryOf(drafts, messageId);
  if (entry === undefined) return drafts;
  const own = entry.startsChat ? moveHome(drafts, entry.chatId, entry.from?.chatId) : drafts;
  const { content: box, returned } = boxAt(own, place);
  const ends = returned
    .filter((other) => other.messageId < messageId)
    .map((other) => endOfParagraphs(box, other.content));
  const end = Math.max(0, ...ends);
  const content = [box.slice(0, end), entry.content, box.slice(end).replace(/^\n\n/, "")].reduce(
    joinContents,
  );
  const back = keepsIds ? [...returned, entry] : returned;
  return withBox(removeFromOutbox(own, messageId), place, { content, returned: back });
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

/** Only what was typed in one chat, or sent there and not acknowledged: what `withChatDrafts` puts back. */
export function onlyChatDrafts(drafts: Drafts, chatId: string): Drafts {
  return partOf(drafts, (id) => id === chatId);
}

/** Forgets everything that was typed in a deleted chat. */
export function withoutChatDrafts(drafts: Drafts, chatId: string): Drafts {
  return partOf(drafts, (id) => id !== chatId);
}

function partOf({ boxes, outbox }: Drafts, isIn: (chatId: string) => boolean): Drafts {
  const own = Object.entries(boxes).filter(([place]) => isIn(place.replace(/#.*/, "")));
  return { boxes: Object.fromEntries(own), outbox: outbox.filter(({ chatId }) => isIn(chatId)) };
}

/** All that was typed in a chat and that the server does not hold, one after the other: what was sent, the box, the edits. */
export function unsentIn(drafts: Drafts, chatId: string): string {
  const { boxes, outbox } = onlyChatDrafts(drafts, chatId);
  const sent = outbox.filter(({ startsChat }) => !startsChat).map(({ content }) => content);
  const typed = Object.keys(boxes).sort();
  return [...sent, ...typed.map((place) => contentAt(drafts, place))].reduce(joinContents, "");
}

/**
 * Moves what was typed or sent in a chat that is not there to the home box, behind what stands there, with the model
 * chosen for it.
 * @param place Where it goes, if not to the home box.
 * @param taken What the tab that deleted the chat took away. The last keys typed here may have come after that: then
 * what stands here begins with it.
 */
export function moveHome(drafts: Drafts, chatId: string, place = HOME, taken = ""): Drafts {
  const unsent = unsentIn(drafts, chatId);
  const content = [...(unsent.startsWith(taken) ? [] : [taken]), unsent].reduce(
    (all, text) => (endOfParagraphs(all, text) < 0 ? joinContents(all, text) : all),
    contentAt(drafts, place),
  );
  const starts = drafts.outbox.filter((entry) => entry.chatId === chatId && entry.startsChat);
  const left = putIntoOutbox(withoutChatDrafts(drafts, chatId), starts);
  const model = modelAt(drafts, chatId) ?? modelAt(drafts, place);
  return withBox(withContent(left, place, content), place, { model });
}

/**
 * Puts back what was typed in a chat before it was deleted. Queued messages wait again. What had been sent and not
 * acknowledged comes into the box, and keeps its ids: the server may hold it. Then what was queued behind it comes into
 * the box too, because it must not be sent first. What has been typed since stays. What another tab has moved to the home
 * box leaves that, where it stands there unchanged.
 */
export function withChatDrafts(drafts: Drafts, chatId: string, before: Drafts): Drafts {
  const own = before.outbox.filter((entry) => entry.chatId === chatId && !entry.startsChat);
  const isWaiting = own.every(({ isQueued }) => isQueued);
  const unsent = isWaiting ? [] : own;
  const typed = [...unsent.map(({ content }) => content), contentAt(before, chatId)];
  const old = typed.reduce(joinContents);
  const here = withoutParagraphs(drafts, HOME, unsentIn(before, chatId));
  const isMissing = ({ messageId }: OutboxEntry) => entryOf(here, messageId) === undefined;
  const now = contentAt(here, chatId);
  const back = {
    ...putIntoOutbox(here, isWaiting ? own.filter(isMissing) : []),
    boxes: { ...before.boxes, ...here.boxes },
  };
  return withBox(back, chatId, {
    // Another tab may have undone it before.
    content: endOfParagraphs(now, old) < 0 ? joinContents(old, now) : now,
    model: modelAt(here, chatId) ?? modelAt(before, chatId),
    returned: [...boxAt(back, chatId).returned, ...unsent.map(sentEntry)],
  });
}

/**
 * Puts back into a chat, which another device has restored, what was moved to the home box, where it stands there
 * unchanged.
 */
export function takeFromHome(drafts: Drafts, chatId: string, before: Drafts): Drafts {
  const moved = unsentIn(before, chatId);
  const isThere = moved !== "" && endOfParagraphs(contentAt(drafts, HOME).trim(), moved) >= 0;
  return isThere ? withChatDrafts(drafts, chatId, before) : drafts;
}

/** Takes a message that has come back into a box out of it, where it stands there as it was sent. */
export function withoutReturned(drafts: Drafts, place: string, entry: OutboxEntry): Drafts {
  const others = boxAt(drafts, place).returned.filter((other) => other !== entry);
  return withoutParagraphs(withBox(drafts, place, { returned: others }), place, entry.content);
}

/**
 * Forgets a message that the server holds. One that had come back into its box leaves it, where it stands there as it
 * was sent; what stands beside it stays.
 */
export function acknowledge(drafts: Drafts, messageId: string): Drafts {
  const entry = entryOf(drafts, messageId);
  // Its chat is there.
  const known = entry === undefined ? drafts : withBox(drafts, entry.chatId, { startsChat: false });
  return Object.entries(drafts.boxes).reduce(
    (all, [place, { returned }]) => {
      const back = returned.find((other) => other.messageId === messageId);
      return back === undefined ? all : withoutReturned(all, place, back);
    },
    removeFromOutbox(known, messageId),
  );
}
