import { describe, expect, test } from "vitest";
import { accountBadge, membershipBadge, statusText } from "#features/account/membership-rules.ts";
import { currentStatus } from "#lib/membership.ts";

const row = (membership_status: string, membership_ended_at: string | null = null) => ({
  membership_status,
  membership_ended_at,
});

describe("badges", () => {
  test.each([
    ["trial", "Trial", "Trial"],
    ["active", "Active", "Active"],
    ["expired", "Inactive", "Expired"],
    ["cancelled", "Inactive", "Cancelled"],
    ["paused", "Inactive", "Unknown"],
    ["Active", "Inactive", "Unknown"],
    ["", "Inactive", "Unknown"],
    [null, "Trial", "Trial"],
    [undefined, "Trial", "Trial"],
  ])(
    "%j is %s on the account screen and %s on the membership screen [account.membership-row] [membership.statuses] [membership.badge]",
    (status, account, membership) => {
      expect(accountBadge(status).label).toBe(account);
      expect(membershipBadge(status).label).toBe(membership);
    },
  );
});

describe("status text", () => {
  const end = Date.UTC(2026, 10, 21, 8, 4, 19);
  const textOf = (membership: ReturnType<typeof row> | null, now: number) =>
    statusText(currentStatus(membership, now));

  test.each(["expired", "cancelled", "paused", ""])("%j has ended [membership.text]", (status) => {
    expect(textOf(row(status), end)).toBe("Your membership has ended");
  });

  test("says that a membership is active until the moment it ends, and then that it has ended", () => {
    const active = row("active", "2026-11-21 08:04:19+00");
    expect(textOf(row("active"), end)).toBe("Your membership is active");
    expect(textOf(active, end - 1)).toBe("Your membership is active");
    expect(textOf(active, end)).toBe("Your membership has ended");
    expect(membershipBadge(currentStatus(active, end)).label).toBe("Expired");
    expect(accountBadge(currentStatus(active, end)).label).toBe("Inactive");
  });

  test("says that a trial cannot chat, also for someone without a row", () => {
    const text = "You are on a trial. Chatting needs an active membership.";
    expect(textOf(row("trial"), end)).toBe(text);
    expect(textOf(row("trial", "2020-01-01T00:00:00+00:00"), end)).toBe(text);
    expect(textOf(null, end)).toBe(text);
  });
});
