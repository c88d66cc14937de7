import { afterAll, beforeAll, expect, it } from "vitest";
import { createRequestGuard } from "../../../../supabase/local/server/request-guard.ts";
import { SECRET_KEY, type TestBackend, startBackend } from "../../../support/database/backend.ts";

const KNOWN = "known@example.com";
const PASSWORD = "correct-horse";

let backend: TestBackend;
let guard: ReturnType<typeof createRequestGuard>;
beforeAll(async () => {
  backend = await startBackend("pglite");
  await backend.signUp(KNOWN);
  guard = createRequestGuard(backend.app, SECRET_KEY);
});
afterAll(async () => {
  await backend.stop();
});

type Try = { path?: string; from?: string; password?: string };

/** Signs in with a password, wrong unless given. */
async function tryPassword(email: string, { path, from, password }: Try = {}) {
  const begun = performance.now();
  const response = await guard.fetch(
    new Request(`http://localhost/auth/v1/${path ?? "token?grant_type=password"}`, {
      method: "POST",
      headers: { apikey: "sb_publishable_tests", "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: password ?? "wrong" }),
    }),
    { peerAddress: from ?? "127.0.0.1" },
  );
  const { status, headers } = response;
  const { error_code } = (await response.json()) as { error_code: string };
  return {
    status,
    code: error_code,
    cache: headers.get("cache-control"),
    ms: performance.now() - begun,
  };
}

it("a wrong password gets the same response after the same time for a known and an unknown address", async () => {
  const fastest = { known: Infinity, unknown: Infinity };
  const difference = () => Math.abs(fastest.known - fastest.unknown);
  // A busy machine adds to every try, so the fastest show what the guard adds. After ten it would refuse.
  for (let count = 0; count < 9 && !(difference() < 300); count += 1) {
    const known = await tryPassword(KNOWN, { from: "192.0.2.1" });
    const unknown = await tryPassword("unknown@example.com", { from: "192.0.2.1" });
    expect(known).toMatchObject({ status: 400, code: "invalid_credentials", cache: "no-store" });
    expect({ ...unknown, ms: 0 }).toEqual({ ...known, ms: 0 });
    fastest.known = Math.min(fastest.known, known.ms);
    fastest.unknown = Math.min(fastest.unknown, unknown.ms);
  }
  // Checking the password takes far less than either; the rest is waiting.
  expect(Math.min(fastest.known, fastest.unknown)).toBeGreaterThanOrEqual(599);
  expect(difference()).toBeLessThan(300);
});

it("refuses the eleventh wrong password from one place within a minute", async () => {
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      tryPassword(`${index}@example.com`, { from: "127.0.0.2" }),
    ),
  );
  expect(tries.filter(({ code }) => code === "invalid_credentials")).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
});

it("refuses a sign-in at an address that is written oddly", async () => {
  const path = "%74oken?grant_type=password";
  const tried = await tryPassword(KNOWN, { path, from: "127.0.0.3", password: PASSWORD });
  expect(tried).toMatchObject({ status: 404, code: "not_found", cache: "no-store" });
});

it("only the two services can be reached, whatever dots a path has", async () => {
  const { status } = await guard.fetch(new Request("http://localhost/auth/v1/../../_system/info"));
  expect(status).toBe(404);
});
