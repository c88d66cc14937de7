import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../../supabase/local/process/ports.ts";
import { product } from "../../../../supabase/local/server/plugin.ts";
import { serve } from "../../../../supabase/local/server/serve.ts";
import { newFolder } from "../../../support/new-folder.ts";
import { serveLocally } from "../../../support/serve-locally.ts";

const directory = newFolder();
const streams: ServerResponse[] = [];
/** Stands in for the functions: it opens an event stream and leaves the rest of the writing to the test. */
const functions = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(": open\n\n");
  streams.push(response);
});

const { port: functionsPort, stop } = await serveLocally(functions);
let functionsReady = async () => {};
let origin: string;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  for (const name of ["index.html", "app.html"])
    writeFileSync(join(directory, name), "<!doctype html>");
  const port = await freePort();
  server = await serve({
    port,
    functionsPort,
    plugin: product({
      backend: { fetch: async () => new Response() },
      publishableKey: "sb_publishable_tests",
      functionsReady: () => functionsReady(),
      patienceMs: 100,
    }),
    directory,
  });
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  await stop();
});

async function openStream(signal?: AbortSignal) {
  const headers = { Accept: "text/event-stream", "Accept-Encoding": "gzip, br" };
  const response = await fetch(`${origin}/api/send_message`, {
    method: "POST",
    headers,
    ...(signal && { signal }),
  });
  const stream = streams.pop();
  const reader = response.body?.getReader();
  if (!stream || !reader) throw new Error("No stream.");
  await reader.read();
  return { response, stream, reader };
}

it("each piece of a stream is passed on by itself, uncompressed", async () => {
  const { response, stream, reader } = await openStream();
  expect(response.headers.get("content-encoding")).toBeNull();
  for (const piece of ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"]) {
    stream.write(piece);
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(piece);
  }
  stream.end();
  expect((await reader.read()).done).toBe(true);
});

it("the functions notice when the browser leaves", async () => {
  const controller = new AbortController();
  const { stream, reader } = await openStream(controller.signal);
  const closed = once(stream, "close");
  controller.abort();
  await expect(reader.read()).rejects.toThrow("abort");
  await expect(Promise.race([closed, sleep(2000, "still open")])).resolves.toEqual([]);
});

it("a stream that the functions break off looks broken to the browser, not finished", async () => {
  const { stream, reader } = await openStream();
  stream.write("data: 1\n\n");
  await reader.read();
  stream.destroy();
  await expect(reader.read()).rejects.toThrow("terminated");
});

it.each([
  ["have given up", async () => Promise.reject(new Error("no"))],
  ["take too long to start", async () => new Promise<void>(() => {})],
])("a request gets 503 when the functions %s", async (_what, ready) => {
  functionsReady = ready;
  const response = await fetch(`${origin}/api/send_message`, { method: "POST" });
  functionsReady = async () => {};
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "unavailable" });
});

it("a request gets 503 in JSON when the functions cannot be reached", async () => {
  await stop();
  const response = await fetch(`${origin}/api/send_message`, { method: "POST" });
  expect(response.status).toBe(503);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    error: "The service cannot be reached right now. Please try again in a moment.",
    code: "unavailable",
  });
});
