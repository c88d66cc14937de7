import type { Drafts, OutboxEntry } from "./draft-rules.ts";
import { queuedIn, sentEntry } from "./queue-rules.ts";

// How messages leave the queue. The first script needs none of it.

/**
 * The message that goes out when the reply of a chat has ended. After one that the person stopped these are the messages
 * that were sent since.
 */
export function nextQueued(
  outbox: readonly OutboxEntry[],
  chatId: string,
  isStopped: boolean,
): OutboxEntry | undefined {
  return queuedIn(outbox, chatId).find((entry) => !isStopped || entry.isQueued === "stop");
}

/**
 * Lets a queued message go: from now on it is one that was sent, and those behind it wait for its reply. What is typed in
 * its box stays.
 */
export function releaseQueued(drafts: Drafts, messageId: string): Drafts {
  const released = drafts.outbox.find((entry) => entry.messageId === messageId && entry.isQueued);
  if (released === undefined) return drafts;
  const outbox = drafts.outbox.map((entry) => {
    if (entry === released) return sentEntry(entry);
    const waits = entry.chatId === released.chatId && entry.isQueued === "stop";
    return waits ? Object.assign({}, entry, { isQueued: true }) : entry;
  });
  return { ...drafts, outbox };
}
