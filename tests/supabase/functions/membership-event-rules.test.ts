import { describe, expect, it } from "vitest";
import { readEvent } from "../../../supabase/functions/membership_webhook/event-rules.ts";
import { readMembershipSettings } from "../../../supabase/functions/membership_webhook/settings-rules.ts";

const HAPPENED = "2026-11-21T08:00:00.000Z";
const PAID_UNTIL = "2026-12-21T08:00:00.000Z";
const GRACE_END = "2026-12-24T08:00:00.000Z";
const SETTINGS = { products: undefined, graceDays: 3 };

/** An event as the platform posts it; `data` is put over the usual one. */
function payload(data: object = {}, envelope: object = {}) {
  return {
    id: "msg_1",
    type: "membership.updated",
    timestamp: "2026-11-21T09:00:00Z",
    data: {
      id: "mem_1",
      status: "active",
      user: { email: "you@example.com" },
      created_at: "2026-11-20T08:00:00Z",
      joined_at: "2026-11-21T07:00:00Z",
      updated_at: HAPPENED,
      renewal_period_end: PAID_UNTIL,
      ...data,
    },
    ...envelope,
  };
}

const read = (data: object = {}, envelope: object = {}, settings: object = {}) =>
  readEvent(payload(data, envelope), "msg_1", { ...SETTINGS, ...settings });

describe("an event of the payment platform", () => {
  it.each([
    { data: { status: "active" }, is: "active", renews: PAID_UNTIL, ends: GRACE_END },
    { data: { status: "active", cancel_at_period_end: true }, is: "active", ends: PAID_UNTIL },
    { data: { status: "canceling" }, is: "active", ends: PAID_UNTIL },
    { data: { status: "completed", renewal_period_end: null }, is: "active" },
    { data: { status: "completed" }, is: "active" },
    { data: { status: "trialing" }, is: "trial", ends: PAID_UNTIL },
    { data: { status: "past_due" }, is: "active", renews: HAPPENED, ends: GRACE_END },
    {
      data: { status: "past_due", renewal_period_end: "2026-11-20T00:00:00.000Z" },
      is: "active",
      renews: "2026-11-20T00:00:00.000Z",
      ends: "2026-11-23T00:00:00.000Z",
    },
    {
      data: { status: "active", renewal_period_end: null },
      is: "active",
      ends: "2026-11-24T08:00:00.000Z",
    },
    { data: { status: "unresolved" }, is: "expired", ends: HAPPENED },
    { data: { status: "expired" }, is: "expired", ends: HAPPENED },
    { data: { status: "canceled" }, is: "cancelled", ends: HAPPENED },
    {
      data: { status: "expired", renewal_period_end: "2026-11-20T00:00:00.000Z" },
      is: "expired",
      ends: "2026-11-20T00:00:00.000Z",
    },
  ])("with $data makes a membership that is $is", ({ data, is, renews, ends }) => {
    expect(read(data)).toMatchObject({
      p_status: is,
      p_happened_at: HAPPENED,
      p_started_at: "2026-11-21T07:00:00.000Z",
    });
    const event = read(data);
    expect(typeof event === "object" && [event.p_renews_at, event.p_ended_at]).toEqual([
      renews,
      ends,
    ]);
  });

  it.each(["active", "completed", "trialing", "canceling", "past_due", "expired"])(
    "deactivates a membership at once, although it still says '%s'",
    (status) => {
      expect(read({ status }, { type: "membership.deactivated" })).toMatchObject({
        p_status: "expired",
        p_ended_at: HAPPENED,
      });
    },
  );

  it("happened when its envelope says, if the membership does not say when it changed", () => {
    expect(read({ updated_at: undefined })).toMatchObject({
      p_happened_at: "2026-11-21T09:00:00.000Z",
    });
  });

  it("may tell its times at any offset", () => {
    expect(read({ updated_at: "2026-11-22T07:59:00+23:59" })).toMatchObject({
      p_happened_at: HAPPENED,
    });
  });

  it("keeps the grace that is set, and none when it is 0", () => {
    expect(read({}, {}, { graceDays: 0 })).toMatchObject({ p_ended_at: PAID_UNTIL });
    expect(read({}, {}, { graceDays: 10 })).toMatchObject({
      p_ended_at: "2026-12-31T08:00:00.000Z",
    });
  });

  it("names the person whom the checkout was opened for, the product, the plan and where to manage it", () => {
    const member = crypto.randomUUID();
    const event = read({
      metadata: { member, campaign: "autumn" },
      product: { id: "prod_1", title: "Chat" },
      plan: { id: "plan_1" },
      manage_url: "https://pay.example.com/mem_1",
    });
    expect(event).toMatchObject({
      p_member: member,
      p_product: "prod_1",
      p_plan: "plan_1",
      p_manage_url: "https://pay.example.com/mem_1",
    });
  });

  it.each([
    { metadata: { member: "me" } },
    { metadata: { member: null } },
    { metadata: null },
    { metadata: "member" },
    { manage_url: "http://pay.example.com" },
    { manage_url: "javascript:alert(1)" },
    { manage_url: 7 },
    { product: {} },
    { plan: null },
    { user: null },
    { user: { email: null } },
  ])("is read without what cannot be used of %j", (data) => {
    const event = read(data);
    expect(event).toMatchObject({ p_membership_id: "mem_1", p_status: "active" });
    for (const name of ["p_member", "p_manage_url", "p_product", "p_plan"]) {
      expect(event).not.toHaveProperty(name);
    }
  });

  it.each([
    { id: "mem_\0" },
    { id: "" },
    { id: "m".repeat(201) },
    { id: 7 },
    { status: "winning" },
    { user: { email: "nobody" } },
    { user: { email: "no\0body@example.com" } },
    { user: { email: "\ud800@example.com" } },
    { updated_at: "yesterday" },
    { updated_at: "0000-01-01T00:00:00Z" },
    { renewal_period_end: "2026-02-30T00:00:00Z" },
  ])("is unreadable with %j", (data) => {
    expect(read(data)).toBe("unreadable");
  });

  it.each([null, [], {}, "hello", { type: 7 }, { type: "membership.updated" }])(
    "is unreadable when it is %j",
    (event) => {
      expect(readEvent(event, "msg_1", SETTINGS)).toBe("unreadable");
    },
  );

  it("is about something else when it is about a payment, or a membership that has not begun", () => {
    expect(read({}, { type: "payment.succeeded" })).toBe("other");
    expect(read({ status: "drafted" })).toBe("other");
  });

  it("is about something else when it is about another product, or none, and products are set", () => {
    const settings = { products: new Set(["prod_1", "prod_2"]) };
    expect(read({ product: { id: "prod_2" } }, {}, settings)).toMatchObject({
      p_product: "prod_2",
    });
    expect(read({ product: "prod_1" }, {}, settings)).toMatchObject({ p_product: "prod_1" });
    expect(read({ product: { id: "prod_3" } }, {}, settings)).toBe("other");
    expect(read({ product: { id: "prod_3" }, status: "winning" }, {}, settings)).toBe("other");
    expect(read({}, {}, settings)).toBe("other");
  });
});

