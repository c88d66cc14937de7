import type { Chat, ChooseAnswerRequest, UpdateChatResponse } from "#contract";
import { post } from "#lib/functions-client.ts";

/**
 * Chooses one of several answers to the last question of a person's chat, for all their devices. Returns the changed
 * chat. Throws a RequestError.
 */
export async function chooseAnswer(
  userId: string,
  chatId: string,
  answerId: string,
): Promise<Chat> {
  const body: ChooseAnswerRequest = { chatId, answerId };
  const { chat } = await post<UpdateChatResponse>("update_chat", body, { userId });
  return chat;
}
