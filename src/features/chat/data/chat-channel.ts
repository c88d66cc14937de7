import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { openAnswersKey } from "./chat-keys.ts";
import { chatQuery } from "./chat-query.ts";
import { chatsQuery, messagesQuery } from "./paged-queries.ts";

/** What one tab tells the others: this chat, or its messages, have changed. */
type ChatChange = { readonly userId: string; readonly chatId: string };

// One channel for both directions: a channel does not receive its own messages.
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel("chats");
  return opened;
}

/** Tells the other tabs that a chat has changed, so that they read it again. */
export function tellOtherTabs(change: ChatChange): void {
  channel().postMessage(change);
}

/**
 * Reads a chat again when another tab of the same person has changed it, and everything when the page is shown again from
 * the browser's back/forward cache, where it heard of no change. Then calls `onChanged`.
 */
export function useOtherTabs(userId: string, onChanged: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const onChange = ({ data }: MessageEvent<ChatChange>) => {
      if (data.userId !== userId) return;
      refreshChat(client, data);
      onChanged();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void client.invalidateQueries();
      onChanged();
    };
    channel().addEventListener("message", onChange);
    window.addEventListener("pageshow", onShow);
    return () => {
      channel().removeEventListener("message", onChange);
      window.removeEventListener("pageshow", onShow);
    };
  }, [client, userId, onChanged]);
}

/** Reads again what is cached of a chat. */
export function refreshChat(client: QueryClient, { userId, chatId }: ChatChange): void {
  for (const { queryKey } of [
    chatsQuery(userId),
    chatQuery(userId, chatId),
    messagesQuery(userId, chatId),
    { queryKey: openAnswersKey(userId, chatId) },
  ]) {
    void client.invalidateQueries({ queryKey });
  }
}
