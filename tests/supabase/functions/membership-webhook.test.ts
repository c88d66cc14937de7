import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { startProduct, WEBHOOK_SECRET } from "./product.ts";
import { whopExample } from "./whop-example.ts";

const RAW_SECRET = "ws_3f6c1b0a9d8e7f60514233";
const FUTURE = "2099-02-03T04:05:06.000Z";

const product = await startProduct("pglite", {
  MEMBERSHIP_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${RAW_SECRET}`,
  MEMBERSHIP_PRODUCT_IDS: "prod_chat",
});
afterAll(product.stop);
let person: Person;
beforeEach(async () => {
  person = await product.backend.signUp(`payer-${crypto.randomUUID()}@example.com`);
});

/** An event about the person's membership; `data` is put over the usual one. */
function event(data: object = {}, type = "membership.updated") {
  return {
    type,
    timestamp: new Date().toISOString(),
    data: {
      id: `mem_${person.id}`,
      status: "active",
      user: { email: person.email },
      product: { id: "prod_chat" },
      created_at: "2026-01-02T03:04:05.000Z",
      joined_at: "2026-02-03T04:05:06.000Z",
      renewal_period_end: FUTURE,
      ...data,
    },
  };
}

const whsec = new Webhook(WEBHOOK_SECRET);
const raw = new Webhook(RAW_SECRET, { format: "raw" });

async function send(
  payload: unknown,
  {
    signer = whsec,
    at = new Date(),
    id = `msg_${crypto.randomUUID()}`,
    tamper = (body: string) => body,
  } = {},
) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const response = await product.request("membership_webhook", {
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signer.sign(id, at, body),
    },
    body: tamper(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function membership() {
  const [row] = await product.backend.sql<Record<string, unknown>>(
    `select membership_status as status, membership_id as id, membership_manage_url as url,
       to_char(membership_started_at at time zone 'utc', 'YYYY-MM-DD') as started,
       to_char(membership_renews_at at time zone 'utc', 'YYYY-MM-DD') as renews,
       to_char(membership_ended_at at time zone 'utc', 'YYYY-MM-DD') as ended
     from public.users where id = $1`,
    person.id,
  );
  return row;
}

const answered = (status: number, outcome: string) => ({ status, body: { outcome } });

describe("a signed event about a membership", () => {
  it("makes its payer a member until the grace after the paid period, who may then chat [membership.events] [membership.grace]", async () => {
    const manage_url = "https://whop.com/billing/manage/mem_1";
    expect(await send(event({ manage_url }))).toEqual(answered(200, "applied"));
    expect(await membership()).toEqual({
      status: "active",
      id: `mem_${person.id}`,
      url: manage_url,
      started: "2026-02-03",
      renews: "2099-02-03",
      ended: "2099-02-06",
    });
    expect((await product.post("create_chat", {}, person)).status).toBe(200);
    await send(event({}, "membership.deactivated"));
    expect(await membership()).toMatchObject({ status: "expired", renews: null });
    expect((await product.post("create_chat", {}, person)).status).toBe(403);
  });

  it("makes a member in its flat form too, which names the person in its metadata alone [membership.forms]", async () => {
    const flat = {
      user: undefined,
      user_id: "user_1",
      product: undefined,
      product_id: "prod_chat",
      plan_id: "plan_1",
      renewal_period_end: undefined,
      current_period_end: FUTURE,
      metadata: { member: person.id },
    };
    expect(await send(event(flat))).toEqual(answered(200, "applied"));
    expect(await membership()).toMatchObject({ status: "active", renews: "2099-02-03" });
  });

  it("is accepted with each of several secrets, in base64 or raw", async () => {
    const at = (minute: number) => ({
      updated_at: new Date(Date.UTC(2026, 0, minute)).toISOString(),
    });
    expect((await send(event(at(1)), { signer: whsec })).status).toBe(200);
    expect((await send(event(at(2)), { signer: raw })).status).toBe(200);
  });

  it("is kept for an address that nobody has confirmed", async () => {
    const user = { email: `late-${crypto.randomUUID()}@example.com` };
    expect(await send(event({ user }))).toEqual(answered(200, "kept"));
  });

  it("gets status 202 and changes nothing when it is about a payment or another product", async () => {
    const payment = { type: "payment.succeeded", timestamp: "x", data: {} };
    expect(await send(payment)).toEqual(answered(202, "ignored"));
    expect(await send(event({ product: { id: "prod_free" } }))).toEqual(answered(202, "ignored"));
    expect(await membership()).toMatchObject({ status: "trial", id: null });
  });
});

describe("Whop's documented examples", () => {
  it.each([
    ["membership.activated", "whsec_", whsec],
    ["membership.activated", "raw", raw],
    ["membership.updated", "whsec_", whsec],
    ["membership.updated", "raw", raw],
    ["membership.deactivated", "whsec_", whsec],
    ["membership.deactivated", "raw", raw],
    ["membership.trial_ending_soon", "whsec_", whsec],
  ])("of type %s, signed with a %s secret, is applied", async (type, _, signer) => {
    const example = whopExample(type, { user: { email: person.email }, product: "prod_chat" });
    expect(await send(example, { signer })).toEqual(answered(200, "applied"));
    expect(await membership()).toMatchObject({
      status: type === "membership.deactivated" ? "expired" : "trial",
      id: example.data.id,
      url: example.data.manage_url,
    });
  });
});

describe("no membership is changed by an event with", () => {
  const expectNoChange = async (
    status: number,
    code: string,
    sending: Promise<{ status: number; body: unknown }>,
  ) => {
    const before = await product.tables();
    expect(await sending).toEqual({ status, body: { error: expect.any(String), code } });
    expect(await product.tables()).toEqual(before);
    expect(await membership()).toMatchObject({ status: "trial", id: null, started: null });
  };

  it("a forged signature [membership.events]", async () => {
    const signer = new Webhook("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
    await expectNoChange(401, "unauthenticated", send(event(), { signer }));
    const tamper = (body: string) => body.replace("mem_", "mum_");
    await expectNoChange(401, "unauthenticated", send(event(), { tamper }));
  });

  it("no signature at all", async () => {
    const response = await product.request("membership_webhook", { body: JSON.stringify(event()) });
    const answer = { status: response.status, body: (await response.json()) as unknown };
    await expectNoChange(401, "unauthenticated", Promise.resolve(answer));
  });

  it("a signature from more than five minutes ago or ahead", async () => {
    for (const ms of [-301_000, 301_000]) {
      const at = new Date(Date.now() + ms);
      await expectNoChange(401, "unauthenticated", send(event(), { at }));
    }
  });

  it("a body of two megabytes", async () => {
    const long = event({ note: "x".repeat(2_000_000) });
    await expectNoChange(413, "too_large", send(long));
  });

  it("a webhook-id that is longer than 200 characters", async () => {
    await expectNoChange(400, "invalid_request", send(event(), { id: "m".repeat(201) }));
  });

  it("an event that cannot be read, and the log names the field without its value", async () => {
    await send(event({ status: "winning" }));
    expect(product.log).toContainEqual({ name: "membership_webhook", unreadable: "data.status" });
    expect(JSON.stringify(product.log)).not.toContain("winning");
  });

  it("no product, and the log says so [membership.forms]", async () => {
    await expectNoChange(400, "invalid_request", send(event({ product: undefined })));
    expect(product.log).toContainEqual({ name: "membership_webhook", unreadable: "data.product" });
  });

  it.each([
    ["a body that is no JSON", "hello"],
    ["a body that is a list", "[]"],
    ["no type", "{}"],
    ["an unknown status", { status: "winning" }],
    ["a broken date", { updated_at: "yesterday" }],
    ["a change more than five minutes ahead", { updated_at: FUTURE }],
  ])("%s", async (_, broken) => {
    const payload = typeof broken === "string" ? broken : event(broken);
    await expectNoChange(400, "invalid_request", send(payload));
  });
});

it.each([
  ["no secret", ""],
  ["a secret that cannot be used", "whsec_!!!"],
])("every event is refused with status 503 where the settings have %s", async (_, secret) => {
  const closed = await startProduct(product.backend, { MEMBERSHIP_WEBHOOK_SECRET: secret });
  const response = await closed.request("membership_webhook", { body: JSON.stringify(event()) });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: expect.any(String), code: "unavailable" });
});
