import type { QueryClient } from "@tanstack/react-query";
import type { Chat } from "#contract";
import type { ModelId } from "#models";
import { chatKey, chatsKey, messagesKey } from "./chat-keys.ts";
import type { ChatPages, LoadedMessages } from "./paged-queries.ts";

// What the caches hold of a chat that the page shows before the server has made it. In the first script.

/** Caches that a new chat has no messages, so that nobody reads them. */
export function cacheEmptyChat(client: QueryClient, userId: string, chatId: string): void {
  client.setQueryData<LoadedMessages>(messagesKey(userId, chatId), {
    pages: [{ messages: [], full: false }],
    pageParams: [{ from: "newest" }],
  });
}

/** Caches an empty chat as the server is about to create it. It is not in the list until it has been created. */
export function cacheComingChat(
  client: QueryClient,
  userId: string,
  id: string,
  model: ModelId,
): void {
  const chat: Chat = {
    id,
    user_id: userId,
    title: null,
    model,
    last_message_at: null,
    last_answer_at: null,
    created_at: new Date().toISOString(),
    copied_from_chat: null,
    copied_from_message: null,
    chosen_answer: null,
  };
  client.setQueryData(chatKey(userId, id), chat);
  cacheEmptyChat(client, userId, id);
}

/** The chats of the cached list, in no order. */
export function listedChats(client: QueryClient, userId: string): Chat[] {
  const data = client.getQueryData<ChatPages>(chatsKey(userId));
  return (data?.pages ?? []).flatMap((page) => page.chats);
}
