import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../supabase/local/process/ports.ts";
import { product } from "../../../../supabase/local/server/plugin.ts";
import { serve } from "../../../../supabase/local/server/serve.ts";
import { newFolder } from "../../../support/new-folder.ts";

const directory = newFolder();
const plugin = product({
  backend: { fetch: async () => new Response() },
  publishableKey: "sb_publishable_tests",
  functionsReady: async () => {},
});

let port: number;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  for (const name of ["index.html", "app.html"])
    writeFileSync(join(directory, name), "<!doctype html><title>The app</title>");
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "assets/index-1.js"), "export {};");
  port = await freePort();
  server = await serve({
    port,
    functionsPort: await freePort(),
    // Fails before any of the product's own, as a middleware of Vite's might.
    plugin: {
      ...plugin,
      configurePreviewServer(preview) {
        preview.middlewares.use("/faulty", () => {
          throw new Error(`${directory} is broken`);
        });
        const configure = plugin.configurePreviewServer;
        return typeof configure === "function" ? configure.call(this, preview) : undefined;
      },
    },
    directory,
  });
});
afterAll(() => server.close());

/** Asks for a path exactly as given: fetch would tidy it first. */
async function ask(path: string) {
  const asked = request({ host: "127.0.0.1", port, path }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const text = (await response.toArray()).join("");
  return { status: response.statusCode, cache: response.headers["cache-control"], text };
}

describe("a path that no file can have", () => {
  const long = [255, 256, 5000].map((length) => `/${"a".repeat(length)}`);
  it.each([...long, "/%", "/%zz", "/%c0%af", "/%ff%fe"])("is the app's page: %s", async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(200);
    expect(text).toContain("<title>The app</title>");
  });

  it.each([
    ["an asset with a long name", `/assets/${"a".repeat(255)}.js`],
    ["an asset with a longer path", `/assets/${"a".repeat(5000)}`],
    ["an encoded long name", `/${"%61".repeat(300)}.json`],
    ["below a file", "/assets/index-1.js/x"],
    ["NUL", "/assets/%00"],
    ["a file and NUL", "/assets/index-1.js%00"],
    ["an asset with no UTF-8", "/assets/%ff%fe"],
    ["backslashes", "/assets/%5c..%5cindex.html"],
    ["encoded dots", "/%2e%2e/%2e%2e/etc/passwd"],
  ])("gets 404: %s", async (_name, path) => {
    expect(await ask(path)).toEqual({ status: 404, cache: "no-store", text: "Not found.\n" });
  });

  it("is told apart from files that exist, which are served", async () => {
    expect(await ask("/assets/index-1.js")).toMatchObject({ status: 200, text: "export {};" });
    expect(await ask("/assets/index%2D1.js")).toMatchObject({ status: 200, text: "export {};" });
  });
});

it("an error in a middleware gets status 500 without a stack or a path of the machine", async () => {
  const { status, cache, text } = await ask("/faulty");
  expect({ status, cache }).toEqual({ status: 500, cache: "no-store" });
  expect(JSON.parse(text)).toEqual({
    error: "Something went wrong. Please try again in a moment.",
    code: "internal",
  });
});
