import { afterAll, beforeAll, expect, it } from "vitest";
import { createGate } from "../../../../supabase/local/server/gate.ts";
import { type Backend, startBackend } from "../../../support/database/backend.ts";

const KNOWN = "known@example.com";
const PASSWORD = "correct-horse";

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

type Try = { path?: string; from?: string; password?: string };

/** Signs in with a password, wrong unless given. */
async function tryPassword(email: string, { path, from, password }: Try = {}) {
  const begun = performance.now();
  const response = await gate.fetch(
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

it("counts every wording of a password sign-in", async () => {
  const wordings = [
    "grant_type=password",
    "grant%5Ftype=refresh_token&grant_type=password",
    "grant_type=pass%77ord",
    "grant_type=password&grant_type=refresh_token",
  ];
  const from = "127.0.0.2";
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      tryPassword(`${index}@example.com`, { path: `token?${wordings[index % 4]}`, from }),
    ),
  );
  expect(tries.filter(({ code }) => code === "invalid_credentials")).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
});

it.each([
  "%74oken?grant_type=password",
  "token/?grant_type=password",
  "/token?grant_type=password",
  "\\token?grant_type=password",
  "token%2F?grant_type=password",
  "token%00?grant_type=password",
])("nobody signs in at /auth/v1/%s", async (path) => {
  const tried = await tryPassword(KNOWN, { path, from: "127.0.0.3", password: PASSWORD });
  expect(tried).toMatchObject({ status: 404, code: "not_found", cache: "no-store" });
});

it("answers for the two services only, whatever dots a path has", async () => {
  const { status } = await gate.fetch(new Request("http://localhost/auth/v1/../../_system/info"));
  expect(status).toBe(404);
});
