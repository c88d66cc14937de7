import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteChat } from "#features/chat/data/chat-api.ts";
import { removeCachedChat } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { turnsOf } from "#features/chat/turns/use-turns.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { offerUndo, takeChatDrafts } from "./undo-deletion.ts";

/**
 * Deletes a chat and everything the page holds of it, and offers to undo that. Says 'Chat deleted' only when a row was
 * deleted: a chat that another tab has deleted before just leaves the list.
 * @param onDeleted Is called before the chat leaves the list, and returns what opens the chat again if it was open.
 */
export function useDeleteChat(userId: string, onDeleted: (id: string) => (() => void) | null) {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());

  const remove = async (chatId: string) => {
    if (deleting.has(chatId)) return;
    setDeleting((ids) => new Set(ids).add(chatId));
    try {
      const wasThere = await deleteChat(chatId);
      const open = onDeleted(chatId);
      turnsOf(userId, client).dropChat(chatId);
      const drafts = takeChatDrafts(userId, chatId);
      if (wasThere) offerUndo({ userId, chatId, drafts }, client, open);
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
