import type { Chat, Message } from "#contract";
import { isRefused, membershipKey, type MembershipState } from "#lib/membership.ts";
import { queryClient } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { instant } from "#lib/timestamp.ts";
import type { ModelId } from "#models";
import { listMessages, readMessageTime } from "./chat-api.ts";
import { withChat, withoutChat } from "./chat-pages-rules.ts";
import {
  chatKey,
  type ChatPages,
  chatQuery,
  chatsKey,
  comparisonsKey,
  historySizeKey,
  messagesKey,
  openAnswersKey,
  runningKey,
} from "./chat-queries.ts";
import { forgetChatCopy } from "./copies.ts";
import {
  type LoadedMessages,
  loadedMessages,
  NEWEST,
  onlyNewest,
  pagesAround,
  reachesNewest,
  withMessages,
} from "./message-pages-rules.ts";
import { isFromPerson, isInConversation } from "./message-rules.ts";

/**
 * Changes what is cached, to what the server holds. A read that began before the change would undo it: such a read is
 * begun again. What that brings may be newer, and stays as it is.
 */
async function update<Data>(
  queryKey: readonly string[],
  change: (data: Data) => Data,
): Promise<void> {
  queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)));
  const exactly = { queryKey, exact: true };
  if (queryClient.isFetching(exactly) === 0) return;
  // Without the cancelling a first read would be left to end.
  await queryClient.cancelQueries(exactly);
  await queryClient.invalidateQueries(exactly);
}

/** Caches a chat as the server holds it; null where it was deleted. */
function cacheChat(userId: string, chatId: string, chat: Chat | null) {
  const { queryKey } = chatQuery(userId, chatId);
  queryClient.setQueryData(queryKey, chat);
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}

/** Puts a new or changed chat into the cache, in its place in the list. */
export function upsertChat(userId: string, chat: Chat): void {
  cacheChat(userId, chat.id, chat);
  void update<ChatPages>(chatsKey(userId), (data) => ({
    ...data,
    pages: withChat(data.pages, chat),
  }));
}

/** Puts a chat that this page has changed into the cache, unless it was deleted before the response came. */
export function upsertChanged(userId: string, chat: Chat): void {
  if (queryClient.getQueryData(chatKey(userId, chat.id)) !== null) upsertChat(userId, chat);
}

/**
 * Gives a cached chat the name that a model has found for it, in place of its first line. A person may have named it since.
 */
export function nameCachedChat(
  userId: string,
  chatId: string,
  firstLine: string | null,
  title: string,
): void {
  const read = queryClient.getQueryData(chatQuery(userId, chatId).queryKey);
  const chat = read ?? chatFromList(userId, chatId);
  if (chat && chat.title === firstLine) upsertChat(userId, { ...chat, title });
}

/**
 * Moves a chat to where its newest message puts it in the list. A chat that the cache does not know, or not with its first
 * message, which has given it its title, is read, and the list with it.
 * @param newest The newest message, as the database wrote it.
 */
export function moveUp(userId: string, newest: Message): void {
  const { chat_id: chatId, created_at: at } = newest;
  const { queryKey } = chatQuery(userId, chatId);
  const read = queryClient.getQueryData(queryKey);
  const chat = read ?? chatFromList(userId, chatId);
  if (chat?.last_message_at) {
    const isNewer = instant(at) > instant(chat.last_message_at);
    // A chat that only the list holds was read by its id before the server had it.
    if (isNewer || !read) {
      const { seen_at, last_answer_at, created_at } = chat;
      const answered = { last_answer_at: at, seen_at: seen_at ?? last_answer_at ?? created_at };
      const times = {
        last_message_at: at,
        ...(!isFromPerson(newest) && isInConversation(newest) && answered),
      };
      upsertChat(userId, isNewer ? { ...chat, ...times } : chat);
    }
    return;
  }
  void queryClient.invalidateQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey: chatsKey(userId) });
}

/** The chat as the cached list has it: a placeholder until it has been read itself. */
export function chatFromList(userId: string, chatId: string): Chat | undefined {
  return listedChats(userId).find((chat) => chat.id === chatId);
}

/**
 * Removes what is cached of the messages of a chat that was deleted or restored, and of the answers that are being written
 * there. How many messages there are is counted again.
 */
