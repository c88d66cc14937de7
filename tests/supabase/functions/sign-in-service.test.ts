import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import { readTextBody } from "../../../supabase/functions/_shared/endpoint/http.ts";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";

const ID = "0b6f1f64-6a0c-4b3d-9a3e-0d8f4ec30b11";
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (claims: unknown) => `${part({ alg: "HS256" })}.${part(claims)}.c2lnbmVk`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** What becomes of a token when the sign-in service responds like this, and how often it was asked. */
async function ask(response: () => Response | Promise<Response>, sent: string) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response());
  const client = createClient("http://project.test", "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  });
  const backend = connectBackend(
    client,
    readUsageLimits(() => undefined),
  );
  const outcome = await backend.userId(sent).catch((refusal: unknown) => refusal);
  return { outcome, calls: fetch.mock.calls.length };
}

const json = (status: number, body: unknown) => () => Response.json(body, { status });
const alive = token({ exp: inSeconds(60) });

describe("the sign-in service", () => {
  it("that knows the person lets the request in", async () => {
    const { outcome } = await ask(json(200, { id: ID }), alive);
    expect(outcome).toBe(ID);
  });

  it.each([
    ["a bad token", json(403, { error_code: "bad_jwt", msg: "x" })],
    ["a session that is over", json(403, { error_code: "session_not_found", msg: "x" })],
    ["a person who is gone", json(403, { error_code: "user_not_found", msg: "x" })],
  ])("that tells of %s ends the session", async (_, response) => {
    const { outcome } = await ask(response, alive);
    expect(outcome).toMatchObject({ status: 401, code: "unauthenticated" });
  });

  it.each([
    ["429", json(429, { error_code: "over_request_rate_limit", msg: "x" })],
    ["429 without a code", json(429, {})],
    ["500", json(500, { msg: "x" })],
    ["502 with HTML", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["200 with HTML", () => new Response("<h1>Hello</h1>")],
    ["200 with {}", json(200, {})],
    ["200 with null", json(200, null)],
    ["401 with {}", json(401, {})],
    ["403 with HTML", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
    ["a broken line", () => Promise.reject(new TypeError("fetch failed"))],
  ])(
    "that answers %s is unavailable, and ends no session [calls.sign-in-busy]",
    async (_, response) => {
      const { outcome } = await ask(response, alive);
      expect(outcome).toMatchObject({ status: 503, code: "unavailable" });
    },
  );

  it.each([
    ["is no token", "x"],
    ["has two parts", "a.b"],
    ["has an empty signature", `${part({})}.${part({ exp: inSeconds(60) })}.`],
    ["holds no JSON", "abc.def.ghi"],
    ["holds null", token(null)],
    ["names no end", token({})],
    ["names an end that is no number", token({ exp: "never" })],
    ["is over", token({ exp: inSeconds(-1) })],
  ])("is not asked about one that %s [calls.token]", async (_, sent) => {
    const { outcome, calls } = await ask(json(200, { id: ID }), sent);
    expect(outcome).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(calls).toBe(0);
  });
});

describe("a request's body", () => {
  afterEach(() => vi.useRealTimers());

  it("that does not come to its end is refused after 20 seconds [calls.slow-body]", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"message":')),
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const reading = readTextBody(new Request("http://functions.test", init));
    const refused = reading.catch((refusal: unknown) => refusal);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refused).toMatchObject({ status: 408, code: "timed_out" });
  });
});
