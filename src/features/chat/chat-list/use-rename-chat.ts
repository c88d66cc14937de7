import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameChat } from "#features/chat/data/chat-api.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { keepChat } from "#features/chat/data/chat-queries.ts";

/** Gives a chat another title, here and in the other tabs; also when whoever asked for it has gone by then. */
export function useRenameChat(userId: string, chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => renameChat(chatId, title),
    onSuccess: (chat) => {
      keepChat(client, userId, chat);
      tellOtherTabs({ userId, chatId });
    },
  });
}
