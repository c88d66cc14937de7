import { createHmac } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { type Endpoint, startProduct } from "./product.ts";

const product = await startProduct("pglite", {});
afterAll(product.stop);
const member = await product.member();

const chatId = "0b6f1f64-6a0c-4b3d-9a3e-0d8f4ec30b11";
const forMembers: [Endpoint, object][] = [
  ["create_chat", {}],
  ["start_chat", { message: "Hello" }],
  ["send_message", { chatId, message: "Hello" }],
  [
    "import_chats",
    {
      importId: chatId,
      source: "claude",
      chats: [{ key: "a", messages: [{ key: "a", role: "user", content: "Hello" }] }],
    },
  ],
];
const bodies: typeof forMembers = [
  ...forMembers,
  ["update_chat", { chatId, title: "Hello" }],
  ["update_instructions", { instructions: "Hello" }],
  ["search", { query: "Hello" }],
  ["import_chats", { source: "claude", look: [{ key: "a", messages: ["a"] }] }],
  ["import_chats", { importId: chatId, undo: true }],
];

async function expectNobody(token: string, status = 401) {
  for (const [name, body] of bodies) {
    const before = await product.tables();
    const answer = await product.post(name, body, { ...member, token });
    expect([name, answer.status, answer.body]).toEqual([
      name,
      status,
      {
        error: expect.any(String),
        code: status === 401 ? "unauthenticated" : "membership_required",
      },
    ]);
    expect(await product.tables()).toEqual(before);
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function forge(token: string, header: object, change: object, secret?: string): string {
  const claims = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  ) as object;
  const signed = `${part(header)}.${part({ ...claims, ...change })}`;
  return `${signed}.${secret === undefined ? "" : createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

describe("a token", () => {
  it.each(["x", "a.b.c", "null", "undefined", "sb_publishable_tests", "{}", "ab".repeat(4000)])(
    "that is no token at all (%#) is refused [calls.token]",
    async (token) => expectNobody(token),
  );

  it("without a signature is refused", async () => {
    await expectNobody(forge(member.token, { alg: "none", typ: "JWT" }, {}));
  });

  it.each([
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "unsafe-secret-change-me",
    "dev-secret-change-me",
    "your-super-secret-jwt-token-with-at-least-32-characters-long",
    "secret",
    "",
  ])("signed with the well-known secret '%s' is refused", async (secret) => {
    await expectNobody(forge(member.token, { alg: "HS256", typ: "JWT" }, {}, secret));
    await expectNobody(
      forge(member.token, { alg: "HS256", typ: "JWT" }, { role: "service_role" }, secret),
    );
  });

  it("whose claims were changed after it was signed is refused", async () => {
    const [header, , signature] = member.token.split(".");
    const [, claims] = forge(member.token, {}, { exp: 4_000_000_000 }).split(".");
    await expectNobody(`${header}.${claims}.${signature}`);
  });

  it("of someone who signed out is refused [calls.token]", async () => {
    const person = await product.member();
    await person.client.auth.setSession({ access_token: person.token, refresh_token: "unknown" });
    const response = await product.backend.request("/auth/v1/logout", { method: "POST" }, person);
    expect(response.ok).toBe(true);
    await expectNobody(person.token);
  });

  it("of a deleted user is refused", async () => {
    const person = await product.member();
    await product.backend.sql("delete from auth.users where id = $1", person.id);
    await expectNobody(person.token);
  });

  it("is accepted when the header says 'bearer' in lower case", async () => {
    const response = await product.request("create_chat", {
      headers: { authorization: `bearer ${member.token}` },
    });
    expect(response.status).toBe(200);
  });
});

describe("a person whose membership is", () => {
  it.each([
    ["trial", null],
    ["expired", null],
    ["cancelled", null],
    ["active", "-1 second"],
  ])("%s and ends at %s may not chat [product.paid]", async (status, ends) => {
    const person = await product.member();
    await product.backend.sql(
      "update public.users set membership_status = $2, membership_ended_at = now() + $3::text::interval where id = $1",
      person.id,
      status,
      ends,
    );
    for (const [name, body] of forMembers) {
      const before = await product.tables();
      const answer = await product.post(name, body, person);
      expect([answer.status, answer.body]).toEqual([
        403,
        { error: "Active membership required", code: "membership_required" },
      ]);
      expect(await product.tables()).toEqual(before);
    }
  });

  it("active for another minute may chat [product.paid]", async () => {
    const person = await product.member();
    await product.backend.sql(
      "update public.users set membership_ended_at = now() + interval '1 minute' where id = $1",
      person.id,
    );
    expect((await product.post("create_chat", {}, person)).status).toBe(200);
  });
});
