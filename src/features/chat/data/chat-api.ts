import type {
  Chat,
  CreateChatRequest,
  CreateChatResponse,
  Message,
  RenameChatRequest,
  UpdateChatResponse,
} from "#contract";
import type { ModelId } from "#models";
import { post } from "#lib/functions-client.ts";
import { supabase } from "#lib/supabase.ts";
import { type ChatPage, CHATS_PAGE, chatsAfter } from "./chat-pages-rules.ts";
import { type MessagePage, MESSAGES_PAGE, type PageParam } from "./message-pages-rules.ts";

// The database's types say `string` where the contract says which strings: its checks make them so.

/** One page of a person's chats (SPEC 7), after `last`. Throws what the database answered. */
export async function listChats(
  userId: string,
  last: Chat | null,
  signal: AbortSignal,
): Promise<ChatPage> {
  const client = await supabase();
  let query = client.from("chats").select("*").eq("user_id", userId);
  if (last !== null) query = query.or(chatsAfter(last));
  const { data } = await query
    .order("last_message_at", { ascending: false, nullsFirst: true })
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(CHATS_PAGE)
    .abortSignal(signal)
    .throwOnError();
  return { chats: data as Chat[], full: data.length === CHATS_PAGE };
}

/** The chat, or null when it is not there or not the person's. */
export async function readChat(id: string, signal?: AbortSignal): Promise<Chat | null> {
  const client = await supabase();
  let query = client.from("chats").select("*").eq("id", id);
  if (signal !== undefined) query = query.abortSignal(signal);
  const { data } = await query.maybeSingle().throwOnError();
  return data as Chat | null;
}

/** One page of a chat's messages, newest first (SPEC 7; the page is shown the other way round). */
export async function listMessages(
  chatId: string,
  page: PageParam,
  signal?: AbortSignal,
): Promise<MessagePage> {
  const client = await supabase();
  const upwards = page.from === "after";
  let query = client.from("messages").select("*").eq("chat_id", chatId);
  if (page.from !== "newest") {
    const { createdAt, id } = page.cursor;
    const beyond = upwards ? "gt" : "lt";
    // The plain bound says nothing new, but it is what an index can begin at.
    query = upwards ? query.gte("created_at", createdAt) : query.lte("created_at", createdAt);
    query = query.or(`created_at.${beyond}."${createdAt}",id.${beyond}.${id}`);
  }
  query = query
    .order("created_at", { ascending: upwards })
    .order("id", { ascending: upwards })
    .limit(MESSAGES_PAGE);
  if (signal !== undefined) query = query.abortSignal(signal);
  const { data } = await query.throwOnError();
  const messages = data as Message[];
  return {
    messages: upwards ? messages.toReversed() : messages,
    full: messages.length === MESSAGES_PAGE,
  };
}

/** @returns whether a row went: false when the chat was gone already. */
export async function deleteChat(id: string): Promise<boolean> {
  const client = await supabase();
  const { data } = await client.from("chats").delete().eq("id", id).select("id").throwOnError();
  return data.length > 0;
}

/** Throws a RequestError. */
export async function createChat(chatId: string, model: ModelId): Promise<Chat> {
  const body: CreateChatRequest = { chatId, model };
  const { chat } = await post<CreateChatResponse>("create_chat", body);
  return chat;
}

/** Gives a chat of the person another title; returns its new state. Throws a RequestError. */
export async function renameChat(chatId: string, title: string): Promise<Chat> {
  const body: RenameChatRequest = { chatId, title };
  const { chat } = await post<UpdateChatResponse>("update_chat", body);
  return chat;
}
