import {
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  joinContents,
  modelAt,
  NO_DRAFTS,
  withContent,
  withModel,
  withoutParagraphs,
} from "./draft-rules.ts";
import { moveDraft } from "./outbox-rules.ts";
import { queuedIn, returnEntries, sentEntry } from "./queue-rules.ts";

/** Forgets everything that was typed in a deleted chat. */
export function withoutChatDrafts(drafts: Drafts, chatId: string): Drafts {
  const outbox = drafts.outbox.filter((entry) => entry.chatId !== chatId);
  const places = [chatId, ...editsIn(drafts, chatId).map(([place]) => place)];
  const left = places.reduce<Drafts>((all, place) => withContent(all, place, ""), {
    ...drafts,
    outbox,
  });
  return withModel(left, chatId, null);
}

/** Only what was typed in one chat, or sent there and not acknowledged: what `withChatDrafts` puts back. */
export function onlyChatDrafts(drafts: Drafts, chatId: string): Drafts {
  const typed = contentAt(drafts, chatId);
  const outbox = drafts.outbox.filter((entry) => entry.chatId === chatId);
  const contents = Object.fromEntries(editsIn(drafts, chatId));
  const own = withContent({ ...NO_DRAFTS, outbox, contents }, chatId, typed);
  return withModel(own, chatId, modelAt(drafts, chatId));
}

/** Moves everything that was typed or sent in a chat that could not be created to the home box, or to another chat's. */
export function moveChatHome(drafts: Drafts, chatId: string, to = HOME): Drafts {
  const sent = drafts.outbox.filter((entry) => entry.chatId === chatId);
  return moveDraft(returnEntries(drafts, sent), chatId, to);
}

/** All that was typed in a chat and that the server does not hold, one after the other. */
export function unsentIn(drafts: Drafts, chatId: string): string {
  const sent = drafts.outbox.filter((entry) => entry.chatId === chatId && !entry.startsChat);
  const edits = editsIn(drafts, chatId).map(([, content]) => content);
  const contents = [...sent.map(({ content }) => content), contentAt(drafts, chatId), ...edits];
  return contents.reduce(joinContents, "");
}

/**
 * Moves what was typed in a chat that is gone to the home box, behind what stands there.
 * @param taken What the tab that deleted the chat took away. The last keys typed here may have come after that: then
 * what stands in the box begins with it.
 * @param place Where it goes, if not to the home box.
 */
export function moveGoneHome(drafts: Drafts, chatId: string, taken: string, place = HOME): Drafts {
  const back = returnEntries(drafts, queuedIn(drafts.outbox, chatId));
  const typed = contentAt(back, chatId);
  const edits = editsIn(back, chatId);
  const contents = [typed.startsWith(taken) ? "" : taken, typed, ...edits.map(([, edit]) => edit)];
  const places = [chatId, ...edits.map(([edited]) => edited)];
  const left = places.reduce((all, each) => withContent(all, each, ""), back);
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
  const waiting = own.filter(({ messageId }) =>
    drafts.outbox.every((entry) => entry.messageId !== messageId),
  );
  const typed = [...unsent.map(({ content }) => content), contentAt(before, chatId)];
  const old = typed.reduce(joinContents);
  const now = contentAt(drafts, chatId);
  // Another tab may have undone it before.
  const content = endOfParagraphs(now, old) < 0 ? joinContents(old, now) : now;
  const model = modelAt(drafts, chatId) ?? modelAt(before, chatId);
  const edits = Object.fromEntries(editsIn(before, chatId));
  const here = withoutParagraphs(drafts, HOME, unsentIn(before, chatId));
  const back = {
    ...here,
    outbox: isWaiting ? [...drafts.outbox, ...waiting] : drafts.outbox,
    contents: { ...edits, ...here.contents },
    returned: [...drafts.returned, ...unsent.map(sentEntry)],
  };
  return withModel(withContent(back, chatId, content), chatId, model);
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

/** The drafts of messages that are edited in a chat, by their places. */
function editsIn(drafts: Drafts, chatId: string): [string, string][] {
  return Object.entries(drafts.contents).filter(([place]) => place.startsWith(`${chatId}#`));
}
