import type { Chat } from "#contract";
import { contentAt, type Drafts, HOME, startsChatAt } from "#features/chat/drafts/draft-rules.ts";

/** Whether nothing was ever said in a chat, and nobody has named it. */
export const isUnused = (chat: Chat): boolean => chat.last_message_at === null && !chat.title;

/**
 * The chat that New Chat goes to instead of making another: one in which nothing was ever said, also one that its first
 * message will start, and in which nothing has been typed or sent here.
 * @param comingIds The chats that the server is still creating.
 */
export function untouchedChat(
  comingIds: readonly string[],
  chats: readonly Chat[],
  drafts: Drafts,
): string | undefined {
  const toStart = Object.keys(drafts.boxes).filter((id) => startsChatAt(drafts, id) && id !== HOME);
  return [...comingIds, ...toStart, ...chats.filter(isUnused).map(({ id }) => id)].find(
    (id) => contentAt(drafts, id) === "" && drafts.outbox.every(({ chatId }) => chatId !== id),
  );
}
