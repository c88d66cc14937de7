import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { type Product, startProduct, WEBHOOK_SECRET } from "./product.ts";

// Issue 5.6: the payment platform's word, signed by the Standard Webhooks rules, is the only outside way to a membership.

let product: Product;
let person: Person;

beforeAll(async () => {
  product = await startProduct("pglite", {});
});
afterAll(() => product.stop());
beforeEach(async () => {
  person = await product.backend.signUp(`payer-${crypto.randomUUID()}@example.com`);
});

type Change = {
  type?: string;
  timestamp?: string;
  status?: string;
  email?: string;
  cancels?: boolean;
  id?: string;
};

function event({
  type = "membership.updated",
  timestamp = new Date().toISOString(),
  status = "active",
  email = person.email,
  cancels = false,
  id = "mem_123",
}: Change = {}) {
  return {
    id: "msg_1",
    type,
    timestamp,
    data: {
      id,
      status,
      user: { email, username: "ignored" },
      created_at: "2026-01-02T03:04:05.000Z",
      joined_at: "2026-02-03T04:05:06.000Z",
      renewal_period_end: "2027-02-03T04:05:06.000Z",
      cancel_at_period_end: cancels,
      unknown: { ignored: true },
    },
  };
}

async function send(
  payload: unknown,
  { secret = WEBHOOK_SECRET, at = new Date(), tamper = (body: string) => body } = {},
) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const id = `msg_${crypto.randomUUID()}`;
  const response = await product.request("membership_webhook", {
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    },
    body: tamper(body),
  });
  return { status: response.status, body: await response.json() };
}

async function membership() {
  const [row] = await product.backend.sql<Record<string, unknown>>(
    `select membership_status as status, membership_id as id,
       to_char(membership_started_at at time zone 'utc', 'YYYY-MM-DD') as started,
       to_char(membership_ended_at at time zone 'utc', 'YYYY-MM-DD') as ended
     from public.users where id = $1`,
    person.id,
  );
  return row;
}

describe("a signed event", () => {
  it.each([
    ["active", "membership.activated", false, "active", null],
    ["active", "membership.updated", true, "active", "2027-02-03"],
    ["canceling", "membership.updated", true, "active", "2027-02-03"],
    ["completed", "membership.updated", false, "active", null],
    ["trialing", "membership.updated", false, "trial", "2027-02-03"],
    ["past_due", "membership.updated", false, "expired", "2027-02-03"],
    ["unresolved", "membership.updated", false, "expired", "2027-02-03"],
    ["expired", "membership.deactivated", false, "expired", "2027-02-03"],
    ["canceled", "membership.deactivated", false, "cancelled", "2027-02-03"],
    ["active", "membership.deactivated", false, "expired", "2027-02-03"],
  ])(
    "with status %s of %s (cancels: %s) makes %s, ending %s",
    async (status, type, cancels, becomes, ended) => {
      expect(await send(event({ status, type, cancels }))).toEqual({
        status: 200,
        body: { outcome: "applied" },
      });
      expect(await membership()).toEqual({
        status: becomes,
        id: "mem_123",
        started: "2026-02-03",
        ended,
      });
    },
  );

  it("may tell its time at any offset", async () => {
    expect((await send(event({ timestamp: "2026-11-02T00:00:00+23:59" }))).status).toBe(200);
  });

  it("finds the person whatever the case of the address", async () => {
    await send(event({ email: person.email.toUpperCase() }));
    expect(await membership()).toMatchObject({ status: "active" });
  });

  it("repeated or older than the newest applied is ignored", async () => {
    const later = event({ timestamp: "2026-11-02T00:00:00.000Z" });
    await send(later);
    expect((await send(later)).body).toEqual({ outcome: "ignored" });
    expect(
      (await send(event({ timestamp: "2026-11-01T23:59:59.999Z", status: "canceled" }))).body,
    ).toEqual({ outcome: "ignored" });
    expect(await membership()).toMatchObject({ status: "active" });
    expect(
      (await send(event({ timestamp: "2026-11-02T00:00:00.001Z", status: "canceled" }))).body,
    ).toEqual({ outcome: "applied" });
  });

  it("about an older membership does not end the one that is active", async () => {
    const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
    await send(event({ id: "mem_old", timestamp: at(1) }));
    await send(event({ id: "mem_new", timestamp: at(2) }));
    const ending = { type: "membership.deactivated", status: "expired" };
    expect((await send(event({ ...ending, id: "mem_old", timestamp: at(3) }))).body).toEqual({
      outcome: "ignored",
    });
    expect(await membership()).toMatchObject({ status: "active", id: "mem_new" });
    await send(event({ ...ending, id: "mem_new", timestamp: at(4) }));
    expect(await membership()).toMatchObject({ status: "expired", id: "mem_new" });
  });

  it("about something else is accepted and ignored", async () => {
    expect(await send({ type: "payment.succeeded", timestamp: "x", data: {} })).toEqual({
      status: 202,
      body: { outcome: "ignored" },
    });
  });
});

describe("nothing changes for", () => {
  const expectNoChange = async (
    status: number,
    sending: Promise<{ status: number; body: unknown }>,
  ) => {
    const { status: answered, body } = await sending;
    expect([answered, body]).toEqual([
      status,
      { error: expect.any(String), code: expect.any(String) },
    ]);
    expect(await membership()).toEqual({ status: "trial", id: null, started: null, ended: null });
  };

  it("a forged signature", async () => {
    await expectNoChange(401, send(event(), { secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" }));
    await expectNoChange(
      401,
      send(event(), { tamper: (body) => body.replace("mem_123", "mem_666") }),
    );
  });

  it("no signature at all", async () => {
    const response = product.request("membership_webhook", { body: JSON.stringify(event()) });
    await expectNoChange(
      401,
      response.then(async (answer) => ({ status: answer.status, body: await answer.json() })),
    );
  });

  it("an event signed more than five minutes ago or ahead", async () => {
    await expectNoChange(401, send(event(), { at: new Date(Date.now() - 301_000) }));
    await expectNoChange(401, send(event(), { at: new Date(Date.now() + 301_000) }));
  });

  it.each([
    ["no JSON", "hello"],
    ["no event", "[]"],
    ["no type", "{}"],
  ])("%s", async (_, body) => expectNoChange(400, send(body)));

  it("an unknown status, a broken date, no address", async () => {
    await expectNoChange(400, send(event({ status: "winning" })));
    await expectNoChange(400, send(event({ timestamp: "yesterday" })));
    await expectNoChange(400, send(event({ email: "nobody" })));
  });

  it.each([
    { id: "mem_\0" },
    { id: "" },
    { id: "m".repeat(201) },
    { timestamp: "0000-01-01T00:00:00Z" },
    { timestamp: "2026-02-30T00:00:00Z" },
  ])("what the database could not hold: %j", async (change) => {
    await expectNoChange(400, send(event(change)));
  });

  it("an address nobody has", async () => {
    await expectNoChange(404, send(event({ email: "stranger@example.com" })));
  });
});
