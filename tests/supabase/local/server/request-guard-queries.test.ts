import { expect, it } from "vitest";
import { createRequestGuard } from "../../../../supabase/local/server/request-guard.ts";
import { SECRET_KEY } from "../../../support/database/backend.ts";
import { ownBackend } from "../../../support/database/on-every-database.ts";

const ORIGIN = "http://localhost";

const backend = await ownBackend("pglite");
const member = await backend.signUp("member@example.com");
const guard = createRequestGuard(backend.app, SECRET_KEY);

async function ask(path: string) {
  const headers = { apikey: "sb_publishable_tests", authorization: `Bearer ${member.token}` };
  const response = await guard.fetch(new Request(ORIGIN + path, { headers }));
  const cache = response.headers.get("cache-control");
  return { status: response.status, cache, body: (await response.json()) as unknown };
}

const post = (path: string, apikey: string, body: string) => {
  const headers = { apikey, "content-type": "application/json" };
  return guard.fetch(new Request(ORIGIN + path, { method: "POST", headers, body }));
};

it.each([
  ["by its name", "messages(id)"],
  ["by a column", "id,chats:user_id(id)"],
  ["by a constraint", "id,messages_chat_id_fkey(id)"],
  ["flattened", "...user_id(id)"],
])("refuses a table within a table, named %s, in the data service's words", async (_, select) => {
  expect(await ask(`/rest/v1/chats?select=${select}`)).toEqual({
    status: 400,
    cache: "no-store",
    body: {
      code: "PGRST100",
      details: null,
      hint: expect.stringContaining("Ask for one table at a time") as string,
      message: "The query is of a kind that is not answered here.",
    },
  });
});

it("a browser's body has 64 kB at most", async () => {
  const large = (size: number) =>
    post("/rest/v1/chats", "sb_publishable_tests", JSON.stringify("a".repeat(size - 2)));
  expect((await large(64 * 1024)).status).not.toBe(413);
  expect((await large(64 * 1024 + 1)).status).toBe(413);
});

it("a filter that is nested as deep as an address allows is refused", async () => {
  const deep = `${"and(or(".repeat(500)}title.eq.a,title.eq.b${"))".repeat(500)}`;
  expect((await ask(`/rest/v1/chats?select=id&or=(${deep})`)).status).toBe(400);
});

it("an address of 8 kB is accepted, and a longer one is refused", async () => {
  const path = "/rest/v1/chats?title=eq.";
  const room = 8 * 1024 - (ORIGIN + path).length;
  expect((await ask(path + "a".repeat(room))).status).toBe(200);
  expect((await ask(path + "a".repeat(room + 1))).status).toBe(414);
});

it("refuses a call of a database function with the browser's key, and the tables can be read afterwards", async () => {
  const call = (apikey: string) => post("/rest/v1/rpc/health", apikey, "{}");
  expect((await call("sb_publishable_tests")).status).toBe(404);
  expect((await call(SECRET_KEY)).status).toBe(200);
  expect((await ask("/rest/v1/rpc/search_messages?p_needles=9")).status).toBe(404);
  expect((await ask("/rest/v1/chats?select=id")).status).toBe(200);
});

it("a page calls one function of the database, with its own arguments, by GET", async () => {
  const open = "/rest/v1/rpc/open_answers";
  expect(await ask(open)).toMatchObject({ status: 200, body: [] });
  expect((await ask(`${open}?p_chat_id=${crypto.randomUUID()}&p_known={}`)).status).toBe(200);
  expect((await ask(`${open}?p_chat_id=1`)).status).toBe(400);
  expect((await post(open, "sb_publishable_tests", "{}")).status).toBe(404);
  expect((await ask("/rest/v1/chats?select=id")).status).toBe(200);
});

it("a member's read with a regular expression or a text search is refused at once, and others are answered meanwhile [calls.operators]", async () => {
  const chat = crypto.randomUUID();
  await backend.sql("insert into public.chats (id, user_id) values ($1, $2)", chat, member.id);
  await backend.sql(
    `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
     values ($1, $2, now(), 'inbound', 'user', repeat('a', 32000))`,
    chat,
    member.id,
  );
  const refused = {
    status: 400,
    body: { code: "PGRST100", message: "The query is of a kind that is not answered here." },
  };
  const [slow, search, other] = await Promise.all([
    ask("/rest/v1/messages?content=match.^(a%2B)(a%2B)\\2\\1b$"),
    ask("/rest/v1/messages?content=fts(english).a"),
    ask("/rest/v1/chats?select=id"),
  ]);
  expect([slow, search]).toMatchObject([refused, refused]);
  expect(other).toMatchObject({ status: 200, body: [{ id: chat }] });
});
