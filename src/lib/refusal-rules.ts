import { currentStatus, isRefused, type MembershipState } from "./membership.ts";
import { MONTHS } from "./months.ts";
import { instant } from "./timestamp.ts";

/**
 * Why the server will refuse what needs a membership, in words to show before it is asked. Null where it is not expected to.
 * @param what What needs it: 'Chatting'.
 * @param now Milliseconds since 1970.
 */
export function refusalAhead(
  membership: MembershipState | undefined,
  what: string,
  now: number,
): { reason: string; action: "See the plans" | "Renew" } | null {
  if (!isRefused(membership, now)) return null;
  const status = currentStatus(membership ?? null, now);
  if (status === "expired" || status === "cancelled") {
    const end = instant(membership?.membership_ended_at);
    const day = end <= now * 1000 ? ` on ${longDay(end)}` : "";
    return { reason: `Your membership ended${day}.`, action: "Renew" };
  }
  const isToStart = status === "upcoming";
  const reason = isToStart ? "Your membership has not started yet." : `${what} needs a membership.`;
  return { reason, action: "See the plans" };
}

/** In UTC, as on the membership screens: the day the payment platform wrote. */
function longDay(microseconds: number): string {
  const date = new Date(microseconds / 1000);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
