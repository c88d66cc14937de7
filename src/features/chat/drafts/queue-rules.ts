import {
  boxAt,
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  isBefore,
  type OutboxEntry,
  type QueueMark,
  startsChatAt,
  withBox,
} from "./draft-rules.ts";
import { entryOf, putIntoOutbox, returnToBox, sentEntry, withoutReturned } from "./outbox-rules.ts";

// Messages that wait until the running reply of their chat is whole, or for the network. They are in the outbox.

/** The messages of a chat that wait for its reply, in the order in which they will be sent. */
export function queuedIn(outbox: readonly OutboxEntry[], chatId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.isQueued && entry.chatId === chatId);
}

/** The chats in which a message waits for the network. */
export function chatsWaitingOffline(outbox: readonly OutboxEntry[]): readonly string[] {
  const waiting = outbox.filter(({ isQueued }) => isQueued === "offline");
  return [...new Set(waiting.map(({ chatId }) => chatId))];
}

/**
 * Of the messages that wait in a chat, the one that goes out when its reply has ended. After a reply that the person
 * stopped, only what was sent since goes out, or without a network. What is held never goes by itself.
 */
export function nextQueued(
  queued: readonly OutboxEntry[],
  isStopped: boolean,
): OutboxEntry | undefined {
  const waits = (entry: OutboxEntry) => !isStopped && entry.isQueued !== "held";
  return queued.find((entry) => isFree(entry) || waits(entry));
}

/** Whether a message need not wait for a whole reply. */
const isFree = ({ isQueued }: OutboxEntry) => isQueued === "stop" || isQueued === "offline";

/**
 * Lets a queued message go: from now on it is one that was sent, and those behind it wait for its reply. It starts its
 * chat where there is none yet. What is typed in its box stays. Nothing changes when another tab has let it go by now.
 */
export function releaseQueued(drafts: Drafts, messageId: string): Drafts {
  const released = entryOf(drafts, messageId);
  if (!released?.isQueued) return drafts;
  const { chatId } = released;
  const startsChat = startsChatAt(drafts, chatId);
  const behind = withMark(drafts, queuedIn(drafts.outbox, chatId).filter(isFree), true);
  const sent = { ...sentEntry(released), startsChat };
  return putIntoOutbox(withBox(behind, chatId, { startsChat: false }), [sent]);
}

/**
 * Holds what waits in a chat and was sent before a message that goes out now: it does not follow that one by itself.
 */
export function holdBefore(drafts: Drafts, sent: OutboxEntry): Drafts {
  const before = queuedIn(drafts.outbox, sent.chatId).filter((entry) => isBefore(entry, sent));
  return withMark(drafts, before, "held");
}

/** Lets what waits in a chat go when the reply has ended, one after the other, up to this message. What is held stays. */
export function sendAfterStop(drafts: Drafts, last: OutboxEntry): Drafts {
  const isUpTo = (entry: OutboxEntry) => !isBefore(last, entry) && entry.isQueued !== "held";
  return withMark(drafts, queuedIn(drafts.outbox, last.chatId).filter(isUpTo), "stop");
}

/** Lets messages of a chat that were sent after Stop wait for a reply that Stop did not reach. */
export function afterFailedStop(drafts: Drafts, chatId: string): Drafts {
  const sent = queuedIn(drafts.outbox, chatId).filter((entry) => entry.isQueued === "stop");
  return withMark(drafts, sent, true);
}

/** Gives messages another mark that still wait. */
export function withMark(
  drafts: Drafts,
  queued: readonly OutboxEntry[],
  isQueued: QueueMark,
): Drafts {
  const waiting = queued.flatMap(({ messageId }) => entryOf(drafts, messageId) ?? []);
  const changed = waiting.filter((entry) => entry.isQueued && entry.isQueued !== isQueued);
  return putIntoOutbox(
    drafts,
    changed.map((entry) => Object.assign({}, entry, { isQueued })),
  );
}

/** Puts what waits for the reply in a chat back into its box, in its order and before what is typed there. What is held stays. */
export function returnWaiting(drafts: Drafts, chatId: string): Drafts {
  const waiting = queuedIn(drafts.outbox, chatId).filter(({ isQueued }) => isQueued !== "held");
  return waiting.reduceRight((all, entry) => returnToBox(all, chatId, entry, false), drafts);
}

/** Puts a queued message back into its box. One that has been sent by now, from another tab, stays sent. */
export function takeBackQueued(drafts: Drafts, { messageId }: OutboxEntry): Drafts {
  const entry = entryOf(drafts, messageId);
  return entry?.isQueued ? returnToBox(drafts, entry.chatId, entry, false) : drafts;
}

/** The messages from the home screen that wait to start their chats: for the network, or held because they failed. */
export function waitingStarts(drafts: Drafts): readonly OutboxEntry[] {
  return drafts.outbox.filter(
    ({ isQueued, chatId }, index) =>
      isQueued &&
      startsChatAt(drafts, chatId) &&
      drafts.outbox.findIndex((entry) => entry.chatId === chatId) === index,
  );
}

/** Whether a message is held that failed to start its chat: the server may have it all the same. */
export function isHeldStart(drafts: Drafts, entry: OutboxEntry): boolean {
  return entry.isQueued === "held" && startsChatAt(drafts, entry.chatId);
}

/**
 * Puts a message that was sent back into its box (`returnToBox`). Of those that could not start their chats only one goes
 * into the home box: where another one is back already, both are held, each as it was sent. One that was changed there
 * stays.
 */
export function giveBack(
  drafts: Drafts,
  place: string,
  { messageId }: OutboxEntry,
  keepsIds: boolean,
): Drafts {
  const entry = entryOf(drafts, messageId);
  if (entry === undefined) return drafts;
  const { returned } = boxAt(drafts, HOME);
  const others = returned.filter(
    ({ content }) => endOfParagraphs(contentAt(drafts, HOME), content) >= 0,
  );
  const isAlone = others.length === 0 && !drafts.outbox.some((other) => isHeldStart(drafts, other));
  const isStart = entry.startsChat && place === HOME && keepsIds;
  if (isAlone || !isStart) return returnToBox(drafts, place, entry, keepsIds);
  const left = others.reduce((all, other) => withoutReturned(all, HOME, other), drafts);
  const held = [...others, entry].map((other) =>
    Object.assign({}, other, { startsChat: false, isQueued: "held" as const }),
  );
  const started = held.reduce(
    (all, { chatId }) => withBox(all, chatId, { startsChat: true }),
    left,
  );
  return putIntoOutbox(started, held);
}

/** Puts a message that waits to start its chat into the home box, with what was typed and sent in that chat. */
export function takeBackHome(drafts: Drafts, { messageId }: OutboxEntry): Drafts {
  const entry = entryOf(drafts, messageId);
  if (!entry?.isQueued) return drafts;
  const started = putIntoOutbox(drafts, [{ ...sentEntry(entry), startsChat: true }]);
  return returnToBox(started, HOME, entry, true);
}
