import { instant } from "./instant-rules.ts";

/** The columns of a `users` row that decide who may chat. */
export type MembershipState = {
  readonly membership_status: string;
  readonly membership_ended_at: string | null;
};

/**
 * The status that counts now. SPEC 4: a missing one is a trial. An active membership whose end has passed has expired:
 * the server refuses it (DESIGN 3.4).
 * @param now Milliseconds since 1970.
 */
export function currentStatus(membership: MembershipState | null, now: number): string {
  const status = membership?.membership_status ?? "trial";
  const end = instant(membership?.membership_ended_at);
  return status === "active" && end !== undefined && end <= now ? "expired" : status;
}
