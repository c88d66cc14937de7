import { instant } from "./instant-rules.ts";

/** The columns of a `users` row that decide who may chat; null when there is no row. */
export type Membership = {
  readonly membership_status: string;
  readonly membership_ended_at: string | null;
} | null;

/**
 * Why messages will be refused, in words to show before anything is typed; null when they will not, or when it is not
 * known yet. The server's rule (DESIGN 3.4): active, and not ended.
 * @param now Milliseconds since 1970.
 */
export function refusalAhead(membership: Membership | undefined, now: number): string | null {
  if (membership === undefined) return null;
  const status = membership?.membership_status ?? "trial";
  const end = membership?.membership_ended_at ?? null;
  if (status === "active" && (end === null || instant(end) > now * 1000)) return null;
  return status === "trial" ? "A trial cannot send messages." : "Your membership has ended.";
}
