import { instant } from "./timestamp.ts";

/** The columns of a `users` row that decide who may chat; null for someone who has no row yet. */
export type MembershipState = {
  readonly membership_status: string;
  readonly membership_ended_at: string | null;
} | null;

/**
 * The status that counts now: "trial" without a row, and "expired" for an active one or a trial whose end has passed.
 * Who is "active" here may chat by `private.membership_is_active` in the database. An end of "infinity" never passes.
 * @param now Milliseconds since 1970.
 */
export function currentStatus(membership: MembershipState, now: number): string {
  const status = membership?.membership_status ?? "trial";
  const hasEnded = instant(membership?.membership_ended_at) <= now * 1000;
  return (status === "active" || status === "trial") && hasEnded ? "expired" : status;
}
