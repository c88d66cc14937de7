import type { QueryClient } from "@tanstack/react-query";
import type { Chat } from "#contract";
import { createEmptyChat, readChat } from "#features/chat/data/chat-api.ts";
import { cacheEmptyChat, upsertChat } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { RequestError } from "#lib/functions-client.ts";
import { createFailure, NOTICES } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";
import type { ModelId } from "#models";

export type Created = {
  /** What to show: that the chat was created, or why not. */
  readonly notice: Notice;
  readonly chat: Chat | null;
  /** Whether the person has to log in first. */
  readonly needsLogin: boolean;
};

/** Creates an empty chat and puts it into the caches. A failed request does not throw: its notice is returned. */
export async function makeChat(
  client: QueryClient,
  userId: string,
  model: ModelId,
): Promise<Created> {
  try {
    const chat = await createOnce(model);
    cacheEmptyChat(client, userId, chat.id);
    upsertChat(client, userId, chat);
    tellOtherTabs({ userId, chatId: chat.id });
    return { notice: NOTICES.chatCreated, chat, needsLogin: false };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const needsLogin = error.code === "unauthenticated";
    return { notice: createFailure(error), chat: null, needsLogin };
  }
}

/** When the response is lost, the database is asked whether the chat was created. */
async function createOnce(model: ModelId): Promise<Chat> {
  const id = crypto.randomUUID();
  try {
    return await createEmptyChat(id, model);
  } catch (error) {
    const lost = error instanceof RequestError && error.code === "network";
    const made = lost ? await readChat(id).catch(() => null) : null;
    if (made === null) throw error;
    return made;
  }
}
