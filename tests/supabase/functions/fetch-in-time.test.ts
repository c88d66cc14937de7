import { createServer } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { afterAll, expect, it } from "vitest";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import { delay } from "../../../supabase/functions/_shared/delay.ts";
import { fetchInTime } from "../../../supabase/functions/_shared/endpoint/fetch-in-time.ts";
import { serveLocally } from "../../support/serve-locally.ts";

/** Takes every request and answers none. */
const { origin: url, stop } = await serveLocally(createServer());
afterAll(stop);

it("a project that takes a request and never answers is told as unavailable in time", async () => {
  const client = createClient(url, "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchInTime(500) },
  });
  const limits = {
    turnsPerMinute: 1,
    turnsPerDay: 1,
    chatsPerMinute: 1,
    searchesPerMinute: 1,
    importedMessagesPerDay: 1,
    importedMbPerDay: 1,
    contextTokens: 1,
  };
  const backend = connectBackend(client, limits);
  const unavailable = { status: 503, code: "unavailable" };
  const chat = { p_user_id: crypto.randomUUID(), p_chat_id: crypto.randomUUID() };
  const creating = backend.call("create_chat", { ...chat, p_chats_per_minute: 1 });
  await expect(creating).rejects.toMatchObject(unavailable);
  const renaming = backend.call("rename_chat", { ...chat, p_title: "Title" });
  await expect(renaming).rejects.toMatchObject(unavailable);
});

it("a request that its caller gives up ends at once", async () => {
  const leaving = new AbortController();
  const asking = fetchInTime(600_000)(url, { signal: leaving.signal });
  leaving.abort(new Error("left"));
  await expect(asking).rejects.toThrow("left");
});

it("a call that begins later than others has its own time", async () => {
  const ask = fetchInTime(1_000);
  const first = ask(url).catch((error: unknown) => error);
  await delay(500);
  const began = performance.now();
  await expect(ask(url)).rejects.toThrow("timeout");
  expect(performance.now() - began).toBeGreaterThan(890);
  expect(await first).toMatchObject({ name: "TimeoutError" });
});
