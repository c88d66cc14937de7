import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { Chat } from "#contract";
import { listChats, listMessages } from "./chat-api.ts";
import { chatsKey, messagesKey } from "./chat-keys.ts";
import type { ChatPage } from "./chat-pages-rules.ts";
import {
  loadedMessages,
  type MessagePage,
  NEWEST,
  newerThan,
  olderThan,
  PAGES_KEPT,
  type PageParam,
  reachesNewest,
} from "./message-pages-rules.ts";

export type ChatPages = InfiniteData<ChatPage, Chat | null>;
export type LoadedMessages = InfiniteData<MessagePage, PageParam>;

/** The person's chats in pages, newest first. */
export const chatsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: chatsKey(userId),
    queryFn: ({ pageParam, signal }) => listChats(userId, pageParam, signal),
    initialPageParam: null as Chat | null,
    getNextPageParam: (page: ChatPage) => (page.full ? page.chats.at(-1) : undefined),
  });

/** A chat's messages in pages, the newest first. Pages at the far end are dropped as the reader moves. */
export const messagesQuery = (userId: string, chatId: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(userId, chatId),
    queryFn: ({ pageParam, signal }) => listMessages(chatId, pageParam, signal),
    initialPageParam: NEWEST,
    getNextPageParam: (page: MessagePage, _: MessagePage[], param: PageParam) =>
      olderThan(page, param),
    getPreviousPageParam: (page: MessagePage, _: MessagePage[], param: PageParam) =>
      newerThan(page, param),
    maxPages: PAGES_KEPT,
    select: selectLoaded,
  });

function selectLoaded(data: LoadedMessages) {
  return { messages: loadedMessages(data), reachesNewest: reachesNewest(data) };
}
