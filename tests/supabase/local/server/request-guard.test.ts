import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createRequestGuard } from "../../../../supabase/local/server/request-guard.ts";
import { SECRET_KEY } from "../../../support/database/backend.ts";
import { ownBackend } from "../../../support/database/on-every-database.ts";

const KNOWN = "known@example.com";

const backend = await ownBackend("pglite");
await backend.signUp(KNOWN);
const guard = createRequestGuard(backend.app, SECRET_KEY);

/** Signs in with a wrong password. */
async function tryPassword(email: string) {
  const begun = performance.now();
  const response = await guard.fetch(
    new Request("http://localhost/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: "sb_publishable_tests", "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "wrong" }),
    }),
    { peerAddress: "192.0.2.1" },
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
    const known = await tryPassword(KNOWN);
    const unknown = await tryPassword("unknown@example.com");
    expect(known).toMatchObject({ status: 400, code: "invalid_credentials", cache: "no-store" });
    expect({ ...unknown, ms: 0 }).toEqual({ ...known, ms: 0 });
    fastest.known = Math.min(fastest.known, known.ms);
    fastest.unknown = Math.min(fastest.unknown, unknown.ms);
  }
  // Checking the password takes far less than either; the rest is waiting.
  expect(Math.min(fastest.known, fastest.unknown)).toBeGreaterThanOrEqual(599);
  expect(difference()).toBeLessThan(300);
});

it.each([["gzip"], [null]])(
  "a response is compressed where its reader takes %s",
  async (encoding) => {
    const headers = { apikey: SECRET_KEY, ...(encoding && { "Accept-Encoding": encoding }) };
    const request = new Request("http://localhost/rest/v1/chats?select=id", { headers });
    const response = await guard.fetch(request, { peerAddress: "192.0.2.1" });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toContain("Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(String(encoding === null ? bytes : gunzipSync(bytes))).toBe("[]");
  },
);
