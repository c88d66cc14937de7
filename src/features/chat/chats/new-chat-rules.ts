import type { Chat } from "#contract";
import {
  contentAt,
  type DraftBox,
  type Drafts,
  HOME,
  startsChatAt,
} from "#features/chat/drafts/draft-rules.ts";
import { paths } from "#lib/paths.ts";

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

/**
 * The chats that are to be made now, since no list leads to what was typed in them: those whose page was left before it
 * had heard that they are made, and those that were opened without a network and left without sending.
 * @param pathname What is on the screen. The first message of a chat there may still start it.
 */
export function unmadeChats({ boxes, outbox }: Drafts, pathname: string): readonly string[] {
  const waits = (id: string) => outbox.some(({ chatId }) => chatId === id);
  const isLeft = ([id, { isComing, startsChat, content, deletedAt }]: [string, DraftBox]) =>
    deletedAt === null &&
    (isComing || (startsChat && content !== "" && pathname !== paths.chat(id) && !waits(id)));
  return Object.entries(boxes).flatMap((box) => (isLeft(box) ? box[0] : []));
}
