import { describe, expect, test } from "vitest";
import {
  accountBadge,
  manageLink,
  membershipBadge,
  statusText,
  termText,
} from "#features/account/membership-rules.ts";
import { currentStatus } from "#lib/membership.ts";
import { membershipRow as row } from "../../../support/membership-row.ts";

describe("badges", () => {
  test.each([
    ["trial", "Trial", "Trial"],
    ["active", "Active", "Active"],
    ["upcoming", "Inactive", "Upcoming"],
    ["expired", "Inactive", "Expired"],
    ["cancelled", "Inactive", "Cancelled"],
    ["paused", "Inactive", "Unknown"],
    ["Active", "Inactive", "Unknown"],
    ["", "Inactive", "Unknown"],
  ])(
    "%j is %s on the account screen and %s on the membership screen [account.membership-row] [membership.statuses] [membership.badge]",
    (status, account, membership) => {
      expect(accountBadge(status).label).toBe(account);
      expect(membershipBadge(status).label).toBe(membership);
    },
  );
});

test.each([
  ["active", "Your membership is active"],
  ["trial", "You are on a trial. Chatting needs an active membership."],
  ["expired", "Your membership has ended"],
  ["cancelled", "Your membership has ended"],
  ["paused", "Your membership has ended"],
  ["", "Your membership has ended"],
])("%j is told as: %s [membership.text]", (status, text) => {
  expect(statusText(status)).toBe(text);
});

describe("the day a membership renews or ends", () => {
  const due = "2026-12-01 08:00:00+00";
  const end = "2026-12-04 08:00:00+00";
  const before = Date.UTC(2026, 11, 1, 7, 59, 59, 999);
  const dueMoment = before + 1;
  const endMoment = Date.UTC(2026, 11, 4, 8);
  const term = (
    status: string,
    renews: string | null,
    ends: string | null,
    event = "2026-11-01 08:00:00+00",
  ) => ({
    ...row(status, ends),
    membership_renews_at: renews,
    membership_event_at: event,
  });

  test.each([
    [
      "renews, before the payment is due",
      term("active", due, end),
      before,
      "Renews on December 1, 2026",
    ],
    [
      "renews, when the payment is due and no news has come",
      term("active", due, end),
      dueMoment,
      "Active until December 4, 2026",
    ],
    [
      "is overdue, as the platform said",
      term("active", due, end, due),
      dueMoment,
      "Your payment is overdue. Active until December 4, 2026",
    ],
    [
      "is overdue, until the last moment of the grace",
      term("active", due, end, due),
      endMoment - 1,
      "Your payment is overdue. Active until December 4, 2026",
    ],
    ["did not renew in time", term("active", due, end), endMoment, "Ended on December 4, 2026"],
    ["does not renew", term("active", null, end), before, "Active until December 4, 2026"],
    [
      "does not renew and has ended",
      term("active", null, end),
      endMoment,
      "Ended on December 4, 2026",
    ],
    ["never ends", term("active", null, null), before, null],
    ["lasts for ever", term("active", null, "infinity"), before, null],
    ["was cancelled", term("cancelled", null, end), endMoment, "Ended on December 4, 2026"],
    ["expired before the end that was set", term("expired", null, end), before, null],
    ["expired without a date", term("expired", null, null), before, null],
    ["is a trial", term("trial", null, end), before, "Trial until December 4, 2026"],
    ["was a trial", term("trial", null, end), endMoment, "Ended on December 4, 2026"],
    ["is none", null, before, null],
  ])("of one that %s [membership.term]", (_, membership, now, text) => {
    expect(termText(membership, now)).toBe(text);
  });
});

test("a membership that starts later says so, with the day [membership.starts]", () => {
  const later = {
    ...row("active", null, "2026-12-01 08:00:00+00"),
    membership_renews_at: "2026-12-31 08:00:00+00",
    membership_event_at: "2026-11-01 08:00:00+00",
  };
  const now = Date.UTC(2026, 10, 21);
  expect(statusText(currentStatus(later, now))).toBe("Your membership has not started yet");
  expect(termText(later, now)).toBe("Starts on December 1, 2026");
  expect(termText(later, Date.UTC(2026, 11, 1, 8))).toBe("Renews on December 31, 2026");
});

test("billing links lead to the membership's own encrypted address, else to the configured one [membership.billing]", () => {
  const leadsTo = (membership_manage_url: string | null) =>
    manageLink({ membership_manage_url }, "https://pay.example.com/orders");
  expect(leadsTo("https://pay.example.com/mem_1")).toBe("https://pay.example.com/mem_1");
  expect(leadsTo(null)).toBe("https://pay.example.com/orders");
  expect(leadsTo("http://pay.example.com/mem_1")).toBe("https://pay.example.com/orders");
  expect(leadsTo("javascript:alert(1)")).toBe("https://pay.example.com/orders");
  expect(manageLink(null, "https://pay.example.com/orders")).toBe("https://pay.example.com/orders");
});
