import { queryClient } from "#lib/query-client.ts";
import { chatQuery, chatsQuery, messagesQuery, openAnswersKey } from "./chat-queries.ts";

/** What one tab tells the others: this chat, or its messages, have changed. */
type ChatChange = { readonly userId: string; readonly chatId: string };

// One channel for both directions: a channel does not receive its own messages.
let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel("chats"));

/** Tells the other tabs that a chat has changed, so that they read it again. */
export function tellOtherTabs(change: ChatChange): void {
  channel().postMessage(change);
}

/** Calls back after another tab of the same person has changed a chat, which is read again. `end`: its signal ends it. */
export function onOtherTabs(userId: string, onChanged: () => void, end: AbortController): void {
  const onChange = ({ data }: MessageEvent<ChatChange>) => {
    if (data.userId !== userId) return;
    refreshChat(data);
    onChanged();
  };
  channel().addEventListener("message", onChange, end);
}

/** Reads again what is cached of a chat. */
export function refreshChat({ userId, chatId }: ChatChange): void {
  for (const { queryKey } of [
    chatsQuery(userId),
    chatQuery(userId, chatId),
    messagesQuery(userId, chatId),
    { queryKey: openAnswersKey(userId, chatId) },
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
