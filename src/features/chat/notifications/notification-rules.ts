import type { Message } from "#contract";

/** What the browser says of notifications: its permission, or that it has none. */
export type Permission = NotificationPermission | "unsupported";

/** Beyond this many, the oldest replies that were told of are forgotten. */
const KEPT = 50;

/** Whether a message is a reply that its model has written to the end. */
export function isWholeReply(message: Pick<Message, "direction" | "stopped_at">): boolean {
  return message.direction !== "inbound" && message.stopped_at === null;
}

/** Reads the ids of the replies that were told of, whatever local storage holds. */
export function parseTold(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
}

/** The ids with one more, the newest last; null when it is among them. */
export function withTold(told: readonly string[], id: string): readonly string[] | null {
  return told.includes(id) ? null : [...told, id].slice(-KEPT);
}
