import type { Message } from "#contract";
import { queryClient } from "#lib/query-client.ts";
import { chatQuery, chatsQuery, messagesQuery, openAnswersKey } from "./chat-queries.ts";

type ChatAddress = { readonly userId: string; readonly chatId: string };

/** What one tab tells the others: this chat, or its messages, have changed. */
export type ChatChange = ChatAddress & {
  /** The messages that were stored, so that no tab has to read them. */
  readonly stored?: readonly Message[];
};

// One channel for both directions: a channel does not receive its own messages.
let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel("chats"));

/** Tells the other tabs that a chat has changed. */
export function tellOtherTabs(change: ChatChange): void {
  channel().postMessage(change);
}

/** Calls back after another tab of the same person has changed a chat. `end`: its signal ends it. */
export function onOtherTabs(
  userId: string,
  onChanged: (change: ChatChange) => void,
  end: AbortController,
): void {
  const onChange = ({ data }: MessageEvent<ChatChange>) => {
    if (data.userId === userId) onChanged(data);
  };
  channel().addEventListener("message", onChange, end);
}

/**
 * Reads again what is cached of a chat.
 * @param isWhole Whether its messages are read too.
 */
export function refreshChat({ userId, chatId }: ChatAddress, isWhole = true): void {
  for (const { queryKey } of [
    chatsQuery(userId),
    chatQuery(userId, chatId),
    { queryKey: openAnswersKey(userId, chatId) },
    ...(isWhole ? [messagesQuery(userId, chatId)] : []),
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
