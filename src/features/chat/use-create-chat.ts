import type { Chat } from "#contract";
import { DEFAULT_MODEL, type ModelId } from "#models";
import { RequestError } from "#lib/functions-client.ts";
import { notify, NOTICES } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { createChat, readChat } from "./chat-api.ts";
import { tellOtherTabs } from "./chat-channel.ts";
import { keepChat, startEmpty } from "./chat-queries.ts";
import { HOME } from "./draft-rules.ts";
import { chosenModel, forgetChoice } from "./model-choice.ts";
import { createNotice } from "./notice-rules.ts";

export type Creator = { readonly userId: string | null; readonly onLoginRequired: () => void };

/**
 * Makes an empty chat and goes there (SPEC 4). Without a model: the one chosen on the home screen. A visitor is asked
 * to log in. `creating` is what is being made just now, so that a second click does not make a second chat.
 */
export function useCreateChat({ userId, onLoginRequired }: Creator) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [creating, setCreating] = useState<ModelId | "new" | null>(null);

  const create = async (wanted?: ModelId) => {
    if (userId === null) return onLoginRequired();
    if (creating !== null) return;
    setCreating(wanted ?? "new");
    try {
      const chat = await createOnce(wanted ?? chosenModel(HOME) ?? DEFAULT_MODEL);
      forgetChoice(HOME);
      startEmpty(client, userId, chat.id);
      keepChat(client, userId, chat);
      tellOtherTabs({ userId, chatId: chat.id });
      notify(NOTICES.chatCreated);
      await navigate(paths.chat(chat.id));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      notify(createNotice(error));
      if (error.status === 401) onLoginRequired();
    } finally {
      setCreating(null);
    }
  };
  return { create, creating };
}

/** After a lost answer the database knows whether the chat was made. */
async function createOnce(model: ModelId): Promise<Chat> {
  const id = crypto.randomUUID();
  try {
    return await createChat(id, model);
  } catch (error) {
    const lost = error instanceof RequestError && error.status === 0;
    const made = lost ? await readChat(id).catch(() => null) : null;
    if (made === null) throw error;
    return made;
  }
}
