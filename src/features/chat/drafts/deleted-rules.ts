import { boxAt, type Drafts, HOME, withBox, withoutParagraphs } from "./draft-rules.ts";
import { returnToBox, unsentIn, withoutChatDrafts } from "./outbox-rules.ts";
import { returnWaiting } from "./queue-rules.ts";

// What was typed or sent in a chat that was deleted stays in its place until that is undone or final. It is not shown
// there, and nothing of it is sent (`entryOf`).

/** For so long the server can restore a chat. */
export const RESTORABLE_MS = 600_000;

/**
 * A deleted chat is there again with what was typed in it. That leaves the home box, where it stands there unchanged.
 * Queued messages wait again. What had been sent and not acknowledged comes into the box, and keeps its ids: the server
 * may hold it. Then what was queued behind it comes into the box too, because it must not be sent first.
 */
export function restoreDeleted(drafts: Drafts, chatId: string): Drafts {
  if (boxAt(drafts, chatId).deletedAt === null) return drafts;
  const here = withoutParagraphs(drafts, HOME, unsentIn(drafts, chatId));
  const back = withBox(here, chatId, { deletedAt: null });
  const sent = back.outbox.filter(
    (entry) => entry.chatId === chatId && !entry.waitsFor && !entry.startsChat,
  );
  return sent.reduce(
    (all, entry) => returnToBox(all, chatId, entry, true),
    sent.length > 0 ? returnWaiting(back, chatId) : back,
  );
}

/** Forgets what was typed in those deleted chats that cannot come back any more. */
export function forgetDeleted(
  drafts: Drafts,
  isFinal: (chatId: string, deletedAt: number) => boolean,
): Drafts {
  return Object.entries(drafts.boxes)
    .filter(([chatId, { deletedAt }]) => deletedAt !== null && isFinal(chatId, deletedAt))
    .reduce((all, [chatId]) => withoutChatDrafts(all, chatId), drafts);
}
