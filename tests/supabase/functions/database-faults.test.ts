import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import type { Database } from "../../../supabase/functions/_shared/database/database.types.ts";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";
import { setUpDrivenProduct } from "./product.ts";

/** What a call of the database is refused with when this is all that comes back. */
async function refusalAfter(respond: () => Response | Promise<Response>) {
  const client = createClient<Database>("http://backend.test", "key", {
    global: { fetch: async () => respond() },
  });
  const backend = connectBackend(
    client,
    readUsageLimits(() => undefined),
  );
  const id = crypto.randomUUID();
  return backend
    .call("rename_chat", { p_user_id: id, p_chat_id: id, p_title: "Title" })
    .catch((refusal: unknown) => refusal);
}
const error = (code: string | undefined, status = 400) =>
  refusalAfter(() => Response.json({ code, message: "you@example.com" }, { status }));

describe("an error of the database", () => {
  it.each([
    ["a missing function", "42883"],
    ["a missing collation", "42704"],
    ["a value of the wrong type", "22P02"],
    ["a constraint", "23514"],
    ["an exception that was raised", "P0001"],
    ["a damaged index", "XX002"],
    ["a feature that it lacks", "0A000"],
    ["a function that the REST service does not know", "PGRST202"],
  ])("about %s is told as internal, with its code for the log [calls.faults]", async (_, code) => {
    const refusal = { status: 500, code: "internal", databaseCode: code };
    expect(await error(code)).toMatchObject(refusal);
  });

  it.each([
    ["a lost connection", "08006"],
    ["being read-only", "25006"],
    ["a deadlock", "40P01"],
    ["too many connections", "53300"],
    ["a lock that is not to be had", "55P03"],
    ["a statement that took too long", "57014"],
    ["a shutdown", "57P01"],
    ["a disk that fails", "58030"],
    ["a database that the REST service cannot reach", "PGRST001"],
  ])(
    "about %s is told as unavailable, with its code for the log [calls.faults]",
    async (_, code) => {
      const refusal = { status: 503, code: "unavailable", databaseCode: code };
      expect(await error(code, 500)).toMatchObject(refusal);
    },
  );

  it.each([
    ["without a code", () => Response.json({ message: "x" }, { status: 500 })],
    [
      "of the embedded backend",
      () => Response.json({ code: "SUP", message: "x" }, { status: 500 }),
    ],
    ["in HTML", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["on the way", () => Promise.reject(new TypeError("", { cause: { code: "EPIPE" } }))],
  ])("%s is told as unavailable [calls.faults]", async (_, respond) => {
    const refusal = { status: 503, code: "unavailable", databaseCode: undefined };
    expect(await refusalAfter(respond)).toMatchObject(refusal);
  });
});

describe("a database that lacks a function", () => {
  const our = setUpDrivenProduct();

  it("is told as internal to whoever sends a message, and the log has its code [calls.faults]", async () => {
    const { sql } = our.product.backend;
    await sql("alter function private.search_text(text) rename to lost");
    const answer = await our.post("start_chat", { message: "Hello" });
    await sql("alter function private.lost(text) rename to search_text");
    expect(answer).toMatchObject({ status: 500, body: { code: "internal" } });
    expect(our.product.log.at(-1)).toMatchObject({ code: "internal", database: "42883" });
  });
});
