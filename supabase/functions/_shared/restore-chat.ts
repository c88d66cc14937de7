import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { chatSchema } from "./contract.ts";
import type { Database } from "./database.types.ts";
import { outOfReach } from "./refusal.ts";

const outcome = z.union([
  z.object({ outcome: z.literal("restored"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone", "conflict"]) }),
]);

/** Undoes the deletion of a chat within ten minutes; a membership is not needed. */
export async function restoreDeletedChat(
  client: SupabaseClient<Database>,
  userId: string,
  chatId: string,
) {
  const args = { p_user_id: userId, p_chat_id: chatId };
  const { data, error } = await client.rpc("restore_chat", args);
  if (error) throw outOfReach(error.code);
  return outcome.parse(data);
}
