import {
  contentAt,
  type Drafts,
  joinContents,
  modelAt,
  NO_DRAFTS,
  withContent,
  withModel,
} from "./draft-rules.ts";
import { moveDraft, returnToBox } from "./outbox-rules.ts";
import { sentEntry } from "./queue-rules.ts";

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

/** Moves everything that was typed or sent in a chat that could not be created to the home box. */
export function moveChatHome(drafts: Drafts, chatId: string): Drafts {
  const sent = drafts.outbox.filter((entry) => entry.chatId === chatId);
  const back = sent.reduceRight((all, entry) => returnToBox(all, chatId, entry, false), drafts);
  return moveDraft(back, chatId);
}

/**
 * Puts back what was typed in a chat before it was deleted. Queued messages wait again. What had been sent and not
 * acknowledged comes into the box, and keeps its ids: the server may hold it. Then what was queued behind it comes into
 * the box too, because it must not be sent first. What has been typed since stays.
 */
export function withChatDrafts(drafts: Drafts, chatId: string, before: Drafts): Drafts {
  const typed = contentAt(before, chatId);
  const own = before.outbox.filter((entry) => entry.chatId === chatId && !entry.startsChat);
  const isWaiting = own.every(({ isQueued }) => isQueued === true);
  const unsent = isWaiting ? [] : own;
  const contents = [...unsent.map(({ content }) => content), typed, contentAt(drafts, chatId)];
  const model = modelAt(drafts, chatId) ?? modelAt(before, chatId);
  const edits = Object.fromEntries(editsIn(before, chatId));
  const back = {
    ...drafts,
    outbox: isWaiting ? [...drafts.outbox, ...own] : drafts.outbox,
    contents: { ...edits, ...drafts.contents },
    returned: [...drafts.returned, ...unsent.map(sentEntry)],
  };
  return withModel(withContent(back, chatId, contents.reduce(joinContents)), chatId, model);
}

/** The drafts of messages that are edited in a chat, by their places. */
function editsIn(drafts: Drafts, chatId: string): [string, string][] {
  return Object.entries(drafts.contents).filter(([place]) => place.startsWith(`${chatId}#`));
}
