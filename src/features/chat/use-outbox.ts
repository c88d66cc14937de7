import type { Message } from "#contract";
import { useEffect } from "react";
import { readTurn } from "./chat-api.ts";
import { arrived, givenBack, HOME } from "./draft-rules.ts";
import { type DraftStore, draftStore } from "./draft-store.ts";
import { NOT_SENT } from "./turn-flow.ts";
import type { Turns } from "./turns.ts";

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

/** The same for chats that an earlier page tried to start: a text that started none is back in the home box. */
export function useHomeOutbox(userId: string | null, turns: Turns | null): void {
  useEffect(() => {
    if (userId === null || turns === null) return;
    const drafts = draftStore(userId);
    for (const outgoing of drafts.get().outbox) {
      if (!outgoing.startsChat || turns.inChat(outgoing.chatId).length > 0) continue;
      void recover(drafts, outgoing.messageId);
    }
  }, [userId, turns]);
}

async function recover(drafts: DraftStore, messageId: string) {
  const found = await readTurn(messageId).catch(() => null);
  // Nobody to ask: the text stays stored, and the next visit asks again.
  if (found === null) return;
  drafts.change((all) => {
    const outgoing = all.outbox.find((entry) => entry.messageId === messageId);
    if (outgoing === undefined) return all;
    return found.question === null ? givenBack(all, HOME, outgoing) : arrived(all, messageId);
  }, "now");
}
