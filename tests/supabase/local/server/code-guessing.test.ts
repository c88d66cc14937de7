import { beforeEach, expect, it } from "vitest";
import { createRequestGuard } from "../../../../supabase/local/server/request-guard.ts";
import { SECRET_KEY } from "../../../support/database/backend.ts";
import { ownBackend } from "../../../support/database/on-every-database.ts";

const EMAIL = "forgetful@example.com";
const CODE = "123456";

const backend = await ownBackend("pglite");
await backend.signUp(EMAIL);

let guard: ReturnType<typeof createRequestGuard>;
beforeEach(async () => {
  guard = createRequestGuard(backend.app, SECRET_KEY);
  await mailCode();
});

/** Leaves the person with a code as if just e-mailed. Answers the token of the link that carries it. */
async function mailCode(): Promise<string> {
  const [row] = await backend.sql<{ recovery_token: string }>(
    `update auth.users set recovery_sent_at = now(),
       recovery_token = encode(sha256(convert_to(email || '${CODE}', 'UTF8')), 'hex')
     where email = '${EMAIL}' returning recovery_token`,
  );
  return row?.recovery_token ?? "";
}

async function enterCode(email: string, token: string, from: string) {
  const { status } = await guard.fetch(
    new Request("http://localhost/auth/v1/verify", {
      method: "POST",
      headers: { apikey: "sb_publishable_tests", "Content-Type": "application/json" },
      body: JSON.stringify({ type: "recovery", email, token }),
    }),
    { peerAddress: from },
  );
  return status;
}

async function follow(token: string, method = "GET") {
  const response = await guard.fetch(
    new Request(`http://localhost/auth/v1/verify?type=recovery&token=${token}`, { method }),
    { peerAddress: "127.0.0.1" },
  );
  const to = response.headers.get("location") ?? "";
  return to.includes("#access_token=") ? "signed in" : response.status;
}

it("refuses the right code after ten wrong ones within a minute, wherever they came from", async () => {
  const wrong = await Promise.all(
    // The same code may be spelled as the end of another address: the backend hashes both as one text.
    Array.from({ length: 12 }, (_, index) =>
      enterCode(EMAIL.slice(0, index + 1), EMAIL.slice(index + 1) + index, `127.0.0.${index}`),
    ),
  );
  expect(wrong.filter((status) => status === 403)).toHaveLength(10);
  expect(wrong.filter((status) => status === 429)).toHaveLength(2);
  expect(await enterCode(EMAIL, CODE, "127.0.1.1")).toBe(429);
  expect(await follow(await mailCode())).toBe(429);
});

it("accepts the right code after nine wrong ones", async () => {
  await Promise.all(Array.from({ length: 9 }, (_, index) => enterCode(EMAIL, `${index}`, "a")));
  expect(await enterCode(EMAIL, CODE, "a")).toBe(200);
});

it.each(["GET", "HEAD"])("counts a wrong link asked for with %s", async (method) => {
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) => follow(String(index), method)),
  );
  expect(tries.filter((status) => status === 303)).toHaveLength(10);
  expect(tries.filter((status) => status === 429)).toHaveLength(2);
  expect(await follow(await mailCode(), method)).toBe(429);
});

it("does not count the links that work", async () => {
  for (let index = 0; index < 12; index += 1) {
    expect(await follow(await mailCode())).toBe("signed in");
  }
});