describe("the settings of memberships", () => {
  const settings = (values: Record<string, string>) =>
    readMembershipSettings((name) => values[name]);

  it("are those without a secret when nothing is set, and nothing needs mending", () => {
    expect(settings({})).toEqual({
      verifiers: [],
      products: undefined,
      graceDays: 3,
      problems: [],
    });
  });

  it("take several secrets and products, separated by commas", () => {
    const { verifiers, products, problems } = settings({
      MEMBERSHIP_WEBHOOK_SECRET: " ws_one, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ,,",
      MEMBERSHIP_PRODUCT_IDS: "prod_1, prod_2,",
    });
    expect(verifiers).toHaveLength(2);
    expect(products).toEqual(new Set(["prod_1", "prod_2"]));
    expect(problems).toEqual([]);
  });

  it("name a secret that cannot be used by its place, and never show it", () => {
    const { verifiers, problems } = settings({
      MEMBERSHIP_WEBHOOK_SECRET: "ws_one,whsec_!!!,whsec_",
      MEMBERSHIP_PRODUCT_IDS: "prod_1",
    });
    expect(verifiers).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^MEMBERSHIP_WEBHOOK_SECRET: secret 2 of 3 cannot be used/),
      expect.stringMatching(/^MEMBERSHIP_WEBHOOK_SECRET: secret 3 of 3 cannot be used/),
    ]);
    expect(problems.join()).not.toContain("!!!");
  });

  it("warn that every product counts when there is a secret and no product", () => {
    expect(settings({ MEMBERSHIP_WEBHOOK_SECRET: "ws_one" }).problems).toEqual([
      expect.stringContaining("MEMBERSHIP_PRODUCT_IDS is not set"),
    ]);
  });

  it.each([
    ["0", 0, 0],
    ["14", 14, 0],
    ["", 3, 0],
    ["-1", 3, 1],
    ["soon", 3, 1],
    ["1.5", 3, 1],
  ])("read '%s' as %d days of grace, with %d warnings", (value, days, warnings) => {
    const { graceDays, problems } = settings({ MEMBERSHIP_GRACE_DAYS: value });
    expect([graceDays, problems.length]).toEqual([days, warnings]);
  });
});
