import { beforeEach, expect, it, vi } from "vitest";
import { newTableClient } from "#lib/database-client.ts";

const ADDRESS = "http://database.test/rest/v1/chats?select=id";
const rowsOf = (id: string) => Response.json([{ id }]);

beforeEach(() => {
  vi.stubGlobal("fetch", async () => rowsOf("asked for"));
  return () => {
    globalThis.earlyReads = undefined;
    vi.unstubAllGlobals();
  };
});

async function readChats() {
  const client = newTableClient("http://database.test", "key", async () => "own token");
  const { data } = await client.from("chats").select("id").throwOnError();
  return data.map(({ id }) => id);
}

it.each([
  ["of the same person is used once", "own token", rowsOf("early"), "early"],
  ["with another token is not used", "another token", rowsOf("early"), "asked for"],
  ["that failed is made again", "own token", undefined, "asked for"],
])("a read ahead %s", async (_, token, response, expected) => {
  globalThis.earlyReads = new Map([[`${token} ${ADDRESS}`, Promise.resolve(response)]]);
  expect(await readChats()).toStrictEqual([expected]);
  expect(await readChats()).toStrictEqual(["asked for"]);
});
