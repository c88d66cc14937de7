import type { QueryClient } from "@tanstack/react-query";
import { readTurn } from "#features/chat/turns/turn-api.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { arrived, givenBack } from "#features/chat/drafts/outbox-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { turnsOf } from "#features/chat/turns/turns-of.ts";

/** Chats that an earlier page tried to start: a text that started none is back in the home box. */
export async function recoverHomeOutbox(userId: string, client: QueryClient): Promise<void> {
  const turns = turnsOf(userId, client);
  const lost = draftStore(userId)
    .get()
    .outbox.filter((entry) => entry.startsChat && turns.inChat(entry.chatId).length === 0);
  await Promise.all(lost.map(({ messageId }) => recover(userId, messageId)));
}

async function recover(userId: string, messageId: string) {
  const found = await readTurn(messageId).catch(() => null);
  // Nobody to ask: the text stays stored, and the next visit asks again.
  if (found === null) return;
  draftStore(userId).change((drafts) => {
    const outgoing = drafts.outbox.find((entry) => entry.messageId === messageId);
    if (outgoing === undefined) return drafts;
    return found.question === null
      ? givenBack(drafts, HOME, outgoing, true)
      : arrived(drafts, messageId);
  }, "now");
}
