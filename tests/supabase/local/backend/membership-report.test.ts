import { expect, it } from "vitest";
import {
  type KnownMemberships,
  membershipReport,
} from "../../../../supabase/local/backend/membership-report.ts";

const NOW = Date.UTC(2026, 10, 21);
const ANN = {
  id: "ann",
  email_confirmed_at: "2026-11-01T00:00:00+00:00",
  membership_status: "active",
  membership_ended_at: "2026-12-04T00:00:00+00:00",
  membership_id: "mem_1",
  is_active: true,
};
const MEMBERSHIP = {
  id: "mem_1",
  user_id: "ann",
  status: "active",
  product: "prod_1",
  started_at: "2026-11-01T00:00:00+00:00",
  renews_at: "2026-12-01T00:00:00+00:00",
  ended_at: "2026-12-04T00:00:00+00:00",
  events: [
    {
      id: "msg_1",
      happened_at: "2026-11-01T00:00:00+00:00",
      type: "membership.activated",
      status: "active",
      ended_at: "2026-12-04T00:00:00+00:00",
    },
  ],
};
const report = (
  person: Partial<NonNullable<KnownMemberships["person"]>>,
  memberships: KnownMemberships["memberships"] = [],
) => membershipReport("ann@example.com", { person: { ...ANN, ...person }, memberships }, NOW);

it("says until when a person may chat, with their memberships and the events about each", () => {
  expect(report({}, [MEMBERSHIP])).toEqual([
    "ann@example.com may chat: the membership is active until 2026-12-04T00:00:00+00:00.",
    "",
    "mem_1: active, product prod_1, since 2026-11-01T00:00:00+00:00, next payment 2026-12-01T00:00:00+00:00, until 2026-12-04T00:00:00+00:00",
    "  2026-11-01T00:00:00+00:00  membership.activated: active until 2026-12-04T00:00:00+00:00 (msg_1)",
  ]);
});

it.each([
  [{ membership_ended_at: null }, "may chat: the membership is active, without an end."],
  [
    { is_active: false, membership_ended_at: "2026-11-20T00:00:00+00:00" },
    "may not chat: the membership ended at 2026-11-20T00:00:00+00:00, and no renewal was reported.",
  ],
  [
    { is_active: false, membership_status: "trial", membership_ended_at: null },
    "may not chat: the membership is trial, not active.",
  ],
])("gives the reason why a person may chat or not: %j", (person, reason) => {
  expect(report(person)).toEqual([`ann@example.com ${reason}`, "No membership is known."]);
});

it("says that an address is not confirmed, and whose a membership is that is not the person's", () => {
  const lines = report({ email_confirmed_at: null }, [
    { ...MEMBERSHIP, user_id: null },
    { ...MEMBERSHIP, id: "mem_2", user_id: "bob" },
  ]);
  expect(lines).toContain("The address is not confirmed: what was paid with it waits until it is.");
  expect(lines.join("\n")).toMatch(/mem_1: .*nobody's until somebody confirms its address/);
  expect(lines.join("\n")).toMatch(/mem_2: .*belongs to somebody else \(bob\)/);
});
