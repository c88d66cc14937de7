import { instant } from "./timestamp.ts";

/** The columns of a `users` row that decide who may chat; null for someone who has no row yet. */
export type MembershipState = {
  readonly membership_status: string;
  readonly membership_started_at: string | null;
  readonly membership_ended_at: string | null;
} | null;

/** The key of the query that reads a person's membership. */
export const membershipKey = (userId: string) => ["membership", userId] as const;

/** A start at most this far ahead has come: the payment platform's clock may be ahead. In microseconds. */
const CLOCK_ERROR = 300_000_000;

/**
 * The status that counts now: "trial" without a row, "expired" for an active one or a trial whose end has passed, and
 * "upcoming" for an active one that starts later. Who is "active" here may chat by `private.is_active` in the database.
 * An end of "infinity" never passes.
 * @param now Milliseconds since 1970.
 */
export function currentStatus(membership: MembershipState, now: number): string {
  const status = membership?.membership_status ?? "trial";
  const hasEnded = instant(membership?.membership_ended_at) <= now * 1000;
  if ((status === "active" || status === "trial") && hasEnded) return "expired";
  const startsLater = instant(membership?.membership_started_at) > now * 1000 + CLOCK_ERROR;
  return status === "active" && startsLater ? "upcoming" : status;
}

/**
 * Whether the server is expected to refuse a person's messages; false while their membership is unknown.
 * @param now Milliseconds since 1970.
 */
export function isRefused(membership: MembershipState | undefined, now: number): boolean {
  return membership !== undefined && currentStatus(membership, now) !== "active";
}
