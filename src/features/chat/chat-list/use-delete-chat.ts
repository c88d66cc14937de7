import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteChat } from "#features/chat/data/chat-api.ts";
import { removeCachedChat } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { withoutChatDrafts } from "#features/chat/drafts/gone-chat-rules.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";

/**
 * Deletes a chat and everything the page holds of it. Says 'Chat deleted' only when a row was deleted: a chat that
 * another tab has deleted before just leaves the list.
 * @param onDeleted Is called before the chat leaves the list.
 */
export function useDeleteChat(userId: string, onDeleted: (id: string) => void) {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());

  const remove = async (chatId: string) => {
    if (deleting.has(chatId)) return;
    setDeleting((ids) => new Set(ids).add(chatId));
    try {
      // Loaded only here: the list must not wait for the code of the turns.
      const { turnsOf } = await import("#features/chat/turns/turns-of.ts");
      const wasThere = await deleteChat(chatId);
      if (wasThere) notify(NOTICES.chatDeleted);
      onDeleted(chatId);
      turnsOf(userId, client).dropChat(chatId);
      draftStore(userId).change((drafts) => withoutChatDrafts(drafts, chatId), "now");
      removeCachedChat(client, userId, chatId);
      tellOtherTabs({ userId, chatId });
    } catch {
      notify(NOTICES.deleteChatFailed);
    } finally {
      setDeleting((ids) => new Set([...ids].filter((id) => id !== chatId)));
    }
  };
  return { remove, deleting };
}
