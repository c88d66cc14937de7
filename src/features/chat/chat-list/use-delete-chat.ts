import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteChat, restoreChat } from "#features/chat/data/chat-api.ts";
import {
  forgetConversation,
  removeCachedChat,
  upsertChat,
} from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { attemptsKey } from "#features/chat/data/chat-keys.ts";
import type { Drafts } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { RequestError } from "#lib/functions-client.ts";
import { notify } from "#lib/notify.ts";
import { CLAIM_RENEWAL_SECONDS } from "#time-limits";

const loadDraftRules = () => import("#features/chat/drafts/gone-chat-rules.ts");

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
      // Loaded only here: the list must not wait for the code of the turns, nor for the texts of notices.
      const [{ turnsOf }, { NOTICES }, { withoutChatDrafts }] = await Promise.all([
        import("#features/chat/turns/turns-of.ts"),
        import("#lib/notices.ts"),
        loadDraftRules(),
      ]);
      const wasThere = await deleteChat(chatId);
      const drafts = draftStore(userId);
      let typed = drafts.get();
      const reopen = onDeleted(chatId);
      if (wasThere) notify(NOTICES.chatDeleted(() => void restore(chatId, typed, reopen)));
      turnsOf(userId, client).dropChat(chatId);
      // With what another tab has sent there meanwhile, and this one has not yet heard of.
      drafts.change((all) => withoutChatDrafts((typed = all), chatId), "now");
      removeCachedChat(client, userId, chatId);
      tellOtherTabs({ userId, chatId });
    } catch {
      notify("deleteChatFailed");
    } finally {
      setDeleting((ids) => new Set([...ids].filter((id) => id !== chatId)));
    }
  };

  const restore = async (chatId: string, typed: Drafts, reopen: (() => void) | null) => {
    try {
      const { withChatDrafts } = await loadDraftRules();
      const chat = await restoreChat(userId, chatId);
      draftStore(userId).change((all) => withChatDrafts(all, chatId, typed), "now");
      // The page may have read it while it was deleted.
      forgetConversation(client, userId, chatId);
      upsertChat(client, userId, chat);
      tellOtherTabs({ userId, chatId });
      reopen?.();
      // The function that was writing a reply hands over the rest of its text by its next renewal.
      const readAgain = () => {
        void client.invalidateQueries({ queryKey: attemptsKey(userId, chatId) });
        tellOtherTabs({ userId, chatId });
      };
      setTimeout(readAgain, (CLAIM_RENEWAL_SECONDS + 1) * 1000);
    } catch (error) {
      const isOver = error instanceof RequestError && !error.retryable;
      const again = () => void restore(chatId, typed, reopen);
      const text = isOver ? error.message : "Failed to restore the chat";
      const { NOTICES } = await import("#lib/notices.ts");
      notify(NOTICES.restoreFailed(text, isOver ? undefined : again));
    }
  };
  return { remove, deleting };
}
