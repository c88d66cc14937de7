import type { Drafts, OutboxEntry } from "./draft-rules.ts";
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
