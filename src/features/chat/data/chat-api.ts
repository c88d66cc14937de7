import type {
  Chat,
  ChooseAnswerRequest,
  CreateChatRequest,
  CreateChatResponse,
  Message,
  RenameChatRequest,
  RestoreChatRequest,
  SeeChatRequest,
  UpdateChatResponse,
} from "#contract";
import { database } from "#lib/database.ts";
import { post } from "#lib/functions-client.ts";
import type { ModelId } from "#models";
import { type ChatPage, CHATS_PAGE, chatsAfter } from "./chat-pages-rules.ts";
import { type MessagePage, MESSAGES_PAGE, type PageParam } from "./message-pages-rules.ts";

// The database's types say `string` where the contract names the values. Its check constraints allow only those.

/**
 * Reads the page of a person's chats after `last`, newest first. After a chat without messages there may be a second
 * read, for the chats that have some. Throws what the database returned.
 */
export async function listChats(
  userId: string,
  last: Chat | null,
  signal: AbortSignal,
): Promise<ChatPage> {
  const client = await database();
  const read = async (limit: number, after: Chat | null) => {
    let query = client.from("chats").select("*").eq("user_id", userId);
    if (after !== null) query = query.or(chatsAfter(after));
    // The filter above is not enough: the index can only be entered by a plain bound.
    if (after?.last_message_at) query = query.lte("last_message_at", after.last_message_at);
    else if (after) query = query.is("last_message_at", null).lte("created_at", after.created_at);
    else if (last) query = query.not("last_message_at", "is", null);
    const { data } = await query
      .order("last_message_at", { ascending: false, nullsFirst: true })
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(limit)
      .abortSignal(signal)
      .throwOnError();
    return data as Chat[];
  };
  const chats = await read(CHATS_PAGE, last);
  if (last?.last_message_at === null && chats.length < CHATS_PAGE) {
    chats.push(...(await read(CHATS_PAGE - chats.length, null)));
  }
  return { chats, full: chats.length === CHATS_PAGE };
}

/** Of a read that nobody leaves. The client ends it when it is late. */
const UNTIL_LATE = new AbortController().signal;

/** Reads a chat. Returns null when it does not exist or belongs to another person. */
export async function readChat(id: string, signal = UNTIL_LATE): Promise<Chat | null> {
  const client = await database();
  const query = client.from("chats").select("*").eq("id", id).abortSignal(signal);
  const { data } = await query.maybeSingle().throwOnError();
  return data as Chat | null;
}

/** Reads one page of a chat's messages, newest first. */
export async function listMessages(
  chatId: string,
  page: PageParam,
  signal = UNTIL_LATE,
): Promise<MessagePage> {
  const client = await database();
  const upwards = page.from === "after";
  let query = client.from("messages").select("*").eq("chat_id", chatId);
  if (page.from !== "newest") {
    const { createdAt, id } = page.cursor;
    const beyond = upwards ? "gt" : "lt";
    // The next filter says the same and more, but only this bound makes the database start within the index.
    query = upwards ? query.gte("created_at", createdAt) : query.lte("created_at", createdAt);
    query = query.or(`created_at.${beyond}."${createdAt}",id.${beyond}.${id}`);
  }
  const { data } = await query
    .order("created_at", { ascending: upwards })
    .order("id", { ascending: upwards })
    .limit(MESSAGES_PAGE)
    .abortSignal(signal)
    .throwOnError();
  const messages = data as Message[];
  return {
    messages: upwards ? messages.toReversed() : messages,
    full: messages.length === MESSAGES_PAGE,
  };
}

/** When a message of the chat was stored; null when the chat has no such message. */
export async function readMessageTime(chatId: string, id: string): Promise<string | null> {
  const client = await database();
  const query = client.from("messages").select("created_at").eq("chat_id", chatId).eq("id", id);
  const { data } = await query.maybeSingle().throwOnError();
  return data?.created_at ?? null;
}

/** Deletes a chat. Returns false when it was gone already. */
export async function deleteChat(id: string): Promise<boolean> {
  const client = await database();
  const { data } = await client.from("chats").delete().eq("id", id).select("id").throwOnError();
  return data.length > 0;
}

/**
 * Creates an empty chat of this person under an id that the page has made. Throws a RequestError, also when somebody
 * else is signed in by now.
 */
export async function createEmptyChat(
  userId: string,
  chatId: string,
  model: ModelId,
): Promise<Chat> {
  const body: CreateChatRequest = { chatId, model };
  const { chat } = await post<CreateChatResponse>("create_chat", body, { userId });
  return chat;
}

/**
 * Gives a person's chat another title, chooses one of several answers to its last question, notes what was seen of it, or
 * undoes its deletion. Returns the chat. Throws a RequestError.
 */
export async function changeChat(
  userId: string,
  body: RenameChatRequest | ChooseAnswerRequest | RestoreChatRequest | SeeChatRequest,
): Promise<Chat> {
  const { chat } = await post<UpdateChatResponse>("update_chat", body, { userId });
  return chat;
}
