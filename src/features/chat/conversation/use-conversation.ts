import { notify, NOTICES } from "#lib/notices.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listedChat, messagesQuery } from "#features/chat/data/chat-queries.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { conversation } from "./conversation-rules.ts";
import { useChatOutbox } from "./use-chat-outbox.ts";
import { useTurns, useTurnsInChat } from "#features/chat/turns/use-turns.ts";

/** A chat with everything it shows: its messages, and its turns as this tab and the database know them. */
export function useConversation(userId: string, chatId: string) {
  const client = useQueryClient();
  const chat = useQuery({
    ...chatQuery(userId, chatId),
    placeholderData: () => listedChat(client, userId, chatId),
  });
  const messages = useInfiniteQuery(messagesQuery(userId, chatId));
  const turns = useTurns(userId);
  const inChat = useTurnsInChat(turns, chatId);

  const loaded = messages.data?.messages;
  const reachesNewest = messages.data?.reachesNewest ?? true;
  const shown = useMemo(
    () => conversation(loaded ?? [], inChat, reachesNewest),
    [loaded, inChat, reachesNewest],
  );

  useEffect(() => {
    shown.unfollowed.forEach((question) => turns.watch(question));
  }, [turns, shown.unfollowed]);
  useEffect(() => {
    if (loaded !== undefined) turns.correct(loaded);
  }, [turns, loaded]);
  useChatOutbox(userId, chatId, turns, loaded);

  const isError = messages.isError || chat.isError;
  useEffect(() => {
    if (isError) notify(NOTICES.loadMessagesFailed);
  }, [isError]);

  return { chat, messages, turns, shown, inChat, loaded };
}
