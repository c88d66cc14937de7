import { flushSync } from "react-dom";
import { type NavigateFunction, useNavigate } from "react-router-dom";
import type { Chat } from "#contract";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { createEmptyChat, readChat } from "#features/chat/data/chat-api.ts";
import {
  cacheComingChat,
  listedChats,
  noteMembership,
  upsertChat,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { chatsInCreation, trackCreation } from "#features/chat/data/chat-creations.ts";
import { chatKey, chatsKey, messagesKey } from "#features/chat/data/chat-queries.ts";
import { HOME, modelAt, withBox } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { moveHome } from "#features/chat/drafts/outbox-rules.ts";
import { chooseModel, forgetChoice, nextModel } from "#features/chat/models/model-choice.ts";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { RequestError } from "#lib/functions-client.ts";
import { createFailure, NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { queryClient } from "#lib/query-client.ts";
import { askToLogIn, useUserId } from "#lib/session.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";
import { newId } from "#new-id";
import { isUnused, unmadeChats, untouchedChat } from "./new-chat-rules.ts";

/**
 * Returns a function that goes to an empty chat at once and creates it behind. An untouched chat that is there already
 * is asked for again; when it turns out to be in use, another one takes its place. When the server refuses, the person is
 * back where they were, with what they typed in the home box. Without a model the function takes the one that the home
 * screen shows. Without a network nothing is asked, and the first message creates the chat. A visitor is asked to log in.
 */
export function useCreateChat() {
  const userId = useUserId();
  const navigate = useNavigate();
  return (wanted?: ModelId): void => {
    if (userId === null) return askToLogIn();
    const model = wanted ?? nextModel(userId) ?? DEFAULT_MODEL;
    openEmptyChat({ userId, model, navigate });
  };
}

type Opening = { userId: string; model: ModelId; navigate: NavigateFunction };

const emptyChat = ({ userId }: Opening): string =>
  untouchedChat(chatsInCreation(), listedChats(userId), draftStore(userId).get()) ?? newId();

/** Goes to an empty chat, and creates it, or asks for it again. When it is refused, or in use, it is left again. */
function openEmptyChat(opening: Opening, chatId = emptyChat(opening)): void {
  const { userId, model, navigate } = opening;
  const drafts = draftStore(userId);
  const path = paths.chat(chatId);
  const from = location.pathname;
  const isComing = chatsInCreation().includes(chatId);
  // An empty chat that was there before.
  const isListed = listedChats(userId).some(({ id }) => id === chatId);
  if (!isComing && !isListed) cacheComingChat(userId, chatId, model);
  chooseModel(userId, chatId, model);
  const isOffline = !navigator.onLine && !isComing;
  const startsChat = isOffline && !isListed;
  drafts.change((all) => withBox(all, chatId, { startsChat, isComing: !startsChat && !isListed }));
  const create = async () => {
    const chat = await createListed(userId, chatId, model);
    if (isListed && !isUnused(chat)) {
      chooseModel(userId, chatId, null);
      refreshChat({ userId, chatId });
      throw CHAT_IN_USE;
    }
    chooseModel(userId, HOME, null);
    forgetChoice(userId, chatId, chat.model);
    if (!isListed) notify(NOTICES.chatCreated);
  };
  /** Leaves a chat that the server refused to create: moves what was typed there to the home box, and says why. */
  const leave = (error: unknown) => {
    if (from !== path) {
      drafts.change((all) => moveHome(all, chatId));
      // At once: the next key belongs to the screen that is shown then.
      if (location.pathname === path) flushSync(() => void navigate(from, { replace: true }));
    }
    // A listed chat that was refused may have been deleted on another device.
    if (isListed) void queryClient.invalidateQueries({ queryKey: chatsKey(userId) });
    else {
      queryClient.removeQueries({ queryKey: chatKey(userId, chatId) });
      queryClient.removeQueries({ queryKey: messagesKey(userId, chatId) });
    }
    const isRequest = error instanceof RequestError;
    notify(isRequest ? createFailure(error) : NOTICES.createChatFailed);
    if (isRequest && error.code === "unauthenticated") askToLogIn();
    if (isRequest && error.code === "membership_required") noteMembership(userId, false);
  };
  const creation = isComing || isOffline ? undefined : create();
  if (creation) trackCreation(chatId, creation);
  // After that, so that `recoverNewChats` does not take it for one that was left.
  const replace = isAtDrawer();
  if (from !== path || replace) flushSync(() => void navigate(path, { replace }));
  if (from === path) focusBox();
  // After what was tracked: it is not being created any more then.
  creation?.catch((error: unknown) => {
    if (error !== CHAT_IN_USE) return leave(error);
    if (location.pathname !== path) return;
    // The other one's box gets what was typed or sent in this one since.
    const to = emptyChat(opening);
    drafts.change((all) => moveHome(all, chatId, to));
    openEmptyChat(opening, to);
  });
}

/**
 * Creates the chats that were opened and left before they were made. What was typed and sent in one that is refused goes
 * to the home box; where nobody answered, the next call tries again.
 * @param pathname What is on the screen.
 */
export function recoverNewChats(userId: string, pathname: string): void {
  const drafts = draftStore(userId);
  for (const chatId of unmadeChats(drafts.get(), pathname)) {
    if (chatsInCreation().includes(chatId)) continue;
    const model = modelAt(drafts.get(), chatId);
    drafts.change((all) => withBox(all, chatId, { startsChat: false, isComing: true }));
    const creation = createListed(userId, chatId, model ?? DEFAULT_MODEL);
    trackCreation(chatId, creation);
    creation.then(
      (chat) => forgetChoice(userId, chatId, chat.model),
      (error: unknown) => {
        const mayBeMade = !(error instanceof RequestError) || error.retryable;
        if (!mayBeMade) drafts.change((all) => moveHome(all, chatId));
      },
    );
  }
}

/** A chat that the page took for an empty one is in use: another device of the person has sent something there. */
const CHAT_IN_USE = new RequestError("This conversation already has messages.", {
  status: 409,
  code: "conflict",
  retryable: false,
});

/** Creates a chat, or asks for it again, and puts it into the list. */
async function createListed(userId: string, chatId: string, model: ModelId): Promise<Chat> {
  const chat = await createOnce(userId, chatId, model);
  draftStore(userId).change((all) => withBox(all, chatId, { isComing: false }));
  noteMembership(userId, true);
  upsertChat(userId, chat);
  tellOtherTabs({ userId, chatId });
  return chat;
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
