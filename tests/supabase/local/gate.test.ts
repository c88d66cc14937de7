import { afterAll, beforeAll, expect, it } from "vitest";
import { createGate } from "../../../supabase/local/gate.ts";
import { type Backend, startBackend } from "../database/backend.ts";

const KNOWN = "known@example.com";

let backend: Backend;
let gate: ReturnType<typeof createGate>;
beforeAll(async () => {
  backend = await startBackend("pglite");
  await backend.signUp(KNOWN);
  gate = createGate(backend.app);
});
afterAll(async () => {
  await backend.stop();
});

async function tryPassword(email: string) {
  const begun = performance.now();
  const response = await gate.fetch(
    new Request("http://localhost/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: "sb_publishable_tests", "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "wrong" }),
    }),
    { peerAddress: "127.0.0.1" },
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

it("a wrong password tells neither by its answer nor by its time whether the address is known", async () => {
  await tryPassword(KNOWN);
  const known = await tryPassword(KNOWN);
  const unknown = await tryPassword("unknown@example.com");
  expect(known).toMatchObject({ status: 400, code: "invalid_credentials", cache: "no-store" });
  expect({ ...unknown, ms: 0 }).toEqual({ ...known, ms: 0 });
  // Looking the password up takes far less than either; the rest is waiting.
  expect(known.ms).toBeGreaterThanOrEqual(599);
  expect(unknown.ms).toBeGreaterThanOrEqual(599);
  expect(Math.abs(known.ms - unknown.ms)).toBeLessThan(100);
});
