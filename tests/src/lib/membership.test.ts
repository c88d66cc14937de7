import { expect, test } from "vitest";
import { currentStatus, isRefused } from "#lib/membership.ts";
import { membershipRow as row } from "../../support/membership-row.ts";

const NOW = Date.UTC(2026, 10, 21, 8);

test.each([
  ["without a row", null, "trial"],
  ["trial", row("trial"), "trial"],
  ["trial with an end that has passed", row("trial", "2020-01-01T00:00:00Z"), "expired"],
  ["trial, ending later", row("trial", "2026-11-21T08:00:01Z"), "trial"],
  ["active", row("active"), "active"],
  ["active, ending a microsecond from now", row("active", "2026-11-21T08:00:00.000001Z"), "active"],
  ["active, ending now", row("active", "2026-11-21 08:00:00+00"), "expired"],
  ["active, ended a microsecond ago", row("active", "2026-11-21 07:59:59.999999+00"), "expired"],
  ["active, never ending", row("active", "infinity"), "active"],
  ["active, started long ago", row("active", null, "2020-01-01 00:00:00+00"), "active"],
  ["active, starting in five minutes", row("active", null, "2026-11-21 08:05:00+00"), "active"],
  ["active, starting later", row("active", null, "2026-11-21 08:05:00.000001+00"), "upcoming"],
  [
    "active, ended before its start",
    row("active", "2026-11-21 08:00:00+00", "2027-01-01 00:00:00+00"),
    "expired",
  ],
  ["trial, starting later", row("trial", null, "2027-01-01T00:00:00Z"), "trial"],
  ["cancelled, paid until later", row("cancelled", "2027-01-01T00:00:00Z"), "cancelled"],
  ["a status the product does not know", row("paused"), "paused"],
])("a membership that is %s: %j counts as %j [membership.starts]", (_, membership, status) => {
  expect(currentStatus(membership, NOW)).toBe(status);
});

test("a person is expected to be refused whose membership is known and not active", () => {
  expect(isRefused(undefined, NOW)).toBe(false);
  expect(isRefused(null, NOW)).toBe(true);
  expect(isRefused(row("active"), NOW)).toBe(false);
  expect(isRefused(row("expired"), NOW)).toBe(true);
});
