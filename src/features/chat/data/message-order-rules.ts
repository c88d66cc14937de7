import type { Message } from "#contract";
import { instant } from "#lib/timestamp.ts";

type Ordered = Pick<Message, "id" | "created_at">;

/** Oldest first by created_at, then id. SPEC 2 and 7. */
export function byAge(left: Ordered, right: Ordered): number {
  const difference = instant(left.created_at) - instant(right.created_at);
  return difference === 0 ? compareText(left.id, right.id) : difference;
}

/** By code units, as the database compares ids: not by the reader's language. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** All the messages once each, oldest first; of two versions of a message the one given later stays. */
export function mergeMessages(...lists: readonly (readonly Message[])[]): Message[] {
  const byId = new Map(lists.flat().map((message) => [message.id, message]));
  return [...byId.values()].sort(byAge);
}
