import { currentStatus, isRefused, type MembershipState } from "#lib/membership.ts";
import { MONTHS } from "#lib/months.ts";
import { instant } from "#lib/timestamp.ts";
import { MESSAGE_LIMIT, trimText, withoutNul } from "#text-rules";

/** From this length on the composer shows how much room is left. */
const COUNTER_FROM = 30_000;

/** The content that is sent for what was typed: trimmed and without NUL; null when that is empty or too long. */
export function contentToSend(typed: string): string | null {
  const content = trimText(withoutNul(typed));
  return content === "" || content.length > MESSAGE_LIMIT ? null : content;
}

/** What the composer says about the length of what was typed; null while there is plenty of room. */
export function lengthNote(typed: string): { text: string; over: boolean } | null {
  const { length } = trimText(withoutNul(typed));
  if (length < COUNTER_FROM) return null;
  const over = length > MESSAGE_LIMIT;
  const text = [length, MESSAGE_LIMIT].map((count) => count.toLocaleString("en-US")).join(" of ");
  return { text: over ? `${text}: too long` : text, over };
}

/**
 * Why the server will refuse a message, in words to show before it is sent. Null where it is not expected to.
 * @param isTyped Whether there is a question, which is kept.
 * @param now Milliseconds since 1970.
 */
export function refusalAhead(
  membership: MembershipState | undefined,
  isTyped: boolean,
  now: number,
): { reason: string; action: "See the plans" | "Renew" } | null {
  if (!isRefused(membership, now)) return null;
  const status = currentStatus(membership ?? null, now);
  const kept = isTyped ? " Your question is kept." : "";
  if (status === "expired" || status === "cancelled") {
    const end = instant(membership?.membership_ended_at);
    const day = end <= now * 1000 ? ` on ${longDay(end)}` : "";
    return { reason: `Your membership ended${day}.${kept}`, action: "Renew" };
  }
  const why =
    status === "upcoming" ? "Your membership has not started yet." : "Chatting needs a membership.";
  return { reason: `${why}${kept}`, action: "See the plans" };
}

/** In UTC, as on the membership screens: the day the payment platform wrote. */
function longDay(microseconds: number): string {
  const date = new Date(microseconds / 1000);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
