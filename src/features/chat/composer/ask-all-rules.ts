import type { MessagesLeft } from "#contract";
import { messagesLeftNote } from "#features/chat/models/messages-left-rules.ts";
import { MODEL_IDS } from "#models";

/**
 * Why all four models cannot be asked now: each of them counts as a message. Null when enough messages are left, or when
 * it is not known how many.
 * @param now Milliseconds since 1970.
 * @param timeZone The time zone whose time it is; the reader's when absent.
 */
export function askAllNote(
  left: MessagesLeft | null,
  now: number,
  timeZone?: string,
): string | null {
  if (left === null || left.count >= MODEL_IDS.length) return null;
  const note = messagesLeftNote(left, now, timeZone);
  return note === null ? null : `Asking all four takes four messages. ${note}.`;
}
