import { expect, test } from "vitest";
import { refusalAhead } from "#lib/refusal-rules.ts";
import { membershipRow as row } from "../../support/membership-row.ts";

const NOW = Date.UTC(2026, 10, 21, 8);

test("who has no active membership reads ahead that it is missing, has not started or has ended [composer.wall] [import.page-member]", () => {
  const plans = "See the plans";
  expect(refusalAhead(null, "Importing", NOW)).toEqual({
    reason: "Importing needs a membership.",
    action: plans,
  });
  expect(refusalAhead(row("active", null, "2027-01-01T00:00:00Z"), "Chatting", NOW)).toEqual({
    reason: "Your membership has not started yet.",
    action: plans,
  });
  for (const status of ["active", "trial", "expired", "cancelled"]) {
    expect(refusalAhead(row(status, "2026-11-03T23:30:00-01:00"), "Chatting", NOW)).toEqual({
      reason: "Your membership ended on November 4, 2026.",
      action: "Renew",
    });
  }
  expect(refusalAhead(row("expired"), "Chatting", NOW)).toEqual({
    reason: "Your membership ended.",
    action: "Renew",
  });
  const none = [undefined, row("active")].map((it) => refusalAhead(it, "Chatting", NOW));
  expect(none).toEqual([null, null]);
});
