import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { chatsQuery, messagesQuery } from "./chat-queries.ts";
import { chatQuery } from "./chat-query.ts";

/** What one tab tells the others: something of this chat is different now. */
type News = { readonly userId: string; readonly chatId: string };

// One for sending and hearing: a channel does not hear itself.
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel("chats");
  return opened;
}

/** Tells the other tabs that a chat changed, so that they read it again (DESIGN 7: two tabs converge). */
export function tellOtherTabs(news: News): void {
  channel().postMessage(news);
}

/** Reads again what another tab of the same person reports. */
export function useOtherTabs(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const onNews = ({ data }: MessageEvent<News>) => {
      if (data.userId === userId) refresh(client, data);
    };
    channel().addEventListener("message", onNews);
    return () => channel().removeEventListener("message", onNews);
  }, [client, userId]);
}

function refresh(client: QueryClient, { userId, chatId }: News): void {
  for (const { queryKey } of [
    chatsQuery(userId),
    chatQuery(userId, chatId),
    messagesQuery(userId, chatId),
  ]) {
    void client.invalidateQueries({ queryKey });
  }
}
