import { describe, expect, it } from "vitest";
import { readEvent } from "../../../supabase/functions/membership_webhook/event-rules.ts";

const HAPPENED = "2026-11-21T08:00:00.000Z";
const PAID_UNTIL = "2026-12-21T08:00:00.000Z";
const GRACE_END = "2026-12-24T08:00:00.000Z";
const GRACE_FROM_HAPPENED = "2026-11-24T08:00:00.000Z";
const PASSED = "2026-11-20T00:00:00.000Z";
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
      product: { id: "prod_1" },
      created_at: "2026-11-20T08:00:00Z",
      joined_at: "2026-11-21T07:00:00Z",
      updated_at: HAPPENED,
      renewal_period_end: PAID_UNTIL,
      ...data,
    },
    ...envelope,
  };
}

const NOW = Date.parse("2026-11-21T10:00:00Z");
const read = (data: object = {}, envelope: object = {}, settings: object = {}) =>
  readEvent(payload(data, envelope), "msg_1", { ...SETTINGS, ...settings }, NOW);

describe("an event of the payment platform", () => {
  it.each([
    { data: { status: "active" }, is: "active", renews: PAID_UNTIL, ends: GRACE_END },
    { data: { status: "active", cancel_at_period_end: true }, is: "active", ends: PAID_UNTIL },
    { data: { status: "canceling" }, is: "active", ends: PAID_UNTIL },
    { data: { status: "completed", renewal_period_end: null }, is: "active" },
    { data: { status: "completed" }, is: "active" },
    { data: { status: "trialing" }, is: "trial", ends: PAID_UNTIL },
    { data: { status: "past_due" }, is: "active", renews: HAPPENED, ends: GRACE_FROM_HAPPENED },
    {
      data: { status: "active", renewal_period_end: HAPPENED },
      is: "active",
      ends: GRACE_FROM_HAPPENED,
    },
    {
      data: { status: "past_due", renewal_period_end: PASSED },
      is: "active",
      renews: PASSED,
      ends: "2026-11-23T00:00:00.000Z",
    },
    {
      data: { status: "active", renewal_period_end: null },
      is: "active",
      ends: GRACE_FROM_HAPPENED,
    },
    { data: { status: "unresolved" }, is: "expired", ends: HAPPENED },
    { data: { status: "expired" }, is: "expired", ends: HAPPENED },
    { data: { status: "canceled" }, is: "cancelled", ends: HAPPENED },
    { data: { status: "expired", renewal_period_end: PASSED }, is: "expired", ends: PASSED },
  ])("with $data makes a membership that is $is", ({ data, is, renews, ends }) => {
    expect(read(data)).toMatchObject({
      p_status: is,
      p_happened_at: HAPPENED,
      p_started_at: "2026-11-21T07:00:00.000Z",
    });
    const event = read(data);
    expect(
      typeof event === "object" && "p_id" in event && [event.p_renews_at, event.p_ended_at],
    ).toEqual([renews, ends]);
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

  it("has an address in small letters as the sign-in service writes it, where İ is no i", () => {
    const user = { email: "ÉMİL@Example.com" };
    expect(read({ user })).toMatchObject({ p_email: "émi\u0307l@example.com" });
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
    { plan: null },
    { user: null },
    { user: { email: null } },
  ])("is read without what cannot be used of %j", (data) => {
    const event = read(data);
    expect(event).toMatchObject({ p_membership_id: "mem_1", p_status: "active" });
    for (const name of ["p_member", "p_manage_url", "p_plan"]) {
      expect(event).not.toHaveProperty(name);
    }
  });

  it.each(["nobody", "no\0body@example.com", "\ud800@example.com"])(
    "is read without the address %j, which is none",
    (email) => {
      expect(read({ user: { email } })).not.toHaveProperty("p_email");
      expect(read({ user: { email } })).toHaveProperty("p_id");
    },
  );

  it.each([
    { id: "mem_\0" },
    { id: "" },
    { id: "m".repeat(201) },
    { id: 7 },
    { status: "winning" },
    { updated_at: "yesterday" },
    { updated_at: "0000-01-01T00:00:00Z" },
    { updated_at: "2026-11-21T10:05:00.001Z" },
    { renewal_period_end: "2026-02-30T00:00:00Z" },
  ])("is unreadable with %j, and the field is named", (data) => {
    expect(read(data)).toEqual({ unreadable: `data.${Object.keys(data)[0]}` });
  });

  it("may have happened up to five minutes ahead of the clock here", () => {
    const p_happened_at = "2026-11-21T10:05:00.000Z";
    expect(read({ updated_at: p_happened_at })).toMatchObject({ p_happened_at });
    const timestamp = "2026-11-21T10:05:00.001Z";
    expect(read({ updated_at: null }, { timestamp })).toEqual({ unreadable: "timestamp" });
  });

  it.each([null, [], {}, "hello", { type: 7 }, { type: "membership.updated" }])(
    "is unreadable when it is %j",
    (event) => {
      expect(readEvent(event, "msg_1", SETTINGS, NOW)).toEqual({
        unreadable: expect.any(String) as string,
      });
    },
  );

  it("is about something else when it is about a payment, or a membership that has not begun", () => {
    expect(read({}, { type: "payment.succeeded" })).toBe("other");
    expect(read({ status: "drafted" })).toBe("other");
  });

  it("under another product ends its membership and names nobody, when products are set", () => {
    const settings = { products: new Set(["prod_1", "prod_2"]) };
    expect(read({ product: { id: "prod_2" } }, {}, settings)).toMatchObject({
      p_product: "prod_2",
    });
    expect(read({ product: "prod_1" }, {}, settings)).toMatchObject({ p_product: "prod_1" });
    const metadata = { member: crypto.randomUUID() };
    expect(read({ product: { id: "prod_3" }, metadata }, {}, settings)).toEqual({
      p_id: "msg_1",
      p_membership_id: "mem_1",
      p_type: "membership.updated",
      p_happened_at: HAPPENED,
      p_started_at: "2026-11-21T07:00:00.000Z",
      p_status: "expired",
      p_ended_at: HAPPENED,
      p_product: "prod_3",
      p_sold: false,
    });
    expect(read({ product: { id: "prod_3" }, status: "winning" }, {}, settings)).toBe("other");
  });

  it.each([
    { product: undefined },
    { product: null },
    { product: {} },
    { product_id: null, product: null },
  ])(
    "without any product, as in %j, is unreadable, whether products are set or not [membership.forms]",
    (data) => {
      const type = "membership.deactivated";
      for (const products of [undefined, new Set(["prod_1"])]) {
        expect(read(data, { type }, { products })).toEqual({ unreadable: "data.product" });
      }
    },
  );
});

/** An event as the platform posts it today: ids in place of objects, and no address. */
const flat = (data: object = {}) => ({
  id: "msg_1",
  api_version: "v1",
  api_version_date: "2026-11-17",
  type: "membership.updated",
  timestamp: "2026-11-21T09:00:00Z",
  account_id: "biz_1",
  data: {
    id: "mem_1",
    status: "active",
    user_id: "user_1",
    product_id: "prod_1",
    plan_id: "plan_1",
    created_at: "2026-11-20T08:00:00Z",
    joined_at: "2026-11-21T07:00:00Z",
    updated_at: HAPPENED,
    current_period_start: HAPPENED,
    current_period_end: PAID_UNTIL,
    cancel_at_period_end: false,
    metadata: { member: "a0000000-0000-4000-8000-000000000001" },
    ...data,
  },
});

describe("a flat event of the payment platform", () => {
  it("says the same as a nested one [membership.forms]", () => {
    const nested = payload({
      user: null,
      plan: { id: "plan_1" },
      metadata: { member: "a0000000-0000-4000-8000-000000000001" },
    });
    const settings = { products: new Set(["prod_1"]), graceDays: 3 };
    const event = readEvent(flat(), "msg_1", settings, NOW);
    expect(event).toEqual(readEvent(nested, "msg_1", settings, NOW));
    expect(event).toMatchObject({ p_product: "prod_1", p_plan: "plan_1", p_ended_at: GRACE_END });
  });

  it("may have objects where others have ids, and times in seconds [membership.forms]", () => {
    const seconds = Date.parse(PAID_UNTIL) / 1000;
    const data = {
      product_id: undefined,
      plan_id: undefined,
      product: { id: "prod_1" },
      plan: { id: "plan_1" },
      user: { id: "user_1", email: "you@example.com" },
      current_period_end: seconds,
    };
    const event = readEvent(flat(data), "msg_1", SETTINGS, NOW);
    expect(event).toMatchObject({
      p_product: "prod_1",
      p_plan: "plan_1",
      p_email: "you@example.com",
      p_renews_at: PAID_UNTIL,
    });
  });

  it("may name its period as a nested one does, and lasts to its end then too [membership.forms]", () => {
    const data = { current_period_end: undefined, renewal_period_end: PAID_UNTIL };
    expect(readEvent(flat(data), "msg_1", SETTINGS, NOW)).toEqual(
      readEvent(flat(), "msg_1", SETTINGS, NOW),
    );
  });

  it("about another product ends its membership, and is unreadable where its period is [membership.forms]", () => {
    const settings = { products: new Set(["prod_2"]), graceDays: 3 };
    expect(readEvent(flat(), "msg_1", settings, NOW)).toMatchObject({ p_sold: false });
    const broken = flat({ current_period_end: "soon" });
    expect(readEvent(broken, "msg_1", SETTINGS, NOW)).toEqual({
      unreadable: "data.current_period_end",
    });
  });
});
