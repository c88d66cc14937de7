import { currentStatus } from "#lib/membership.ts";
import { instant } from "#lib/timestamp.ts";
import type { BadgeText } from "#ui/badge.tsx";
import type { Membership } from "./account-api.ts";
import { membershipDate } from "./date-rules.ts";

const BADGES: Readonly<Record<string, BadgeText>> = {
  active: { label: "Active", tone: "success" },
  trial: { label: "Trial", tone: "warning" },
  upcoming: { label: "Upcoming", tone: "neutral" },
  expired: { label: "Expired", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** The badge on the membership screens. A status that the product does not know is Unknown. */
export function membershipBadge(status: string): BadgeText {
  return BADGES[status] ?? { label: "Unknown", tone: "neutral" };
}

/** The badge on /settings/account: anything other than trial or active is Inactive. */
export function accountBadge(status: string): BadgeText {
  return status === "active" || status === "trial"
    ? membershipBadge(status)
    : { label: "Inactive", tone: "neutral" };
}

/** The sentence about a status. Every status other than trial, active and upcoming has ended. */
export function statusText(status: string): string {
  switch (status) {
    case "trial":
      return "You are on a trial. Chatting needs an active membership.";
    case "active":
      return "Your membership is active";
    case "upcoming":
      return "Your membership has not started yet";
    default:
      return "Your membership has ended";
  }
}

type Term = Pick<
  Membership,
  | "membership_status"
  | "membership_started_at"
  | "membership_renews_at"
  | "membership_ended_at"
  | "membership_event_at"
> | null;

/**
 * Whether the next payment of an active membership is awaited, or overdue, which the payment platform said by an event
 * that is no older than the payment: then the membership ends unless it comes.
 * @param now Milliseconds since 1970.
 */
export function renewal(membership: Term, now: number): "none" | "awaited" | "overdue" {
  const due = instant(membership?.membership_renews_at);
  if (Number.isNaN(due) || currentStatus(membership, now) !== "active") return "none";
  if (due <= instant(membership?.membership_event_at)) return "overdue";
  return due > now * 1000 ? "awaited" : "none";
}

/**
 * The sentence about the day on which a membership starts, renews, ends or ended; null when there is no such day.
 * @param now Milliseconds since 1970.
 */
export function termText(membership: Term, now: number): string | null {
  const end = instant(membership?.membership_ended_at);
  const endDay = membershipDate(membership?.membership_ended_at);
  const status = currentStatus(membership, now);
  if (status === "upcoming") {
    return `Starts on ${membershipDate(membership?.membership_started_at)}`;
  }
  if (renewal(membership, now) === "awaited") {
    return `Renews on ${membershipDate(membership?.membership_renews_at)}`;
  }
  if (!Number.isFinite(end)) return null;
  if (status === "active") {
    const active = `Active until ${endDay}`;
    return renewal(membership, now) === "overdue" ? `Your payment is overdue. ${active}` : active;
  }
  if (status === "trial") return `Trial until ${endDay}`;
  return end > now * 1000 ? null : `Ended on ${endDay}`;
}

/** Where a membership is managed: at its own address if the payment platform named one, else at `fallback`. */
export function manageLink(
  membership: Pick<Membership, "membership_manage_url"> | null | undefined,
  fallback: string,
): string {
  const own = membership?.membership_manage_url;
  return own?.startsWith("https://") ? own : fallback;
}
