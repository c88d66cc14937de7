import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { chosenModel, forgetChoice } from "#features/chat/models/model-choice.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";

export type Creator = { readonly userId: string | null; readonly onLoginRequired: () => void };

/**
 * Creates an empty chat and goes there. Without a model it takes the one chosen on the home screen. A visitor is asked
 * to log in. `creating` is set meanwhile, so that a second click does not create a second chat.
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
      const model = wanted ?? chosenModel(HOME) ?? DEFAULT_MODEL;
      const { makeChat } = await import("./create-chat.ts");
      const { notice, chat, needsLogin } = await makeChat(client, userId, model);
      notify(notice);
      if (needsLogin) onLoginRequired();
      if (chat === null) return;
      forgetChoice(HOME);
      await navigate(paths.chat(chat.id));
    } catch {
      notify("createChatFailed");
    } finally {
      setCreating(null);
    }
  };
  return { create, creating };
}
