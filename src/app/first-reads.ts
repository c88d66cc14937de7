import type { QueryKey } from "@tanstack/react-query";
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
import { openAnswersQuery } from "#features/chat/turns/open-answers-queries.ts";
import { paths } from "#lib/paths.ts";
import { queryClient as client } from "#lib/query-client.ts";

/** The chat at an address; undefined at any other. */
export function chatAt(pathname: string): string | undefined {
  const id = pathname.slice(paths.chat("").length).toLowerCase();
  return isChatId(id) && pathname.startsWith(paths.chat("")) ? id : undefined;
}

/** What an address shows, on its way to be drawn. Neither promise throws. */
export type FirstReads = {
  readonly reads: Promise<unknown>;
  /** The copies of what is read. */
  readonly copies: Promise<unknown>;
  readonly copied: readonly QueryKey[];
};

/**
 * Begins to read what a member's address shows, and to load the copies of it, beside the scripts that draw it: their
 * queries find these reads and begin none of their own.
 */
export function beginReads(userId: string, { pathname, hash }: Location): FirstReads {
  const chatId = chatAt(pathname);
  const reads = [
    client.prefetchInfiniteQuery(chatsQuery(userId)),
    client.prefetchQuery(membershipQuery(userId)),
    ...(chatId === undefined
      ? []
      : [
          client.prefetchQuery(chatQuery(userId, chatId)),
          client.prefetchQuery(openAnswersQuery(userId, chatId)),
          // A named message is read with those around it.
          ...(hash === "" ? [client.prefetchInfiniteQuery(messagesQuery(userId, chatId))] : []),
        ]),
  ];
  const ofChat = chatId === undefined ? [] : [chatKey(userId, chatId), messagesKey(userId, chatId)];
  const copied = [chatsKey(userId), ...ofChat];
  return { reads: Promise.all(reads), copies: Promise.all(copied.map(loadCopy)), copied };
}
