import { beforeEach, expect, it, vi } from "vitest";
import { newTableClient } from "#lib/database-client.ts";

const ADDRESS = "http://database.test/rest/v1/chats?select=id";
const rowsOf = (id: string) => Response.json([{ id }]);

beforeEach(() => {
  vi.stubGlobal("fetch", async () => rowsOf("asked for"));
  return () => {
    globalThis.earlyReads = undefined;
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

async function readChats() {
  const client = newTableClient("http://database.test", "key", async () => "own token");
  const { data } = await client.from("chats").select("id").throwOnError();
  return data.map(({ id }) => id);
}

it.each([
  ["of the same person is used once", "own token", 9_000, "early"],
  ["with another token is not used", "another token", 9_000, "asked for"],
  ["that is old is not used", "own token", 11_000, "asked for"],
])("a read ahead %s", async (_, token, now, expected) => {
  vi.spyOn(performance, "now").mockReturnValue(now);
  const response = Promise.resolve(rowsOf("early"));
  globalThis.earlyReads = new Map([[`${token} ${ADDRESS}`, response]]);
  expect(await readChats()).toStrictEqual([expected]);
  expect(await readChats()).toStrictEqual(["asked for"]);
});
