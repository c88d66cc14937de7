import { notify, NOTICES } from "#lib/notices.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteChat } from "#features/chat/data/chat-api.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { dropChat } from "#features/chat/data/chat-queries.ts";
import { withoutPlace } from "#features/chat/drafts/outbox-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import { useTurns } from "#features/chat/turns/use-turns.ts";

/**
 * Deletes a chat with everything of it. 'Chat deleted' is said only when a row really went (SPEC 8); a chat that
 * another tab has deleted before just leaves the list.
 * @param onDeleted Is called before the chat leaves the list.
 */
export function useDeleteChat(userId: string, onDeleted: (id: string) => void) {
  const client = useQueryClient();
  const turns = useTurns(userId);
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());

  const remove = async (chatId: string) => {
    if (deleting.has(chatId)) return;
    setDeleting((ids) => new Set(ids).add(chatId));
    try {
      const went = await deleteChat(chatId);
      if (went) notify(NOTICES.chatDeleted);
      onDeleted(chatId);
      turns.dropChat(chatId);
      draftStore(userId).change((drafts) => withoutPlace(drafts, chatId), "now");
      forgetChoice(chatId);
      dropChat(client, userId, chatId);
      tellOtherTabs({ userId, chatId });
    } catch {
      notify(NOTICES.deleteChatFailed);
    } finally {
      setDeleting((ids) => new Set([...ids].filter((id) => id !== chatId)));
    }
  };
  return { remove, deleting };
}
