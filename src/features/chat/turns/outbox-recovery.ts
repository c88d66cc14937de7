import type { QueryClient } from "@tanstack/react-query";
import type { Message } from "#contract";
import { placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { removeFromOutbox, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { readTurn } from "./turn-api.ts";
import { NOT_SENT } from "./turn-flow.ts";
import { turnsOf } from "./turns-of.ts";
import type { Turns } from "./turns.ts";

// Messages that an earlier page sent and that were never acknowledged, because the page was closed or reloaded.

/** Shows those of one chat as failed, in their place, where they can be tried again; the stored ones are forgotten. */
export function recoverChatOutbox(
  userId: string,
  chatId: string,
  turns: Turns,
  messages: readonly Message[],
): void {
  const drafts = draftStore(userId);
  for (const entry of drafts.get().outbox) {
    if (entry.chatId !== chatId || entry.startsChat || entry.isQueued === true) continue;
    const isStored = messages.some(({ id }) => id === entry.messageId);
    if (isStored) drafts.change((all) => removeFromOutbox(all, entry.messageId), "now");
    else turns.restore(entry, NOT_SENT);
  }
}

/** Puts those that should have started a chat back into the home box, unless the database holds them. */
export async function recoverHomeOutbox(userId: string, client: QueryClient): Promise<void> {
  const turns = turnsOf(userId, client);
  const unacknowledged = draftStore(userId)
    .get()
    .outbox.filter((entry) => entry.startsChat && turns.inChat(entry.chatId).length === 0);
  await Promise.all(unacknowledged.map(({ messageId }) => recoverStart(userId, messageId)));
}

async function recoverStart(userId: string, messageId: string) {
  const stored = await readTurn(messageId).catch(() => null);
  // The database cannot be read now: the message stays in the outbox for the next visit.
  if (stored === null) return;
  draftStore(userId).change((drafts) => {
    const entry = drafts.outbox.find((other) => other.messageId === messageId);
    if (entry === undefined) return drafts;
    return stored.question === null
      ? returnToBox(drafts, placeOf(entry), entry, true)
      : removeFromOutbox(drafts, messageId);
  }, "now");
}
