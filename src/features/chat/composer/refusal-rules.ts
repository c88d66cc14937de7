import { currentStatus, type MembershipState } from "#lib/membership.ts";

/**
 * Why the server will refuse a message, in words to show before anything is typed. Returns null when it will not refuse
 * it, or when the membership is not known yet.
 * @param now Milliseconds since 1970.
 */
export function refusalAhead(membership: MembershipState | undefined, now: number): string | null {
  if (membership === undefined) return null;
  const status = currentStatus(membership, now);
  if (status === "active") return null;
  if (status === "upcoming") return "Your membership has not started yet.";
  return status === "trial" ? "A trial cannot send messages." : "Your membership has ended.";
}
