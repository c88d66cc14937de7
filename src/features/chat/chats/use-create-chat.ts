import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { type NavigateFunction, useNavigate } from "react-router-dom";
import type { Chat } from "#contract";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { createEmptyChat, readChat } from "#features/chat/data/chat-api.ts";
import {
  cacheComingChat,
  listedChats,
  noteAccepted,
  upsertChat,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { chatsInCreation, trackCreation } from "#features/chat/data/chat-creations.ts";
import { chatKey, chatsKey, messagesKey } from "#features/chat/data/chat-queries.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { moveChatHome } from "#features/chat/drafts/gone-chat-rules.ts";
import { chooseModel, forgetChoice, nextModel } from "#features/chat/models/model-choice.ts";
import { callLimit, RequestError } from "#lib/functions-client.ts";
import { createFailure, NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";
import { newId } from "#new-id";
import { isUnused, untouchedChat } from "./untouched-chat-rules.ts";

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
    else flushSync(() => void navigate(path));
    if (isComing) return;

    createShownChat({ client, userId, chatId, model, from, navigate, onLoginRequired, create });
  };
  return create;
}

/** A chat that the page took for an empty one is in use: another device of the person has sent something there. */
class ChatInUse extends RequestError {
  constructor() {
    super("This conversation already has messages.", {
      status: 409,
      code: "conflict",
      retryable: false,
    });
  }
}

/**
 * Creates the empty chat that the page shows already, or asks for it again, and puts it into the caches. When it is
 * refused, or in use, the person is led out of it.
 */
function createShownChat(opened: OpenedChat): void {
  const { client, userId, chatId } = opened;
  const isListed = listedChats(client, userId).some(({ id }) => id === chatId);
  const creation = cacheCreated(opened, isListed);
  trackCreation(chatId, creation);
  // After what was tracked: it is not being created any more then.
  creation.catch((error: unknown) => leaveChat(opened, isListed, error));
}

/** `isListed`: whether it is an empty chat that was there before. */
async function cacheCreated(
  { client, userId, chatId, model }: OpenedChat,
  isListed: boolean,
): Promise<void> {
  const chat = await createOnce(userId, chatId, model);
  noteAccepted(client, userId);
  upsertChat(client, userId, chat);
  if (isListed && !isUnused(chat)) {
    chooseModel(userId, chatId, null);
    refreshChat(client, { userId, chatId });
    throw new ChatInUse();
  }
  chooseModel(userId, HOME, null);
  forgetChoice(userId, chatId, chat.model);
  tellOtherTabs({ userId, chatId });
  notify(NOTICES.chatCreated);
}

/** When the response is lost, the database is asked whether the chat was created. */
async function createOnce(userId: string, id: string, model: ModelId): Promise<Chat> {
  try {
    return await createEmptyChat(userId, id, model);
  } catch (error) {
    const lost = error instanceof RequestError && error.code === "network";
    const made = lost ? await readChat(id, callLimit()).catch(() => null) : null;
    if (made === null) throw error;
    return made;
  }
}

/** A chat that the page went to before the server had created it. */
export type OpenedChat = {
  readonly client: QueryClient;
  readonly userId: string;
  readonly chatId: string;
  readonly model: ModelId;
  /** The path that it was opened from. */
  readonly from: string;
  readonly navigate: NavigateFunction;
  readonly onLoginRequired: () => void;
  /** Goes to another empty chat. */
  readonly create: (model: ModelId, chatId: string) => void;
};

/**
 * Leaves a chat that the server refused to create: moves what was typed there to the home box, and says why. From one
 * that is in use it goes to another chat, and what was typed or sent there since goes to its box.
 */
function leaveChat(
  { client, userId, chatId, model, from, navigate, ...ways }: OpenedChat,
  isListed: boolean,
  error: unknown,
): void {
  const path = paths.chat(chatId);
  if (error instanceof ChatInUse) {
    if (location.pathname !== path) return;
    const drafts = draftStore(userId);
    const listed = listedChats(client, userId);
    const to = untouchedChat(chatsInCreation(), listed, drafts.get()) ?? newId();
    drafts.change((all) => moveChatHome(all, chatId, to));
    ways.create(model, to);
    return;
  }
  if (from !== path) {
    draftStore(userId).change((all) => moveChatHome(all, chatId));
    // At once: the next key belongs to the screen that is shown then.
    if (location.pathname === path) flushSync(() => void navigate(from, { replace: true }));
  }
  // A listed chat that was refused may have been deleted on another device.
  if (isListed) void client.invalidateQueries({ queryKey: chatsKey(userId) });
  else {
    client.removeQueries({ queryKey: chatKey(userId, chatId) });
    client.removeQueries({ queryKey: messagesKey(userId, chatId) });
  }
  const isRequest = error instanceof RequestError;
  notify(isRequest ? createFailure(error) : NOTICES.createChatFailed);
  if (isRequest && error.code === "unauthenticated") ways.onLoginRequired();
}
