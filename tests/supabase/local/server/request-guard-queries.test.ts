import { afterAll, beforeAll, expect, it } from "vitest";
import { createRequestGuard } from "../../../../supabase/local/server/request-guard.ts";
import { type Backend, type Person, startBackend } from "../../../support/database/backend.ts";

const ORIGIN = "http://localhost";

let backend: Backend;
let member: Person;
let guard: ReturnType<typeof createRequestGuard>;
beforeAll(async () => {
  backend = await startBackend("pglite");
  member = await backend.signUp("member@example.com");
  guard = createRequestGuard(backend.app);
});
afterAll(async () => {
  await backend.stop();
});

async function ask(path: string) {
  const headers = { apikey: "sb_publishable_tests", authorization: `Bearer ${member.token}` };
  const response = await guard.fetch(new Request(ORIGIN + path, { headers }));
  const cache = response.headers.get("cache-control");
  return { status: response.status, cache, body: (await response.json()) as unknown };
}

it("refuses to put chats into messages into chats, in the data service's words", async () => {
  const chain = "messages(chats(".repeat(3);
  expect(await ask(`/rest/v1/chats?select=${chain}id${"))".repeat(3)}`)).toEqual({
    status: 400,
    cache: "no-store",
    body: {
      code: "PGRST100",
      details: null,
      hint: "Ask for one table within another at most, and for few columns.",
      message: "The query asks for too much at once.",
    },
  });
});

it("answers a chat with its messages", async () => {
  expect(await ask("/rest/v1/chats?select=id,messages(id)")).toMatchObject({
    status: 200,
    body: [],
  });
});

it("reads an address of 8 kB and none that is longer", async () => {
  const path = "/rest/v1/chats?title=eq.";
  const room = 8 * 1024 - (ORIGIN + path).length;
  expect((await ask(path + "a".repeat(room))).status).toBe(200);
  expect((await ask(path + "a".repeat(room + 1))).status).toBe(414);
});
