import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Chat } from "#contract";
import { listChats, listMessages, readChat } from "./chat-api.ts";
import type { ChatPage } from "./chat-pages-rules.ts";
import {
  type LoadedMessages,
  loadedMessages,
  type MessagePage,
  newerThan,
  NEWEST,
  olderThan,
  type PageParam,
  PAGES_KEPT,
  reachesNewest,
} from "./message-pages-rules.ts";

export type ChatPages = InfiniteData<ChatPage, Chat | null>;

export const chatsKey = (userId: string) => ["chats", userId] as const;
export const chatKey = (userId: string, chatId: string) => ["chat", userId, chatId] as const;
export const openAnswersKey = (userId: string, chatId: string) =>
  ["open answers", userId, chatId] as const;
/** The answers of a person that are on their way. */
export const runningKey = (userId: string) => ["running", userId] as const;
export const messagesKey = (userId: string, chatId: string) =>
  ["messages", userId, chatId] as const;
/** How many chats and messages a person has. */
export const historySizeKey = (userId: string | null) => ["history-size", userId] as const;

/** What models wrote about replies that are opened side by side again. Read again with the messages. */
export const comparisonsKey = (userId: string, chatId: string) =>
  [...messagesKey(userId, chatId), "comparisons"] as const;

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

/** One chat; null when it does not exist or belongs to another person. */
export const chatQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: chatKey(userId, chatId),
    queryFn: ({ signal }) => readChat(chatId, signal),
  });
