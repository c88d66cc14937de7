import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { chatSchema } from "../contract.ts";
import { callDatabase } from "./call-database.ts";
import type { Database } from "./database.types.ts";

const outcome = z.union([
  z.object({ outcome: z.literal("restored"), chat: chatSchema }),
  z.object({ outcome: z.literal("limited"), retry_after: z.number() }),
  z.object({ outcome: z.enum(["not_found", "gone", "conflict"]) }),
]);

const indexOutcome = z.object({ outcome: z.enum(["done", "more"]) });

/** Undoes the deletion of a chat within ten minutes; a membership is not needed. */
export async function restoreDeletedChat(
  client: SupabaseClient<Database>,
  chatsPerMinute: number,
  userId: string,
  chatId: string,
) {
  const args = { p_user_id: userId, p_chat_id: chatId, p_chats_per_minute: chatsPerMinute };
  return callDatabase(client, "restore_chat", outcome, args);
}

/** Puts all of a person's messages into the search index that it does not have yet. */
export async function indexMessages(client: SupabaseClient<Database>, userId: string) {
  const args = { p_user_id: userId };
  for (let outcome = "more"; outcome === "more";) {
    ({ outcome } = await callDatabase(client, "index_messages", indexOutcome, args));
  }
}
