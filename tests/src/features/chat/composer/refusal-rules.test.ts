import { expect, it } from "vitest";
import { refusalAhead } from "#features/chat/composer/refusal-rules.ts";

const NOW = Date.UTC(2026, 10, 21, 8);
const row = (
  membership_status: string,
  membership_ended_at: string | null = null,
  membership_started_at: string | null = null,
) => ({
  membership_status,
  membership_started_at,
  membership_ended_at,
});

it.each([
  ["active", row("active"), false],
  ["active until later", row("active", "2026-11-21T08:00:00.000001+00:00"), false],
  ["active until now", row("active", "2026-11-21 08:00:00+00"), true],
  ["active from later", row("active", null, "2026-11-22T08:00:00+00:00"), true],
  ["trial", row("trial"), true],
  ["expired", row("expired"), true],
  ["cancelled, although paid until later", row("cancelled", "2027-01-01T00:00:00Z"), true],
  ["something new", row("paused"), true],
  ["no row", null, true],
  ["not known yet", undefined, false],
])(
  "a membership that is %s says ahead whether messages will be refused",
  (_, membership, isRefused) => {
    expect(refusalAhead(membership, NOW) !== null).toBe(isRefused);
  },
);

it("the text tells a trial from a membership that has ended, and from one that has not started", () => {
  expect(refusalAhead(null, NOW)).toContain("trial");
  expect(refusalAhead(row("expired"), NOW)).toContain("ended");
  expect(refusalAhead(row("active", null, "2027-01-01T00:00:00Z"), NOW)).toContain(
    "not started yet",
  );
});
