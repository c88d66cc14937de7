import type { Drafts, OutboxEntry } from "./draft-rules.ts";
import { returnToBox } from "./outbox-rules.ts";

// Messages that wait until the running reply of their chat is whole. They are in the outbox.

/** The messages of a chat that wait for its reply, in the order in which they will be sent. */
export function queuedIn(outbox: readonly OutboxEntry[], chatId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.isQueued === true && entry.chatId === chatId);
}

/**
 * Puts messages that wait in a chat back into its box, in their order and before what is typed there. One that has been
 * sent by now, from another tab, stays sent.
 * @param messageId Of the only one to put back; all of them without it.
 */
export function returnQueued(drafts: Drafts, chatId: string, messageId?: string): Drafts {
  return queuedIn(drafts.outbox, chatId)
    .filter((entry) => messageId === undefined || entry.messageId === messageId)
    .reduceRight((all, entry) => returnToBox(all, chatId, entry, false), drafts);
}

/** Lets a queued message go: from now on it is one that was sent. What is typed in its box stays. */
export function releaseQueued(drafts: Drafts, messageId: string): Drafts {
  const isWaiting = (entry: OutboxEntry) =>
    entry.messageId === messageId && entry.isQueued === true;
  if (!drafts.outbox.some(isWaiting)) return drafts;
  const outbox = drafts.outbox.map((entry) => (isWaiting(entry) ? sentEntry(entry) : entry));
  return { ...drafts, outbox };
}

/** The message without the sign that it waits. */
export function sentEntry(entry: OutboxEntry): OutboxEntry {
  const { isQueued: _, ...sent } = entry;
  return sent;
}
