import type { Drafts, OutboxEntry } from "./draft-rules.ts";
import { returnToBox } from "./outbox-rules.ts";

// Messages that wait until the running reply of their chat is whole. They are in the outbox.

/** The messages of a chat that wait for its reply, in the order in which they will be sent. */
export function queuedIn(outbox: readonly OutboxEntry[], chatId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.isQueued && entry.chatId === chatId);
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

/** The message without the sign that it waits. */
export function sentEntry(entry: OutboxEntry): OutboxEntry {
  const { isQueued: _, ...sent } = entry;
  return sent;
}