export function forgetConversation(userId: string, chatId: string): void {
  queryClient.removeQueries({ queryKey: messagesKey(userId, chatId) });
  queryClient.removeQueries({ queryKey: openAnswersKey(userId, chatId) });
  void queryClient.invalidateQueries({ queryKey: runningKey(userId) });
  void queryClient.invalidateQueries({ queryKey: historySizeKey(userId) });
}

/** Removes a deleted chat from the cache. */
export function removeCachedChat(userId: string, chatId: string): void {
  cacheChat(userId, chatId, null);
  forgetConversation(userId, chatId);
  void forgetChatCopy(userId, chatId);
  const queryKey = chatsKey(userId);
  queryClient.setQueryData<ChatPages>(queryKey, (data) =>
    data === undefined ? data : { ...data, pages: withoutChat(data.pages, chatId) },
  );
  void queryClient.invalidateQueries({ queryKey });
}

/** Puts messages into a chat that is cached. Resolves when no read under way can remove them again. */
export async function upsertMessages(
  userId: string,
  chatId: string,
  messages: readonly Message[],
): Promise<void> {
  await update<LoadedMessages>(messagesKey(userId, chatId), (data) => withMessages(data, messages));
  if (!messages.every(isInConversation))
    await queryClient.invalidateQueries({ queryKey: comparisonsKey(userId, chatId) });
}

/** Shows the newest page of a chat, which is read where the reader has scrolled too far up to have it cached. */
export async function goToNewest(userId: string, chatId: string): Promise<void> {
  const queryKey = messagesKey(userId, chatId);
  const data = queryClient.getQueryData<LoadedMessages>(queryKey);
  if (data === undefined) return;
  await queryClient.cancelQueries({ queryKey });
  const newest = reachesNewest(data)
    ? onlyNewest(data)
    : { pages: [await listMessages(chatId, NEWEST)], pageParams: [NEWEST] };
  queryClient.setQueryData<LoadedMessages>(queryKey, newest);
}

/**
 * Loads the messages around one, in place of those that are loaded, unless it is among them. Changes nothing when the
 * chat has no such message.
 */
export async function goToMessage(userId: string, chatId: string, id: string): Promise<void> {
  const queryKey = messagesKey(userId, chatId);
  const data = queryClient.getQueryData<LoadedMessages>(queryKey);
  if (data && loadedMessages(data).some((message) => message.id === id)) return;
  const created_at = await readMessageTime(chatId, id);
  if (created_at === null) return;
  const pageParams = pagesAround({ id, created_at });
  const pages = await Promise.all(pageParams.map((page) => listMessages(chatId, page)));
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<LoadedMessages>(queryKey, { pages, pageParams });
}

/**
 * Call it when the server has accepted what only an active member may do, or has refused it for that. Reads the membership
 * again if another is shown.
 */
export function noteMembership(userId: string, isActive: boolean): void {
  const queryKey = membershipKey(userId);
  const state = queryClient.getQueryState<MembershipState>(queryKey);
  const shown = isRefused(state?.data, serverTime(state?.dataUpdatedAt));
  if (shown === isActive) void queryClient.invalidateQueries({ queryKey });
}

/** Caches that a new chat, which the server has not made yet, has no messages, so that nobody reads them. */
export function cacheEmptyChat(userId: string, chatId: string): void {
  queryClient.setQueryData<LoadedMessages>(messagesKey(userId, chatId), {
    pages: [{ messages: [], full: false }],
    pageParams: [NEWEST],
  });
}

/** Caches an empty chat as the server is about to create it. It is not in the list until it has been created. */
export function cacheComingChat(userId: string, id: string, model: ModelId): void {
  const chat: Chat = {
    id,
    user_id: userId,
    title: null,
    model,
    last_message_at: null,
    last_answer_at: null,
    created_at: new Date().toISOString(),
    copied_from_chat: null,
    copied_from_message: null,
    chosen_answer: null,
    seen_at: null,
  };
  queryClient.setQueryData(chatKey(userId, id), chat);
  cacheEmptyChat(userId, id);
}

/** The chats of the cached list, in no order. */
export function listedChats(userId: string): Chat[] {
  const data = queryClient.getQueryData<ChatPages>(chatsKey(userId));
  return (data?.pages ?? []).flatMap((page) => page.chats);
}
