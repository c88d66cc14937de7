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
import { loadCopy, loadedCopy } from "#features/chat/data/copies.ts";
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

/**
 * Begins to read what a member's address shows, beside the scripts that draw it: their queries find these reads and begin
 * none of their own. Never throws; resolves when all have ended.
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
}

/** How long what was read has the network and the processor to itself, to be drawn. */
const TO_DRAW_MS = 500;

/** Fetches what draws a chat, which is opened next, when the reads have been drawn. Never throws. */
export async function afterReads(reads: Promise<void>): Promise<void> {
  await reads;
  await new Promise((resolve) => setTimeout(resolve, TO_DRAW_MS));
  await LateConversation.load().catch(() => undefined);
}

/** The first drawing waits no longer for scripts and copies, and no longer for the reads of a chat without a copy. */
const AT_MOST_MS = 300;

const atMost = (parts: readonly Promise<unknown>[]) =>
  Promise.race([
    Promise.allSettled(parts),
    new Promise((resolve) => setTimeout(resolve, AT_MOST_MS)),
  ]);

/**
 * Resolves when the reads have left, the scripts that draw what they bring are there, and so are they or the copies of
 * them: one drawing is quicker than two. Never throws.
 */
export async function beforeDrawing(
  userId: string,
  { pathname }: Location,
  reads: Promise<void>,
): Promise<void> {
  const chatId = chatAt(pathname);
  const keys = [
    chatsKey(userId),
    ...(chatId === undefined ? [] : [chatKey(userId, chatId), messagesKey(userId, chatId)]),
  ];
  const copies = Promise.all(keys.map(loadCopy));
  await atMost([
    LateChatList.load(),
    ...(chatId === undefined ? [] : [LateConversation.load()]),
    database().then(() => Promise.race([reads, copies])),
  ]);
  if (chatId !== undefined && keys.some((key) => loadedCopy(key) === undefined))
    await atMost([reads]);
  // So that what has just arrived is begun.
  await new Promise((resolve) => setTimeout(resolve));
}
