import type { Message } from "#contract";

/** What the browser says of notifications: its permission, or that it has none. */
export type Permission = NotificationPermission | "unsupported";

/** Beyond this many, the oldest replies that were told of are forgotten. */
const KEPT = 50;

/** Whether a message is a reply that its model has written to the end. */
export function isWholeReply({
  direction,
  stopped_at,
  compares,
}: Pick<Message, "direction" | "stopped_at" | "compares">): boolean {
  return direction !== "inbound" && stopped_at === null && !compares;
}

/**
 * The ids of the replies that were told of with one more, the newest last; null when it is among them.
 * @param stored What local storage holds, whatever that is.
 */
export function withTold(stored: unknown, id: string): readonly unknown[] | null {
  const told: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return told.includes(id) ? null : [...told, id].slice(-KEPT);
}
