import { QueryObserver } from "@tanstack/react-query";
import type { Message } from "#contract";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import {
  acknowledge,
  entryOf,
  putIntoOutbox,
  returnedIn,
} from "#features/chat/drafts/outbox-rules.ts";
import { returnSent, isHeldStart } from "#features/chat/drafts/queue-rules.ts";
import { answersIn, currentAnswers } from "#features/chat/turns/answers.ts";
import { answersBeingSent, onSentElsewhere } from "#features/chat/turns/sending-locks.ts";
import { readTurn } from "#features/chat/turns/turn-api.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { wait } from "#lib/functions-client.ts";
import { queryClient } from "#lib/query-client.ts";
import { newId } from "#new-id";

// Messages that were sent and never acknowledged: an earlier page was closed or reloaded, or nobody could be reached.

/**
 * A request of the page before may still be on its way to the database when this page asks for its message. After this
 * time it has arrived, or it is lost.
 */
const ARRIVES_WITHIN_MS = 1000;

/**
 * Shows those of one chat in their place, as being sent while another tab sends them, else as failed, where they can be
 * tried again; the stored ones are forgotten. Those that had waited go by themselves once more, under their ids.
 */
export async function recoverChatOutbox(
  userId: string,
  chatId: string,
  turns: Turns,
  messages: readonly Message[],
): Promise<void> {
  const beingSent = await answersBeingSent();
  const drafts = draftStore(userId);
  const all = drafts.get();
  const isStored = ({ messageId }: OutboxEntry) => messages.some(({ id }) => id === messageId);
  for (const entry of [...all.outbox, ...returnedIn(all)]) {
    if (entry.chatId !== chatId) continue;
    if (isStored(entry)) drafts.change((now) => acknowledge(now, entry.messageId));
    else if (entryOf(all, entry.messageId) === entry && !entry.startsChat && !entry.waitsFor) {
      const isLeft = !currentAnswers().has(entry.answerId);
      if (beingSent.includes(entry.answerId) || (isLeft && !entry.hasWaited))
        void turns.followSent(entry);
      else if (isLeft) {
        const again = { ...entry, waitsFor: "network" } as const;
        drafts.change((now) => (entryOf(now, entry.messageId) ? putIntoOutbox(now, [again]) : now));
      }
    }
  }
}

/** Shows what another tab begins to send in a chat. Returns a function that ends it. */
export const showSentElsewhere = (userId: string, chatId: string, turns: Turns) =>
  onSentElsewhere(userId, chatId, (entry) => void turns.followSent(entry));

/**
 * Puts those that should have started a chat back to the home screen, unless the database holds them. Those that were put
 * back before leave it when the database holds them by now.
 */
export function recoverHomeOutbox(userId: string): void {
  const drafts = draftStore(userId).get();
  const isOwn = (entry: OutboxEntry) => entry.startsChat && answersIn(entry.chatId).length === 0;
  const isHeld = (entry: OutboxEntry) => isHeldStart(drafts, entry);
  for (const entry of drafts.outbox.filter(isOwn)) void recoverStart(userId, entry);
  for (const entry of [...returnedIn(drafts).filter(isOwn), ...drafts.outbox.filter(isHeld)])
    forgetStored(userId, entry).catch(() => undefined);
}

async function recoverStart(userId: string, sent: OutboxEntry) {
  if ((await answersBeingSent()).includes(sent.answerId)) return;
  const isStored = () => forgetStored(userId, sent).catch(() => true);
  if (await isStored()) return;
  await wait(ARRIVES_WITHIN_MS);
  if (await isStored()) return;
  draftStore(userId).change((drafts) => returnSent(drafts, placeOf(drafts, sent), sent, true));
}

/** Returns whether the database holds a message, which is forgotten then. Rejects where it cannot be read now. */
export async function forgetStored(
  userId: string,
  { messageId, chatId }: OutboxEntry,
): Promise<boolean> {
  const { question } = await readTurn(messageId, chatId);
  if (question === null) return false;
  draftStore(userId).change((drafts) => acknowledge(drafts, messageId));
  // What is cached may have been read before the message came to the database.
  refreshChat({ userId, chatId });
  return true;
}

/** The pauses before the database is asked again: a minute together. */
const ASK_AFTER_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Asks later what became of a message that failed when nobody could be asked: after growing pauses, and whenever the
 * network or the reader is back, until there is an answer. Nothing is asked while the page is hidden.
 */
export function recoverLater(userId: string, entry: OutboxEntry): void {
  const asked = new QueryObserver(queryClient, {
    queryKey: ["recovery", newId()],
    queryFn: async () => {
      await forgetStored(userId, entry);
      return true;
    },
    // It has just been asked.
    initialData: false,
    refetchInterval: ({ state }) => !state.data && (ASK_AFTER_MS[state.errorUpdateCount] ?? false),
    refetchOnWindowFocus: "always",
    refetchOnReconnect: () => !document.hidden && "always",
  });
  const end = asked.subscribe(({ data }) => {
    if (data) end();
  });
}
