import type { Chat, Message } from "#contract";
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { listChats, listMessages } from "./chat-api.ts";
import { type ChatPage, withChat, withoutChat } from "./chat-pages-rules.ts";
import { chatQuery } from "./chat-query.ts";
import {
  loadedMessages,
  type MessagePage,
  type MessagePages,
  NEWEST,
  newerThan,
  olderThan,
  onlyNewest,
  PAGES_KEPT,
  type PageParam,
  reachesNewest,
  withMessages,
} from "./message-pages-rules.ts";

type ChatPages = InfiniteData<ChatPage, Chat | null>;
type LoadedMessages = InfiniteData<MessagePage, PageParam>;

const chatsKey = (userId: string) => ["chats", userId] as const;
const messagesKey = (userId: string, chatId: string) => ["messages", userId, chatId] as const;

/** The person's chats, newest first, in pages. */
export const chatsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: chatsKey(userId),
    queryFn: ({ pageParam, signal }) => listChats(userId, pageParam, signal),
    initialPageParam: null as Chat | null,
    getNextPageParam: (page: ChatPage) => (page.full ? page.chats.at(-1) : undefined),
  });

/** A chat's messages, the newest page first; the far end is let go as the reader moves. */
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
    select: readMessages,
  });

function readMessages(data: LoadedMessages) {
  return { messages: loadedMessages(data), reachesNewest: reachesNewest(data) };
}

/**
 * Changes what is cached. A read that is under way began before the change and would undo it: it is done again, and
 * what it then brings is changed once more.
 */
async function update<Data>(
  client: QueryClient,
  queryKey: readonly string[],
  change: (data: Data) => Data,
): Promise<void> {
  const apply = () =>
    client.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)));
  apply();
  if (client.isFetching({ queryKey, exact: true }) === 0) return;
  await client.invalidateQueries({ queryKey, exact: true });
  apply();
}

/** Puts a chat in its newest state into every list that shows it. */
export function keepChat(client: QueryClient, userId: string, chat: Chat): void {
  const queryKey = chatQuery(userId, chat.id).queryKey;
  client.setQueryData(queryKey, chat);
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  void update<ChatPages>(client, chatsKey(userId), (data) => ({
    ...data,
    pages: withChat(data.pages, chat),
  }));
}

/** Asks for a chat in which something arrived although the page has not heard of it. */
export function seekChat(client: QueryClient, userId: string, chatId: string): void {
  const { queryKey } = chatQuery(userId, chatId);
  if (client.getQueryData(queryKey)) return;
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: chatsKey(userId) });
}

/** A chat that the list shows already, to have while it is being read. */
export function listedChat(client: QueryClient, userId: string, chatId: string): Chat | undefined {
  const data = client.getQueryData<ChatPages>(chatsKey(userId));
  return data?.pages.flatMap((page) => page.chats).find((chat) => chat.id === chatId);
}

/** Takes a deleted chat out of everything that shows it. */
export function dropChat(client: QueryClient, userId: string, chatId: string): void {
  void client.invalidateQueries({ queryKey: chatQuery(userId, chatId).queryKey });
  client.removeQueries({ queryKey: messagesKey(userId, chatId) });
  const queryKey = chatsKey(userId);
  client.setQueryData<ChatPages>(queryKey, (data) =>
    data === undefined ? data : { ...data, pages: withoutChat(data.pages, chatId) },
  );
  void client.invalidateQueries({ queryKey });
}

/** A chat that was just made has no messages yet: known without asking. */
export function startEmpty(client: QueryClient, userId: string, chatId: string): void {
  client.setQueryData<LoadedMessages>(messagesKey(userId, chatId), {
    pages: [{ messages: [], full: false }],
    pageParams: [NEWEST],
  });
}

/** Puts messages into a chat that is loaded; done when no read under way can take them away again. */
export async function keepMessages(
  client: QueryClient,
  userId: string,
  chatId: string,
  messages: readonly Message[],
): Promise<void> {
  await update<LoadedMessages>(client, messagesKey(userId, chatId), (data) =>
    mutable(withMessages(data, messages)),
  );
}

/** Brings a chat back to its newest page, reading it when the reader had gone too far up to have it. */
export async function goToNewest(
  client: QueryClient,
  userId: string,
  chatId: string,
): Promise<void> {
  const queryKey = messagesKey(userId, chatId);
  const data = client.getQueryData<LoadedMessages>(queryKey);
  if (data === undefined) return;
  await client.cancelQueries({ queryKey });
  const newest = reachesNewest(data)
    ? onlyNewest(data)
    : { pages: [await listMessages(chatId, NEWEST)], pageParams: [NEWEST] };
  client.setQueryData<LoadedMessages>(queryKey, mutable(newest));
}

function mutable({ pages, pageParams }: MessagePages): LoadedMessages {
  return { pages: [...pages], pageParams: [...pageParams] };
}
