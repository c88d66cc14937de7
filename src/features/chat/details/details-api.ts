import { database } from "#lib/database.ts";
import type { NewestReply } from "./memory-rules.ts";

/** Reads when the newest reply of a chat was stored, by which model, and where that one's memory begins. */
export async function readNewestReply(
  chatId: string,
  signal: AbortSignal,
): Promise<NewestReply | null> {
  const client = await database();
  const { data } = await client
    .from("messages")
    .select("model, created_at, context_from")
    .eq("chat_id", chatId)
    .eq("role", "assistant")
    .order("created_at", { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data as NewestReply | null;
}
