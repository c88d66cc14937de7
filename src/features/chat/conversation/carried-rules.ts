import type { Row } from "#features/chat/messages/row-rules.ts";

/** A new chat begins with so many messages of another one at most. */
const CARRIED_AT_MOST = 200;

/**
 * How many messages a new chat that begins with an edited one takes along, in words.
 * @param isWhole Whether all messages before it are among the rows.
 */
export function carriedMessages(
  rows: readonly Pick<Row, "id" | "mine" | "failure">[],
  messageId: string,
  isWhole: boolean,
): string {
  const at = rows.findIndex(({ id }) => id === messageId);
  // What broke off, and what was never sent, is given to no model.
  const given = rows
    .slice(0, at)
    .filter(({ mine, failure }) => failure === null || (mine && failure.saved));
  if (!isWhole || given.length > CARRIED_AT_MOST) return `up to ${CARRIED_AT_MOST} messages`;
  return `${given.length || "no"} message${given.length === 1 ? "" : "s"}`;
}
