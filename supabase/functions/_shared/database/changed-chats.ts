import type { SupabaseClient } from "@supabase/supabase-js";
import { outOfReach } from "../refusal.ts";
import { chooseOutcome, renameOutcome } from "./chat-outcomes.ts";
import type { Database } from "./database.types.ts";

// What a person changes of their own chats, for which no membership is needed. Refuses with 503 when out of reach.

/** Gives a chat another title. */
export async function retitleChat(
  client: SupabaseClient<Database>,
  userId: string,
  chatId: string,
  title: string,
) {
  const args = { p_user_id: userId, p_chat_id: chatId, p_title: title };
  const { data, error } = await client.rpc("rename_chat", args);
  if (error) throw outOfReach(error.code);
  return renameOutcome.parse(data);
}

/** Notes which of several answers to the last question of a chat the person goes on from. */
export async function keepChosenAnswer(
  client: SupabaseClient<Database>,
  userId: string,
  chatId: string,
  answerId: string,
) {
  const args = { p_user_id: userId, p_chat_id: chatId, p_answer_id: answerId };
  const { data, error } = await client.rpc("choose_answer", args);
  if (error) throw outOfReach(error.code);
  return chooseOutcome.parse(data);
}
