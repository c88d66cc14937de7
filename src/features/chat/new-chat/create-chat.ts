import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import type { Chat } from "#contract";
import { createEmptyChat, readChat } from "#features/chat/data/chat-api.ts";
import { noteAccepted, upsertChat } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { chatKey, chatsKey, messagesKey } from "#features/chat/data/chat-keys.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { moveChatHome } from "#features/chat/drafts/gone-chat-rules.ts";
import { chooseModel, forgetChoice } from "#features/chat/models/model-choice.ts";
import { RequestError } from "#lib/functions-client.ts";
import { createFailure } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import type { ModelId } from "#models";

/**
 * Creates the empty chat that the page shows already, or asks for it again, and puts it into the caches. Throws a
 * RequestError when it is refused.
 */
export async function createShownChat(
  client: QueryClient,
  userId: string,
  chatId: string,
  model: ModelId,
): Promise<void> {
  const chat = await createOnce(userId, chatId, model);
  noteAccepted(client, userId);
  upsertChat(client, userId, chat);
  chooseModel(userId, HOME, null);
  forgetChoice(userId, chatId, chat.model);
  tellOtherTabs({ userId, chatId });
}

/** When the response is lost, the database is asked whether the chat was created. */
async function createOnce(userId: string, id: string, model: ModelId): Promise<Chat> {
  try {
    return await createEmptyChat(userId, id, model);
  } catch (error) {
    const lost = error instanceof RequestError && error.code === "network";
    const made = lost ? await readChat(id).catch(() => null) : null;
    if (made === null) throw error;
    return made;
  }
}

/** A chat that the page went to before the server had created it. */
export type OpenedChat = {
  readonly client: QueryClient;
  readonly userId: string;
  readonly chatId: string;
  /** Whether it is an empty chat that was there before. */
  readonly isListed: boolean;
  /** The path that it was opened from. */
  readonly from: string;
  readonly navigate: NavigateFunction;
  readonly onLoginRequired: () => void;
};

/** Leaves a chat that the server refused to create: moves what was typed there to the home box, and says why. */
export function leaveRefusedChat(
  { client, userId, chatId, isListed, from, navigate, onLoginRequired }: OpenedChat,
  error: unknown,
): void {
  const path = paths.chat(chatId);
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
  notify(isRequest ? createFailure(error) : "createChatFailed");
  if (isRequest && error.code === "unauthenticated") onLoginRequired();
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
