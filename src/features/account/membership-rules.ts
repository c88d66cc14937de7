import { instant } from "./date-rules.ts";

export type BadgeText = {
  readonly label: "Active" | "Trial" | "Inactive" | "Expired" | "Cancelled" | "Unknown";
  readonly tone: "success" | "warning" | "neutral" | "danger";
};

/** What the membership texts are made from: the columns of a `users` row. */
export type MembershipState = {
  readonly membership_status: string;
  readonly membership_ended_at: string | null;
};

/** SPEC 4: a missing status is a trial. */
function known(status: string | null | undefined): string {
  return status ?? "trial";
}

/** The badge on /settings/account: anything other than trial or active is Inactive. SPEC 2 and 4. */
export function accountBadge(status: string | null | undefined): BadgeText {
  switch (known(status)) {
    case "active":
      return { label: "Active", tone: "success" };
    case "trial":
      return { label: "Trial", tone: "warning" };
    default:
      return { label: "Inactive", tone: "neutral" };
  }
}

/** The badge on the membership screens. SPEC 2: Active, Trial, Expired, Cancelled, otherwise Unknown. */
export function membershipBadge(status: string | null | undefined): BadgeText {
  switch (known(status)) {
    case "active":
      return { label: "Active", tone: "success" };
    case "trial":
      return { label: "Trial", tone: "warning" };
    case "expired":
      return { label: "Expired", tone: "danger" };
    case "cancelled":
      return { label: "Cancelled", tone: "neutral" };
    default:
      return { label: "Unknown", tone: "neutral" };
  }
}

/**
 * The status that counts now. SPEC 4: a missing one is a trial. An active membership whose end has passed has expired:
 * the server refuses it (DESIGN 3.4).
 * @param now Milliseconds since 1970.
 */
export function currentStatus(membership: MembershipState | null, now: number): string {
  const status = known(membership?.membership_status);
  const end = instant(membership?.membership_ended_at);
  return status === "active" && end !== undefined && end <= now ? "expired" : status;
}

/** The sentence under the badge. SPEC 4: every state other than trial or active has ended. */
export function statusText(status: string): string {
  switch (status) {
    case "trial":
      return "You are on a trial. Chatting needs an active membership.";
    case "active":
      return "Your membership is active";
    default:
      return "Your membership has ended";
  }
}
