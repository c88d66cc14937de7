export type BadgeText = {
  readonly label: "Active" | "Trial" | "Inactive" | "Expired" | "Cancelled" | "Unknown";
  readonly tone: "success" | "warning" | "neutral" | "danger";
};

/** A missing status is a trial. */
function known(status: string | null | undefined): string {
  return status ?? "trial";
}

/** The badge on /settings/account: anything other than trial or active is Inactive. */
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

/** The badge on the membership screens. A status that the product does not know is Unknown. */
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

/** The sentence about a status. Every status other than trial and active has ended. */
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
