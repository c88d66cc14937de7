import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { chatsInCreation, trackCreation } from "#features/chat/data/chat-creations.ts";
import { cacheComingChat, listedChats } from "#features/chat/data/new-chat-cache.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { chooseModel, nextModel } from "#features/chat/models/model-choice.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";
import { newId } from "#new-id";
import type { OpenedChat } from "./create-chat.ts";
import { untouchedChat } from "./untouched-chat-rules.ts";

export type Creator = { readonly userId: string | null; readonly onLoginRequired: () => void };

/**
 * Returns a function that goes to an empty chat at once and creates it behind. An untouched chat that is there already
 * is asked for again; when it turns out to be in use, another one takes its place. When the server refuses, the person is
 * back where they were, with what they typed in the home box. Without a model the function takes the one that the home
 * screen shows. A visitor is asked to log in.
 */
export function useCreateChat({ userId, onLoginRequired }: Creator) {
  const client = useQueryClient();
  const navigate = useNavigate();

  /** `to`: the chat to go to, where it is known. */
  const create = (wanted?: ModelId, to?: string): void => {
    if (userId === null) return onLoginRequired();
    const drafts = draftStore(userId);
    const model = wanted ?? nextModel(userId) ?? DEFAULT_MODEL;
    const listed = listedChats(client, userId);
    const coming = chatsInCreation();
    const chatId = to ?? untouchedChat(coming, listed, drafts.get()) ?? newId();
    const path = paths.chat(chatId);
    const from = location.pathname;

    const isComing = coming.includes(chatId);
    if (!isComing && listed.every(({ id }) => id !== chatId))
      cacheComingChat(client, userId, chatId, model);
    chooseModel(userId, chatId, model);
    if (from === path) focusBox();
    else void navigate(path, { flushSync: true });
    if (isComing) return;

    const opened: OpenedChat = {
      client,
      userId,
      chatId,
      model,
      from,
      navigate,
      onLoginRequired,
      create,
    };
    const code = import("./create-chat.ts");
    // Without that code the chat stays on the screen, with what is typed in it.
    code.catch(() => notify(NOTICES.createChatFailed));
    trackCreation(
      chatId,
      code.then((module) => module.createShownChat(opened)),
    );
  };
  return create;
}
