import type { Chat } from "#contract";
import type { ModelId } from "#models";
import { RequestError } from "#lib/functions-client.ts";
import { createFailure, type Notice, NOTICES } from "#lib/notices.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createChat, readChat } from "#features/chat/data/chat-api.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { keepChat, startEmpty } from "#features/chat/data/chat-queries.ts";

export type Created = {
  /** What to say; the failure's words when there is no chat. */
  readonly notice: Notice;
  readonly chat: Chat | null;
  /** Whether the person has to log in first. */
  readonly needsLogin: boolean;
};

/** Makes an empty chat and puts it where the page looks for it. Never throws for what the network does. */
export async function makeChat(
  client: QueryClient,
  userId: string,
  model: ModelId,
): Promise<Created> {
  try {
    const chat = await createOnce(model);
    startEmpty(client, userId, chat.id);
    keepChat(client, userId, chat);
    tellOtherTabs({ userId, chatId: chat.id });
    return { notice: NOTICES.chatCreated, chat, needsLogin: false };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const needsLogin = error.code === "unauthenticated";
    return { notice: createFailure(error), chat: null, needsLogin };
  }
}

/** After a lost answer the database knows whether the chat was made. */
async function createOnce(model: ModelId): Promise<Chat> {
  const id = crypto.randomUUID();
  try {
    return await createChat(id, model);
  } catch (error) {
    const lost = error instanceof RequestError && error.code === "network";
    const made = lost ? await readChat(id).catch(() => null) : null;
    if (made === null) throw error;
    return made;
  }
}
