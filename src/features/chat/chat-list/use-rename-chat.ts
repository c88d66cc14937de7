import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameChat } from "#features/chat/data/chat-api.ts";
import { upsertChat } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";

/** Renames a chat and shows the new title in every tab, also when the dialog has been closed meanwhile. */
export function useRenameChat(userId: string, chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => renameChat(userId, chatId, title),
    onSuccess: (chat) => {
      upsertChat(client, userId, chat);
      tellOtherTabs({ userId, chatId });
    },
  });
}
