import type { QueryClient } from "@tanstack/react-query";
import type { Message } from "#contract";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { type Drafts, HOME, type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import {
  acknowledge,
  entryOf,
  returnedIn,
  returnToBox,
} from "#features/chat/drafts/outbox-rules.ts";
import { isHeldStart, returnHome } from "#features/chat/drafts/queue-rules.ts";
import { messagesBeingSent, onSentElsewhere } from "#features/chat/turns/sending-locks.ts";
import { readTurn } from "#features/chat/turns/turn-api.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { turnsOf } from "#features/chat/turns/use-turns.ts";
import { wait } from "#lib/functions-client.ts";

// Messages that were sent and never acknowledged: an earlier page was closed or reloaded, or nobody could be reached.

/**
 * A request of the page before may still be on its way to the database when this page asks for its message. After this
 * time it has arrived, or it is lost.
 */
const ARRIVES_WITHIN_MS = 1000;

/**
 * Shows those of one chat in their place, as being sent while another tab sends them, else as failed, where they can be
 * tried again; the stored ones are forgotten.
 */
export async function recoverChatOutbox(
  userId: string,
  chatId: string,
  turns: Turns,
  messages: readonly Message[],
): Promise<void> {
  const beingSent = await messagesBeingSent();
  const drafts = draftStore(userId);
  const all = drafts.get();
  const isStored = ({ messageId }: OutboxEntry) => messages.some(({ id }) => id === messageId);
  for (const entry of [...all.outbox, ...returnedIn(all)]) {
    if (entry.chatId !== chatId) continue;
    if (isStored(entry)) drafts.change((now) => acknowledge(now, entry.messageId));
    else if (all.outbox.includes(entry) && !entry.startsChat && !entry.isQueued) {
      if (beingSent.has(entry.messageId)) void followSent(userId, turns, entry);
      else turns.showUnsent(entry);
    }
  }
}

/** Shows what another tab begins to send in a chat. Returns a function that ends it. */
export const showSentElsewhere = (userId: string, chatId: string, turns: Turns) =>
  onSentElsewhere(userId, chatId, (entry) => void followSent(userId, turns, entry));

async function followSent(userId: string, turns: Turns, entry: OutboxEntry) {
  const outcome = await turns.followSent(entry);
  const isUnsent = outcome.kind === "failed" && outcome.turn.question === null;
  // Where it has gone back into its box it is no failed message any more.
  if (isUnsent && !entryOf(draftStore(userId).get(), entry.messageId)) turns.drop(outcome.turn.id);
}

/**
 * Puts those that should have started a chat back to the home screen, unless the database holds them. Those that were put
 * back before leave it when the database holds them by now.
 */
export async function recoverHomeOutbox(userId: string, client: QueryClient): Promise<void> {
  const turns = turnsOf(userId, client);
  const drafts = draftStore(userId).get();
  const isOwn = (entry: OutboxEntry) => entry.startsChat && turns.inChat(entry.chatId).length === 0;
  await Promise.all([
    ...drafts.outbox.filter(isOwn).map((entry) => recoverStart(userId, client, entry)),
    ...[
      ...returnedIn(drafts).filter(isOwn),
      ...drafts.outbox.filter((entry) => isHeldStart(drafts, entry)),
    ].map((entry) => forgetStored(userId, client, entry)),
  ]);
}

async function recoverStart(userId: string, client: QueryClient, sent: OutboxEntry) {
  const { messageId } = sent;
  if ((await messagesBeingSent()).has(messageId)) return;
  if ((await forgetStored(userId, client, sent)) !== false) return;
  await wait(ARRIVES_WITHIN_MS);
  if ((await forgetStored(userId, client, sent)) !== false) return;
  draftStore(userId).change((drafts) => {
    const entry = entryOf(drafts, messageId);
    if (entry === undefined) return drafts;
    const place = placeOf(entry);
    return place === HOME ? returnHome(drafts, entry) : returnToBox(drafts, place, entry, true);
  });
}

/** Asks later what became of a message of this page that failed when nobody could be asked, and shows it. */
export function recoverLater(
  userId: string,
  client: QueryClient,
  turns: Turns,
  entry: OutboxEntry,
): Promise<void> {
  const isFailed = () =>
    turns
      .inChat(entry.chatId)
      .some(({ id, state }) => id === entry.answerId && state === "failed") ||
    isBack(draftStore(userId).get(), entry);
  return askLater(async () => !isFailed() || forgetStored(userId, client, entry));
}

/** Whether a message has come back into its box, or is held on the home screen. */
function isBack(drafts: Drafts, { messageId }: OutboxEntry): boolean {
  const held = drafts.outbox.filter((entry) => isHeldStart(drafts, entry));
  return [...returnedIn(drafts), ...held].some((entry) => entry.messageId === messageId);
}

/** Returns whether the database holds a message, which is forgotten then; null where it cannot be read now. */
async function forgetStored(
  userId: string,
  client: QueryClient,
  { messageId, chatId }: OutboxEntry,
): Promise<boolean | null> {
  const stored = await readTurn(messageId).catch(() => null);
  if (stored === null) return null;
  if (stored.question === null) return false;
  draftStore(userId).change((drafts) => acknowledge(drafts, messageId));
  // The list may have been read before the message came to the database.
  refreshChat(client, { userId, chatId });
  return true;
}

/** The pauses before the database is asked again: a minute together. */
const ASK_AFTER_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Asks again until there is an answer: after growing pauses, and whenever the network or the reader is back. Nothing is
 * asked while the page is hidden.
 * @param ask Returns null when there was no answer.
 */
export async function askLater(ask: () => Promise<boolean | null>): Promise<void> {
  for (let times = 0; ; times += 1) {
    await pause(ASK_AFTER_MS[times]);
    if ((await ask()) !== null) return;
  }
}

/** Resolves after so many milliseconds, where there are any, or when the network or the reader is back. */
function pause(milliseconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      if (document.hidden) return;
      over.abort();
      resolve();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    document.addEventListener("visibilitychange", end, over);
    window.addEventListener("focus", end, over);
    window.addEventListener("online", end, over);
  });
}
