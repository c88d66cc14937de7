import { followStored, readJson } from "#lib/storage.ts";
import { draftsKey, type OutboxEntry } from "./draft-rules.ts";
import { draftStore } from "./draft-store.ts";
import { putIntoOutbox } from "./outbox-rules.ts";

/** After this time, what other tabs wrote before they had seen the message has arrived here. */
const KNOWN_AFTER_MS = 1000;

const ends = new Map<string, AbortController>();

/**
 * Keeps a message in the outbox that has just been put there. Local storage has no locks: a tab that writes at the same
 * moment, before it has seen the message, removes it without knowing.
 * @param isOurs Whether this tab is still to send it.
 */
export function keepInOutbox(userId: string, entry: OutboxEntry, isOurs: () => boolean): void {
  const { messageId } = entry;
  const end = new AbortController();
  const onWritten = () => {
    // Nothing is left in it when the person has logged out.
    if (readJson(draftsKey(userId)) === undefined || !isOurs()) return;
    draftStore(userId).change((all) => putIntoOutbox(all, entry), "now");
  };
  followStored(draftsKey(userId), onWritten, end);
  letGo(messageId);
  ends.set(messageId, end);
  setTimeout(() => letGo(messageId, end), KNOWN_AFTER_MS);
}

/** Lets other tabs, and this one, take a message out of the outbox. */
export function letGo(messageId: string, end = ends.get(messageId)): void {
  end?.abort();
  if (ends.get(messageId) === end) ends.delete(messageId);
}
