import {
  boxAt,
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  inOrder,
  isBefore,
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

/** The message in the outbox, unless the server has acknowledged it, it is given up, or its chat was deleted. */
export function entryOf(drafts: Drafts, messageId: string): OutboxEntry | undefined {
  const entry = drafts.outbox.find((each) => each.messageId === messageId);
  return entry && boxAt(drafts, entry.chatId).deletedAt === null ? entry : undefined;
}

/** Forgets a message that the server holds or that is given up. */
export function removeFromOutbox(drafts: Drafts, messageId: string): Drafts {
  const outbox = drafts.outbox.filter((entry) => entry.messageId !== messageId);
  return outbox.length === drafts.outbox.length ? drafts : { ...drafts, outbox };
}

/**
 * Puts a message back into its box, when the server did not take it: behind those that were sent before it and are back
 * too, and before anything typed there since. What was typed and chosen in the chat that it should have started comes
 * along, home or to the chat where it was edited. A message that is no longer in the outbox stays gone: the person has
 * logged out.
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
  const along = place === HOME ? HOME : entry.from?.chatId;
  const own = entry.startsChat ? moveHome(drafts, entry.chatId, along) : drafts;
  const { content: box, returned } = boxAt(own, place);
  const ends = returned
    .filter((other) => isBefore(other, entry))
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

/** Forgets everything that was typed or sent in a chat. */
export function withoutChatDrafts(drafts: Drafts, chatId: string): Drafts {
  return partOf(drafts, (id) => id !== chatId);
}

function partOf({ boxes, outbox }: Drafts, isIn: (chatId: string) => boolean): Drafts {
  const own = Object.entries(boxes).filter(([place]) => isIn(place.replace(/#.*/, "")));
  return { boxes: Object.fromEntries(own), outbox: outbox.filter(({ chatId }) => isIn(chatId)) };
}

/** All that was typed in a chat and that the server does not hold, one after the other: what was sent, the box, the edits. */
export function unsentIn(drafts: Drafts, chatId: string): string {
  const { boxes, outbox } = partOf(drafts, (id) => id === chatId);
  const sent = outbox.filter(({ startsChat }) => !startsChat).map(({ content }) => content);
  const typed = Object.keys(boxes).sort();
  return [...sent, ...typed.map((place) => contentAt(drafts, place))].reduce(joinContents, "");
}

/**
 * Puts what was typed or sent in a chat into the home box too, behind what stands there, with the model chosen for it.
 * @param place Where it goes, if not to the home box.
 */
export function copyHome(drafts: Drafts, chatId: string, place = HOME): Drafts {
  const before = contentAt(drafts, place);
  const unsent = unsentIn(drafts, chatId);
  const content = endOfParagraphs(before, unsent) < 0 ? joinContents(before, unsent) : before;
  const model = modelAt(drafts, chatId) ?? modelAt(drafts, place);
  return withBox(withContent(drafts, place, content), place, { model });
}

/**
 * Puts what was typed or sent in a chat that was deleted elsewhere into the home box too. It stays in its place for when
 * the chat is there again.
 * @param now The server's time, in milliseconds since 1970.
 */
export function keepOfGone(drafts: Drafts, chatId: string, now: number): Drafts {
  if (unsentIn(drafts, chatId) === "") return drafts;
  return withBox(copyHome(drafts, chatId), chatId, { deletedAt: now });
}

/** Moves what was typed or sent in a chat that was never made to the home box. What starts a chat stays in the outbox. */
export function moveHome(drafts: Drafts, chatId: string, place = HOME): Drafts {
  const starts = drafts.outbox.filter((entry) => entry.chatId === chatId && entry.startsChat);
  return putIntoOutbox(withoutChatDrafts(copyHome(drafts, chatId, place), chatId), starts);
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
