import type { Message } from "#contract";
import { useEffect } from "react";
import { arrived } from "#features/chat/drafts/outbox-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { NOT_SENT } from "#features/chat/turns/turn-flow.ts";
import type { Turns } from "#features/chat/turns/turns.ts";

/**
 * Messages that an earlier page sent into this chat and never heard of again: those that the database does not hold
 * are shown as failed, in their place, and can be tried again under the same id.
 * @param messages What the database holds; undefined while it is not known.
 */
export function useChatOutbox(
  userId: string,
  chatId: string,
  turns: Turns,
  messages: readonly Message[] | undefined,
): void {
  useEffect(() => {
    if (messages === undefined) return;
    const drafts = draftStore(userId);
    for (const outgoing of drafts.get().outbox) {
      if (outgoing.chatId !== chatId || outgoing.startsChat) continue;
      const { messageId } = outgoing;
      const isThere = messages.some((message) => message.id === messageId);
      if (isThere) drafts.change((all) => arrived(all, messageId), "now");
      else turns.restore(outgoing, NOT_SENT);
    }
  }, [userId, chatId, turns, messages]);
}
