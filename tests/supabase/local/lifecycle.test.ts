import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type RunningProduct,
  spawnProduct,
  startProduct,
} from "../../../e2e/support/running-product.ts";
import { freePort } from "../../../supabase/local/process/ports.ts";
import { logIn } from "./log-in.ts";
import { argumentsOf, descendantsOf, isAlive } from "./processes.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ROOT = resolve(import.meta.dirname, "../../..");

const directories: string[] = [];
const products: RunningProduct[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "lifecycle-"));
  directories.push(directory);
  return directory;
}

async function start(options: Parameters<typeof startProduct>[0]): Promise<RunningProduct> {
  const product = await startProduct(options);
  products.push(product);
  return product;
}

afterEach(async () => {
  for (const product of products.splice(0)) await product.stop("SIGKILL");
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
});

/** Runs the program until it ends by itself; what it printed, line by line, and its exit code. */
async function refusal(env: Record<string, string>) {
  const { child, output } = spawnProduct({
    PORT: String(await freePort()),
    DATA_DIR: newDirectory(),
    ...env,
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, lines: output().trim().split("\n") };
}

async function goneWithin(pids: readonly number[], milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (!pids.some(isAlive)) return true;
    await sleep(50);
  }
  return false;
}

describe("a product that cannot start says why in one line and exits 1", () => {
  it("on data that another one uses, which goes on undisturbed", async () => {
    const dataDir = newDirectory();
    const first = await start({ dataDir });
    const { code, lines } = await refusal({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([
      `${dataDir} is in use by process ${first.pid} (${first.origin}). Stop it first, or set DATA_DIR.`,
    ]);
    expect((await first.send("/")).status).toBe(200);
    await logIn(first, { email: "demo@example.com", password: "demo-member" });
  });

  it("on a busy port, before it writes any data", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const dataDir = join(newDirectory(), "data");
    const { code, lines } = await refusal({ PORT: String(port), DATA_DIR: dataDir });
    server.close();
    expect(code).toBe(1);
    expect(lines).toEqual([`Port ${port} is in use by another program. Stop it, or set PORT.`]);
    expect(() => readFileSync(join(dataDir, "secrets.json"))).toThrow("ENOENT");
  });

  it("when DATABASE_URL cannot be reached, without showing its password", async () => {
    const port = await freePort();
    const { code, lines } = await refusal({
      DATABASE_URL: `postgres://someone:hush-hush@127.0.0.1:${port}/chat`,
    });
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe(`DATABASE_URL: 127.0.0.1:${port} cannot be used (ECONNREFUSED).`);
    expect(lines.join("\n")).not.toContain("hush-hush");
    expect(lines).toHaveLength(2);
  });

  it("when the data directory is a file", async () => {
    const file = join(newDirectory(), "file");
    writeFileSync(file, "mine");
    const { code, lines } = await refusal({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toEqual([`${file} cannot be used to keep data (EEXIST).`]);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.each([
    ["is publicly known", "unsafe-secret-change-me"],
    ["is publicly known", "super-secret-jwt-token-with-at-least-32-characters-long"],
    ["Too small", "short"],
  ])("when the token secret %s", async (why, jwtSecret) => {
    const dataDir = newDirectory();
    mkdirSync(dataDir, { recursive: true });
    const secrets = {
      jwtSecret,
      publishableKey: "sb_publishable_0123456789012345678901234567",
      secretKey: "sb_secret_0123456789012345678901234567890123",
    };
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(secrets));
    const { code, lines } = await refusal({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(why);
    expect(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"))).toEqual(secrets);
  });
});

describe("ending", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("%s ends every process it started", async (signal) => {
    const product = await start({});
    const started = descendantsOf(product.pid);
    expect(started.length).toBeGreaterThan(0);
    await product.stop(signal);
    expect(started.filter(isAlive)).toEqual([]);
  });

  it("SIGTERM to npm itself, which tells nobody, ends them too", async () => {
    const port = await freePort();
    const npm = spawn("npm", ["start"], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: newDirectory() },
      stdio: ["ignore", "pipe", "ignore"],
    });
    for await (const text of npm.stdout) if (String(text).includes("Ready on")) break;
    const started = descendantsOf(npm.pid ?? 0);
    npm.kill("SIGTERM");
    expect(await goneWithin(started, 15_000)).toBe(true);
  });

  it("a child that hangs is ended too", async () => {
    const product = await start({});
    const [child = 0] = descendantsOf(product.pid);
    process.kill(child, "SIGSTOP");
    await product.stop("SIGTERM");
    expect(await goneWithin([child], 1000)).toBe(true);
  });

  it("a killed product leaves nothing running, and its data can be opened again at once", async () => {
    const dataDir = newDirectory();
    const first = await start({ dataDir });
    const member = await first.newMember("active");
    const started = descendantsOf(first.pid);
    await first.stop("SIGKILL");
    expect(await goneWithin(started, 5000)).toBe(true);

    const second = await start({ dataDir });
    const { client } = await logIn(second, member);
    const { data } = await client.from("users").select("membership_status");
    expect(data).toEqual([{ membership_status: "active" }]);
    expect(second.secrets).toEqual(first.secrets);
  });

  it("a session and what was written survive a restart", async () => {
    const dataDir = newDirectory();
    const port = await freePort();
    const first = await start({ dataDir, port });
    const { token } = await logIn(first, await first.newMember("active"));
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ message: "Remember me" });
    const sent = await first.send("/api/start_chat", { method: "POST", headers, body });
    expect(sent.status).toBe(200);
    await first.stop();

    const second = await start({ dataDir, port });
    const kept = await second.send("/rest/v1/messages?select=content&order=created_at", {
      headers: { ...headers, apikey: second.secrets.publishableKey },
    });
    expect(await kept.json()).toEqual([
      { content: "Remember me" },
      { content: expect.stringContaining("You wrote: Remember me") as string },
    ]);
  });
});

describe("the functions", () => {
  it("may reach the product and the providers, and neither files nor programs", async () => {
    const product = await start({
      env: {
        OPENAI_API_KEY: "k",
        XAI_API_KEY: "k",
        XAI_BASE_URL: "https://models.example:8443/v1",
        ANTHROPIC_API_KEY: "k",
      },
    });
    const [child = 0] = descendantsOf(product.pid);
    const flags = argumentsOf(child).filter((argument) => argument.startsWith("--allow"));
    const [net = "", env = ""] = flags;
    expect(flags).toHaveLength(2);
    expect(net.replace("--allow-net=", "").split(",").slice(1)).toEqual([
      `127.0.0.1:${product.port}`,
      "api.openai.com:443",
      "models.example:8443",
      "api.anthropic.com:443",
    ]);
    expect(env).toMatch(/^--allow-env=[A-Z0-9_,]+$/);
    expect(env).not.toMatch(/DATABASE_URL|DATA_DIR|PATH|HOME/);
  });

  it("are started again at once when they die; a request meanwhile waits", async () => {
    const product = await start({});
    const [child = 0] = descendantsOf(product.pid);
    process.kill(child, "SIGKILL");
    await goneWithin([child], 2000);
    const response = await product.send("/api/create_chat", { method: "POST" });
    expect(response.status).toBe(401);
    expect(product.output()).toContain("starting them again");
  });
});
