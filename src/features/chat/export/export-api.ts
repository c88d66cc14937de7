import type { Chat } from "#contract";
import { listChats } from "#features/chat/data/chat-api.ts";
import { MESSAGES_PAGE } from "#features/chat/data/message-pages-rules.ts";
import { database } from "#lib/database.ts";
import { accessToken } from "#lib/session.ts";
import type { ExportSource } from "./export-chats.ts";
import type { ExportedMessage } from "./format-rules.ts";

/** How much a person has. */
export type HistorySize = { readonly chats: number; readonly messages: number };

const OUTLINE = "id, created_at, role, reply_to, follows";
const WHOLE = `${OUTLINE}, model, stopped_at, content`;

/** Counts a person's chats and messages. Throws what the database returned. */
export async function readHistorySize(userId: string, signal: AbortSignal): Promise<HistorySize> {
  const client = await database();
  const count = async (table: "chats" | "messages") => {
    const { count: rows } = await client
      .from(table)
      .select("id", { count: "exact", head: true })
      .eq("user_id", userId)
      .abortSignal(signal)
      .throwOnError();
    return rows ?? 0;
  };
  return { chats: await count("chats"), messages: await count("messages") };
}

/** Counts the messages of one chat. Throws what the database returned. */
export async function readChatSize(
  userId: string,
  chatId: string,
  signal: AbortSignal,
): Promise<HistorySize> {
  const client = await database();
  const { count } = await client
    .from("messages")
    .select("id", { count: "exact", head: true })
    .eq("user_id", userId)
    .eq("chat_id", chatId)
    .abortSignal(signal)
    .throwOnError();
  return { chats: 1, messages: count ?? 0 };
}

/**
 * What an export of a person's chats reads, or of one chat of theirs. Its reads throw what the database returned, and
 * the signal's reason when it was aborted.
 */
export function exportSource(userId: string, only: Chat | null, signal: AbortSignal): ExportSource {
  return {
    chats: async (last) => {
      if (only !== null) return { chats: [only], full: false };
      await accessToken(userId);
      return listChats(userId, last, signal);
    },
    messages: async (chatId, last) => {
      const rows = await pageOf(userId, chatId, WHOLE, last, signal);
      return rows as unknown as ExportedMessage[];
    },
    outlines: async (chatId, last) => {
      const rows = await pageOf(userId, chatId, OUTLINE, last, signal);
      return rows as unknown as ExportedMessage[];
    },
    messagesOf: async (ids) => {
      const client = await clientOf(userId);
      const { data } = await client
        .from("messages")
        .select(WHOLE)
        .eq("user_id", userId)
        .in("id", ids)
        .limit(MESSAGES_PAGE)
        .abortSignal(signal)
        .throwOnError();
      return data as unknown as ExportedMessage[];
    },
  };
}

/** The client, with a session of this person: somebody else would be given nothing, and the file would look whole. */
async function clientOf(userId: string) {
  await accessToken(userId);
  return database();
}

/** Times of a chat's messages are all different, so that the time alone says where a page begins. */
async function pageOf(
  userId: string,
  chatId: string,
  columns: string,
  last: Pick<ExportedMessage, "created_at"> | null,
  signal: AbortSignal,
) {
  const client = await clientOf(userId);
  let query = client.from("messages").select(columns).eq("user_id", userId).eq("chat_id", chatId);
  if (last !== null) query = query.gt("created_at", last.created_at);
  const { data } = await query
    .order("created_at")
    .limit(MESSAGES_PAGE)
    .abortSignal(signal)
    .throwOnError();
  return data;
}
