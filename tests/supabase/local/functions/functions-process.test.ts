import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startFunctions } from "../../../../supabase/local/functions/functions-process.ts";
import { freePort } from "../../../../supabase/local/process/ports.ts";
import { newFolder } from "../../../support/new-folder.ts";

const directory = newFolder();
const started: ReturnType<typeof startFunctions>[] = [];

afterEach(async () => {
  for (const functions of started.splice(0)) await functions.stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Starts a program of the tests' own in the place of the functions. */
async function start(program: string, log: { log?: string; logLimit?: number } = {}) {
  const host = join(directory, "host.ts");
  writeFileSync(host, program);
  const port = await freePort();
  const functions = startFunctions({ port, env: {}, hosts: [], host, ...log });
  started.push(functions);
  return { functions, port };
}

const SERVE = `Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("FUNCTIONS_PORT")) },
  () => new Response("served"));`;

it("functions that start slowly are waited for", async () => {
  const { functions, port } = await start(
    `await new Promise((done) => setTimeout(done, 2500)); ${SERVE}`,
  );
  const begun = Date.now();
  await functions.ready();
  expect(Date.now() - begun).toBeGreaterThan(2400);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("served");
});

it("functions that die before they answer are given up with what they printed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { functions } = await start(
    `console.log("Loading."); console.error("No such module."); Deno.exit(3);`,
  );
  await expect(functions.ready()).rejects.toThrow(
    /^The functions ended 3 times before they answered \(3\)\. They printed:\n(?=[^]*Loading\.)(?=[^]*No such module\.)/,
  );
});

it("functions that die and print nothing are given up, and the error says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { functions } = await start("Deno.exit(1);");
  await expect(functions.ready()).rejects.toThrow(
    "The functions ended 3 times before they answered (1). They printed nothing.",
  );
});

it("functions call this machine directly where a proxy is set", async () => {
  vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:1");
  vi.stubEnv("NO_PROXY", "localhost");
  const { functions, port } = await start(
    `const port = Number(Deno.env.get("FUNCTIONS_PORT"));
    Deno.serve({ hostname: "127.0.0.1", port }, ({ url }) =>
      url.endsWith("/far") ? fetch(\`http://127.0.0.1:\${port}/near\`) : new Response("near"));`,
  );
  await functions.ready();
  expect(await (await fetch(`http://127.0.0.1:${port}/far`)).text()).toBe("near");
});

it("functions that run write their request lines to the log and print only their errors", async () => {
  const print = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const printError = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const log = join(directory, "functions.log");
  const { functions, port } = await start(
    `${SERVE} console.log("A request."); console.error("An error.");`,
    { log },
  );
  await functions.ready();
  await fetch(`http://127.0.0.1:${port}/`);
  await expect.poll(() => readFileSync(log, "utf8"), { timeout: 60_000 }).toBe("A request.\n");
  await expect
    .poll(() => printError.mock.calls.join(""), { timeout: 60_000 })
    .toContain("An error.");
  expect(print.mock.calls.join("")).not.toContain("A request.");
});

it("a log that is full is kept as the older one, and a new one is begun", async () => {
  const log = join(directory, "full.log");
  const { functions, port } = await start(
    `Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("FUNCTIONS_PORT")) }, ({ url }) => {
      const path = new URL(url).pathname;
      if (path !== "/") console.log(path.repeat(25));
      return new Response();
    });`,
    { log, logLimit: 200 },
  );
  await functions.ready();
  const read = () => readFileSync(log, "utf8");
  for (let n = 1; n <= 9; n += 1) {
    await fetch(`http://127.0.0.1:${port}/${n}`);
    // Lines that come at once are written as one: each is waited for.
    await expect.poll(read, { timeout: 60_000 }).toContain(`/${n}`);
  }
  const lines = (...numbers: number[]) => numbers.map((n) => `${`/${n}`.repeat(25)}\n`).join("");
  expect(read()).toBe(lines(9));
  expect(readFileSync(`${log}.1`, "utf8")).toBe(lines(5, 6, 7, 8));
});
