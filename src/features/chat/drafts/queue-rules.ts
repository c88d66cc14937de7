import type { Drafts, OutboxEntry, QueueMark } from "./draft-rules.ts";
import { returnToBox } from "./outbox-rules.ts";

// Messages that wait until the running reply of their chat is whole. They are in the outbox.

/** The messages of a chat that wait for its reply, in the order in which they will be sent. */
export function queuedIn(outbox: readonly OutboxEntry[], chatId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.isQueued && entry.chatId === chatId);
}

/** Puts messages of the outbox back into the box of their chat, in their order and before what is typed there. */
export function returnEntries(drafts: Drafts, entries: readonly OutboxEntry[]): Drafts {
  return entries.reduceRight((all, entry) => returnToBox(all, entry.chatId, entry, false), drafts);
}

/** The message without the sign that it waits. */
export function sentEntry(entry: OutboxEntry): OutboxEntry {
  const { isQueued: _, ...sent } = entry;
  return sent;
}

/**
 * Of the messages that wait in a chat, the one that goes out when its reply has ended. After a reply that the person
 * stopped, only what was sent since goes out. What is held never goes by itself.
 */
export function nextQueued(
  queued: readonly OutboxEntry[],
  isStopped: boolean,
): OutboxEntry | undefined {
  const waits = (entry: OutboxEntry) => !isStopped && entry.isQueued !== "held";
  return queued.find((entry) => entry.isQueued === "stop" || waits(entry));
}

/**
 * Lets a queued message go: from now on it is one that was sent, and those behind it wait for its reply. What is typed in
 * its box stays.
 */
export function releaseQueued(drafts: Drafts, messageId: string): Drafts {
  const released = drafts.outbox.find((entry) => entry.messageId === messageId && entry.isQueued);
  if (released === undefined) return drafts;
  const { outbox } = afterFailedStop(drafts, released.chatId);
  return {
    ...drafts,
    outbox: outbox.map((entry) => (entry.messageId === messageId ? sentEntry(released) : entry)),
  };
}

/**
 * Holds what waits in a chat and was sent before a message that goes out now: it does not follow that one by itself.
 */
export function holdBefore(drafts: Drafts, { messageId, chatId }: OutboxEntry): Drafts {
  const index = drafts.outbox.findIndex((entry) => entry.messageId === messageId);
  const earlier = queuedIn(drafts.outbox.slice(0, Math.max(0, index)), chatId);
  return withMark(drafts, earlier, "held");
}

/** Lets messages of a chat that were sent after Stop wait for a reply that Stop did not reach. */
export function afterFailedStop(drafts: Drafts, chatId: string): Drafts {
  const sent = queuedIn(drafts.outbox, chatId).filter((entry) => entry.isQueued === "stop");
  return withMark(drafts, sent, true);
}

/** Gives queued messages another mark. */
export function withMark(
  drafts: Drafts,
  queued: readonly OutboxEntry[],
  isQueued: QueueMark,
): Drafts {
  if (queued.length === 0) return drafts;
  const ids = new Set(queued.map(({ messageId }) => messageId));
  const outbox = drafts.outbox.map((entry) =>
    entry.isQueued && ids.has(entry.messageId) ? Object.assign({}, entry, { isQueued }) : entry,
  );
  return { ...drafts, outbox };
}

/** Puts what waits for the reply in a chat back into its box. What is held stays. */
export function returnWaiting(drafts: Drafts, chatId: string): Drafts {
  const queued = queuedIn(drafts.outbox, chatId);
  return returnEntries(
    drafts,
    queued.filter((entry) => entry.isQueued !== "held"),
  );
}

/** Puts a queued message back into its box. One that has been sent by now, from another tab, stays sent. */
export function takeBackQueued(drafts: Drafts, { chatId, messageId }: OutboxEntry): Drafts {
  const queued = queuedIn(drafts.outbox, chatId);
  return returnEntries(
    drafts,
    queued.filter((entry) => entry.messageId === messageId),
  );
}
