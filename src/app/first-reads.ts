import { membershipQuery } from "#features/account/account-queries.ts";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";
import {
  chatKey,
  chatQuery,
  chatsKey,
  chatsQuery,
  messagesKey,
  messagesQuery,
} from "#features/chat/data/chat-queries.ts";
import { loadCopy } from "#features/chat/data/copies.ts";
import { openAnswersQuery } from "#features/chat/data/open-answers-queries.ts";
import { database } from "#lib/database.ts";
import { paths } from "#lib/paths.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { LateConversation } from "./chat-screen.tsx";
import { LateChatList } from "./layout/sidebar.tsx";

/** The chat at an address; undefined at any other. */
function chatAt(pathname: string): string | undefined {
  const id = pathname.slice(paths.chat("").length).toLowerCase();
  return isChatId(id) && pathname.startsWith(paths.chat("")) ? id : undefined;
}

/** How long what was read has the network and the processor to itself, to be drawn. */
const TO_DRAW_MS = 500;

/**
 * Begins to read what a member's address shows, beside the scripts that draw it: their queries find these reads and begin
 * none of their own. Never throws; resolves soon after all have ended.
 */
export async function beginReads(userId: string, { pathname, hash }: Location): Promise<void> {
  const chatId = chatAt(pathname);
  await Promise.all([
    client.prefetchInfiniteQuery(chatsQuery(userId)),
    client.prefetchQuery(membershipQuery(userId)),
    ...(chatId === undefined
      ? []
      : [
          client.prefetchQuery(chatQuery(userId, chatId)),
          client.prefetchQuery(openAnswersQuery(userId, chatId)),
          // A named message is read with those around it.
          hash === "" && client.prefetchInfiniteQuery(messagesQuery(userId, chatId)),
        ]),
  ]);
  await new Promise((resolve) => setTimeout(resolve, TO_DRAW_MS));
}

/** The first drawing waits no longer for what is on its way. */
const AT_MOST_MS = 300;

/**
 * Resolves when the reads have left, and the scripts that draw what they bring are there, and the copies of it: one
 * drawing is quicker than two, and it would keep the reads waiting. Never throws.
 */
export async function beforeDrawing(userId: string, { pathname }: Location): Promise<void> {
  const parts: Promise<unknown>[] = [database(), LateChatList.load(), loadCopy(chatsKey(userId))];
  const chatId = chatAt(pathname);
  if (chatId !== undefined) {
    parts.push(
      LateConversation.load(),
      loadCopy(chatKey(userId, chatId)),
      loadCopy(messagesKey(userId, chatId)),
    );
  }
  const late = new Promise((resolve) => setTimeout(resolve, AT_MOST_MS));
  await Promise.race([Promise.allSettled(parts), late]);
  await new Promise((resolve) => setTimeout(resolve));
}
