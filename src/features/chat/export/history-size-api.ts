import type { Chat } from "#contract";
import { database } from "#lib/database.ts";

/** Counts a person's chats and messages, or the messages of one chat. Throws what the database returned. */
export async function readHistorySize(userId: string, only: Chat | null, signal: AbortSignal) {
  const client = await database();
  const count = async (table: "chats" | "messages", of: Record<string, string> = {}) => {
    const { count: rows } = await client
      .from(table)
      .select("id", { count: "exact", head: true })
      .match({ user_id: userId, ...of })
      .abortSignal(signal)
      .throwOnError();
    return rows ?? 0;
  };
  return only === null
    ? { chats: await count("chats"), messages: await count("messages") }
    : { chats: 1, messages: await count("messages", { chat_id: only.id }) };
}
