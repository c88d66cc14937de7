import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import type { Chat } from "#contract";
import { createEmptyChat, readChat } from "#features/chat/data/chat-api.ts";
import { noteAccepted, upsertChat } from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { chatsInCreation, untilCreated } from "#features/chat/data/chat-creations.ts";
import { chatKey, chatsKey, messagesKey } from "#features/chat/data/chat-keys.ts";
import { listedChats } from "#features/chat/data/new-chat-cache.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { moveChatHome } from "#features/chat/drafts/gone-chat-rules.ts";
import { chooseModel, forgetChoice } from "#features/chat/models/model-choice.ts";
import { callLimit, RequestError } from "#lib/functions-client.ts";
import { createFailure, NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import type { ModelId } from "#models";
import { newId } from "#new-id";
import { isUnused, untouchedChat } from "./untouched-chat-rules.ts";

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
 * Creates the empty chat that the page shows already, or asks for it again, and puts it into the caches. Throws a
 * RequestError when it is refused, or in use; the person is led out of it then.
 */
export function createShownChat(opened: OpenedChat): Promise<void> {
  const { client, userId, chatId } = opened;
  const isListed = listedChats(client, userId).some(({ id }) => id === chatId);
  // Not before the page has noted that it is not being created any more.
  untilCreated(chatId).catch((error: unknown) => leaveChat(opened, isListed, error));
  return cacheCreated(opened, isListed);
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
    drafts.change((all) => moveChatHome(all, chatId, to), "now");
    ways.create(model, to);
    return;
  }
  if (from !== path) {
    draftStore(userId).change((all) => moveChatHome(all, chatId), "now");
    // At once: the next key belongs to the screen that is shown then.
    if (location.pathname === path) void navigate(from, { replace: true, flushSync: true });
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

/**
 * Draws a chat in place of the home screen. Everything stands in the chat at once; where the browser has view
 * transitions, the box is then seen to glide from its place on the home screen to the foot of the chat.
 */
export function glide(draw: () => void): void {
  const from = homeBox()?.getBoundingClientRect();
  draw();
  const box = homeBox();
  const isStill = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (!box || !from || !document.startViewTransition || isStill) return;
  const to = box.getBoundingClientRect();
  box.style.transform = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  box.style.viewTransitionName = "box";
  const transition = document.startViewTransition(() => {
    box.style.transform = "";
  });
  const end = () => {
    box.style.transform = "";
    box.style.viewTransitionName = "";
  };
  // Rejected when the page is hidden, or when the box has been drawn anew.
  transition.ready.catch(() => undefined);
  transition.finished.then(end, end);
}

const homeBox = () => document.querySelector<HTMLElement>("main form");
