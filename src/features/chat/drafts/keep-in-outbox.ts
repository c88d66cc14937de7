import { currentSession, userIdOf } from "#lib/session.ts";
import { followStored, readJson } from "#lib/storage.ts";
import { type Drafts, draftsKey, type OutboxEntry } from "./draft-rules.ts";
import { draftStore } from "./draft-store.ts";

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

/**
 * Whether a message that this page has taken from its box is still to be sent: it has not gone back, and its author is
 * signed in. Puts it into the outbox again where another tab has removed it without knowing.
 */
export function isStillOut(userId: string, entry: OutboxEntry): boolean {
  const drafts = draftStore(userId);
  if (isReturned(drafts.get(), entry) || userIdOf(currentSession()) !== userId) return false;
  drafts.change((all) => putIntoOutbox(all, entry), "now");
  return true;
}

/** Puts a message into the outbox, unless it is there. */
function putIntoOutbox(drafts: Drafts, entry: OutboxEntry): Drafts {
  return isKept(drafts, entry) ? drafts : { ...drafts, outbox: [...drafts.outbox, entry] };
}

/** Whether the outbox keeps a message: the server has not acknowledged it, and it is not given up. */
export function isKept({ outbox }: Drafts, { messageId }: OutboxEntry): boolean {
  return outbox.some((entry) => entry.messageId === messageId);
}

/** Notes in the outbox which answer a message goes on from. One that has left the outbox stays gone. */
export function withFollows(
  drafts: Drafts,
  messageId: string,
  followed: Pick<OutboxEntry, "follows" | "unlessChosen">,
): Drafts {
  const outbox = drafts.outbox.map((entry) =>
    entry.messageId === messageId ? Object.assign({}, entry, followed) : entry,
  );
  return { ...drafts, outbox };
}

/** Whether a message is back in its box, and the server may hold it all the same. */
function isReturned({ returned }: Drafts, { messageId }: OutboxEntry): boolean {
  return returned.some((entry) => entry.messageId === messageId);
}
