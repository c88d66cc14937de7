import {
  boxAt,
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  joinContents,
  modelAt,
  type OutboxEntry,
  withBox,
  withContent,
  withoutParagraphs,
} from "./draft-rules.ts";
import { moveDraft, putIntoOutbox, entryOf } from "./outbox-rules.ts";
import { queuedIn, returnEntries, sentEntry } from "./queue-rules.ts";

/** Forgets everything that was typed in a deleted chat. */
export function withoutChatDrafts(drafts: Drafts, chatId: string): Drafts {
  return partOf(drafts, (id) => id !== chatId);
}

/** Only what was typed in one chat, or sent there and not acknowledged: what `withChatDrafts` puts back. */
export function onlyChatDrafts(drafts: Drafts, chatId: string): Drafts {
  return partOf(drafts, (id) => id === chatId);
}

function partOf({ boxes, outbox }: Drafts, isIn: (chatId: string) => boolean): Drafts {
  const own = Object.entries(boxes).filter(([place]) => isIn(place.replace(/#.*/, "")));
  return { boxes: Object.fromEntries(own), outbox: outbox.filter(({ chatId }) => isIn(chatId)) };
}

/** Moves everything that was typed or sent in a chat that could not be created to the home box, or to another chat's. */
export function moveChatHome(drafts: Drafts, chatId: string, to = HOME): Drafts {
  const sent = drafts.outbox.filter((entry) => entry.chatId === chatId);
  return moveDraft(returnEntries(drafts, sent), chatId, to);
}

/** All that was typed in a chat and that the server does not hold, one after the other. */
export function unsentIn(drafts: Drafts, chatId: string): string {
  const sent = drafts.outbox.filter((entry) => entry.chatId === chatId && !entry.startsChat);
  const contents = sent.map(({ content }) => content);
  return [...contents, ...typedIn(drafts, chatId)].reduce(joinContents, "");
}

/**
 * Moves what was typed in a chat that is gone to the home box, behind what stands there.
 * @param taken What the tab that deleted the chat took away. The last keys typed here may have come after that: then
 * what stands in the box begins with it.
 * @param place Where it goes, if not to the home box.
 */
export function moveGoneHome(drafts: Drafts, chatId: string, taken: string, place = HOME): Drafts {
  const back = returnEntries(drafts, queuedIn(drafts.outbox, chatId));
  const contents = typedIn(back, chatId);
  if (contents[0]?.startsWith(taken) !== true) contents.unshift(taken);
  const left = editsIn(back, chatId).reduce(
    (all, edited) => withContent(all, edited, ""),
    withContent(back, chatId, ""),
  );
  const there = contents.reduce(
    (all, content) => (endOfParagraphs(all, content) < 0 ? joinContents(all, content) : all),
    contentAt(left, place),
  );
  return withContent(moveDraft(left, chatId, place), place, there);
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

/** The contents of a chat's own box and of those of its messages that are edited. */
function typedIn(drafts: Drafts, chatId: string): string[] {
  return [chatId, ...editsIn(drafts, chatId)].map((place) => contentAt(drafts, place));
}

/** The places of the messages that are edited in a chat. */
function editsIn({ boxes }: Drafts, chatId: string): readonly string[] {
  return Object.keys(boxes)
    .filter((place) => place.startsWith(`${chatId}#`))
    .sort();
}
