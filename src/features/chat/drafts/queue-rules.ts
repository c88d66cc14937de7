import {
  type WaitsFor,
  boxAt,
  contentAt,
  type Drafts,
  endOfParagraphs,
  HOME,
  isBefore,
  type OutboxEntry,
  startsChatAt,
  withBox,
} from "./draft-rules.ts";
import { entryOf, putIntoOutbox, returnToBox, withoutReturned } from "./outbox-rules.ts";

// Messages that wait until the running reply of their chat is whole, or for the network. They are in the outbox.

/** The messages of a chat that wait for its reply, in the order in which they will be sent. */
export function queuedIn(outbox: readonly OutboxEntry[], chatId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.waitsFor && entry.chatId === chatId);
}

/** The chats in which a message waits for the network. */
export function chatsWaitingOffline(outbox: readonly OutboxEntry[]): readonly string[] {
  const waiting = outbox.filter(({ waitsFor }) => waitsFor === "network");
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
  const waits = (entry: OutboxEntry) => !isStopped && entry.waitsFor !== "person";
  return queued.find((entry) => isFree(entry) || waits(entry));
}

/** Whether a message need not wait for a whole reply. */
const isFree = ({ waitsFor }: OutboxEntry) => waitsFor === "ending" || waitsFor === "network";

/**
 * Lets a queued message go: from now on it is one that was sent. It starts its chat where there is none yet. What is typed in its box stays. Nothing changes when another tab has let it go by now.
 */
export function releaseQueued(drafts: Drafts, messageId: string): Drafts {
  const released = entryOf(drafts, messageId);
  if (!released?.waitsFor) return drafts;
  const { chatId } = released;
  const startsChat = startsChatAt(drafts, chatId);
  const sent = { ...released, waitsFor: null, hasWaited: true as const, startsChat };
  const begun = putIntoOutbox(withBox(drafts, chatId, { startsChat: false }), [sent]);
  return tellQueue(begun, chatId, { type: "sent", entry: sent });
}

/** What happens in a chat while messages wait there. */
export type QueueEvent =
  /** One of its messages goes out now. */
  | { readonly type: "sent"; readonly entry: OutboxEntry }
  /** Stop was pressed, and what waits is to follow, one after the other, up to this message. */
  | { readonly type: "stopRequested"; readonly last: OutboxEntry }
  /** Stop did not reach the reply. */
  | { readonly type: "stopFailed" }
  /** One of its messages is to wait for something else. */
  | { readonly type: "postponed"; readonly entry: OutboxEntry; readonly waitsFor: WaitsFor };

/** What a waiting message waits for after an event of its chat. What is held stays so until its person lets it go. */
export function nextWait(waiting: OutboxEntry, event: QueueEvent): WaitsFor | null {
  const { messageId, waitsFor } = waiting;
  switch (event.type) {
    case "sent":
      // It was written for what came before it: what goes out now is not that.
      if (isBefore(waiting, event.entry)) return "person";
      return isFree(waiting) ? "reply" : waitsFor;
    case "stopRequested":
      return waitsFor === "person" || isBefore(event.last, waiting) ? waitsFor : "ending";
    case "stopFailed":
      return waitsFor === "ending" ? "reply" : waitsFor;
    case "postponed":
      return messageId === event.entry.messageId ? event.waitsFor : waitsFor;
  }
}

/** Tells the messages that wait in a chat what has happened there. */
export function tellQueue(drafts: Drafts, chatId: string, event: QueueEvent): Drafts {
  const waiting = queuedIn(drafts.outbox, chatId).filter(
    ({ messageId }) => entryOf(drafts, messageId) !== undefined,
  );
  const next = waiting.map((entry) => ({ ...entry, waitsFor: nextWait(entry, event) }));
  return putIntoOutbox(
    drafts,
    next.filter(({ waitsFor }, index) => waitsFor !== waiting[index]?.waitsFor),
  );
}

/** Puts what waits for the reply in a chat back into its box, in its order and before what is typed there. What is held stays. */
export function returnWaiting(drafts: Drafts, chatId: string): Drafts {
  const waiting = queuedIn(drafts.outbox, chatId).filter(({ waitsFor }) => waitsFor !== "person");
  return waiting.reduceRight((all, entry) => returnToBox(all, chatId, entry, false), drafts);
}

/** Puts a queued message back into its box. One that has been sent by now, from another tab, stays sent. */
export function takeBackQueued(drafts: Drafts, { messageId }: OutboxEntry): Drafts {
  const entry = entryOf(drafts, messageId);
  return entry?.waitsFor ? returnToBox(drafts, entry.chatId, entry, false) : drafts;
}

/** The messages from the home screen that wait to start their chats: for the network, or held because they failed. */
export function waitingStarts(drafts: Drafts): readonly OutboxEntry[] {
  return drafts.outbox.filter(
    ({ waitsFor, chatId }, index) =>
      waitsFor &&
      startsChatAt(drafts, chatId) &&
      drafts.outbox.findIndex((entry) => entry.chatId === chatId) === index,
  );
}

/** Whether a message is held that failed to start its chat: the server may have it all the same. */
export function isHeldStart(drafts: Drafts, entry: OutboxEntry): boolean {
  return entry.waitsFor === "person" && startsChatAt(drafts, entry.chatId);
}

/**
 * Puts a message that was sent back into its box (`returnToBox`). Of those that could not start their chats only one goes
 * into the home box: where another one is back already, both are held, each as it was sent. One that was changed there
 * stays.
 */
export function returnSent(
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
    Object.assign({}, other, { startsChat: false, waitsFor: "person" as const }),
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
  if (!entry?.waitsFor) return drafts;
  const started = putIntoOutbox(drafts, [{ ...entry, waitsFor: null, startsChat: true }]);
  return returnToBox(started, HOME, entry, true);
}
