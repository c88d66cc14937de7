import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { copyEmptyDatabase } from "../../../e2e/support/empty-database.ts";
import {
  type RunningProduct,
  spawnProduct,
  startRunningProduct,
} from "../../../e2e/support/running-product.ts";
import { openDatabase } from "../../../supabase/local/backend/database.ts";
import { freePort } from "../../../supabase/local/process/ports.ts";
import { newFolder } from "../../support/new-folder.ts";
import { serveLocally } from "../../support/serve-locally.ts";
import { logInOverHttp } from "./log-in.ts";
import { argumentsOf, descendantsOf, isAlive } from "./processes.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const ROOT = resolve(import.meta.dirname, "../../..");

/** Runs the program until it ends by itself. Returns what it printed, line by line, and its exit code. */
async function refusal(env: Record<string, string>) {
  const settings = { PORT: String(await freePort()), DATA_DIR: newFolder(onTestFinished), ...env };
  const { child, output } = spawnProduct(settings);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, lines: output().trim().split("\n") };
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000, interval: 50 }).toEqual([]);
}

describe("a product that cannot start says why in one line and exits 1", () => {
  it("on a busy port, before it writes any data", async () => {
    const { port, stop } = await serveLocally(createServer());
    const dataDir = join(newFolder(onTestFinished), "data");
    const { code, lines } = await refusal({ PORT: String(port), DATA_DIR: dataDir });
    await stop();
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
});

/** One product after another on the same data: each test goes on where the one before it stopped. */
describe("a product on data of its own", () => {
  const dataDir = newFolder();
  const products: RunningProduct[] = [];
  let port: number;
  let product: RunningProduct;
  let token: string;

  const start = async () => {
    const env = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: "http://host.invalid" };
    product = await startRunningProduct({ dataDir, port, env });
    products.push(product);
  };
  beforeAll(async () => {
    copyEmptyDatabase(dataDir);
    port = await freePort();
    await start();
    ({ token } = await logInOverHttp(product, await product.newMember("active")));
  });
  afterAll(async () => {
    for (const each of products) await each.stop("SIGKILL");
  });
  const headers = () => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" });
  const messages = async () => {
    const response = await product.send("/rest/v1/messages?select=content&order=created_at", {
      headers: { ...headers(), apikey: product.secrets.publishableKey },
    });
    return response.json();
  };

  it("is ready although a provider cannot be asked for its models, and says so [models.report]", async () => {
    await expect
      .poll(() => product.output())
      .toContain("Anthropic could not be asked which models it has (unreachable).");
  });

  it("refuses a second product on the same data and goes on undisturbed", async () => {
    const { code, lines } = await refusal({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([
      `${dataDir} is in use by process ${product.pid} (${product.origin}). Stop it first, or set DATA_DIR.`,
    ]);
    expect((await product.send("/")).status).toBe(200);
    await logInOverHttp(product, { email: "demo@example.com", password: "demo-member" });
  });

  it("gives a member the membership that npm run membership sets meanwhile", async () => {
    const member = await product.newMember();
    const args = ["run", "--silent", "membership", "--", member.email, "active", "--id=order-7"];
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)("npm", args, { cwd: ROOT, env });
    expect(stdout.trim()).toBe(`${member.email} is now active.`);
    const { client } = await logInOverHttp(product, member);
    const { data } = await client.from("users").select("membership_status, membership_id");
    expect(data).toEqual([{ membership_status: "active", membership_id: "order-7" }]);
  });

  it("lets the functions reach itself and the providers, and neither files nor programs", () => {
    const [child = 0] = descendantsOf(product.pid);
    const flags = argumentsOf(child).filter((argument) => argument.startsWith("--allow"));
    const [net = "", env = ""] = flags;
    expect(flags).toHaveLength(2);
    // Itself, the product, the local servers that stand in for two providers, and the third provider.
    const hosts = net.replace("--allow-net=", "").split(",");
    expect(hosts.filter((host) => /^127\.0\.0\.1:\d+$/.test(host))).toHaveLength(4);
    expect(hosts).toHaveLength(5);
    expect(hosts).toContain("host.invalid:80");
    expect(hosts).toContain(`127.0.0.1:${port}`);
    expect(env).toMatch(/^--allow-env=[A-Z0-9_,]+$/);
    expect(env).not.toMatch(/DATABASE_URL|DATA_DIR|PATH|HOME/);
  });

  it("starts the functions again at once when they die; a request meanwhile waits", async () => {
    const [child = 0] = descendantsOf(product.pid);
    process.kill(child, "SIGKILL");
    await expectGone([child]);
    const response = await product.send("/api/create_chat", { method: "POST" });
    expect(response.status).toBe(401);
    expect(product.output()).toContain("starting them again");
  });

  it("leaves no process behind when it is killed, and has all its data after a restart", async () => {
    const body = JSON.stringify({ message: "Remember me" });
    const sent = await product.send("/api/start_chat", {
      method: "POST",
      headers: headers(),
      body,
    });
    expect(sent.status).toBe(200);
    const started = descendantsOf(product.pid);
    expect(started.length).toBeGreaterThan(0);
    await product.stop("SIGKILL");
    await expectGone(started);

    const { secrets } = product;
    await start();
    expect(product.secrets).toEqual(secrets);
    expect(await messages()).toEqual([
      { content: "Remember me" },
      { content: expect.stringContaining("You wrote: Remember me") as string },
    ]);
  });

  it("ends every process it started on SIGINT, even one that hangs", async () => {
    const started = descendantsOf(product.pid);
    const [child = 0] = started;
    process.kill(child, "SIGSTOP");
    await product.stop("SIGINT");
    await expectGone(started);
  });

  it("purges without any traffic what was deleted more than ten minutes ago [chats.purge]", async () => {
    const inDatabase = async (query: string) => {
      const database = await openDatabase(dataDir, undefined);
      const rows = await database.rows(query);
      await database.connection.close();
      return rows;
    };
    await inDatabase("delete from public.chats");
    await inDatabase(
      "update private.deleted_chats set deleted_at = deleted_at - interval '10 min'",
    );
    // The start tries a send, and each write of a chat purges too.
    await inDatabase("alter table public.chats disable trigger purge_deleted_chats");
    expect(await inDatabase("select from public.messages")).toHaveLength(2);
    await start();
    await product.stop("SIGINT");
    expect(await inDatabase("select from public.messages")).toEqual([]);
  });

  it("ends when npm is ended with SIGTERM, which npm does not pass on", async () => {
    const npm = spawn("npm", ["start"], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "ignore"],
    });
    for await (const text of npm.stdout) if (String(text).includes("Ready on")) break;
    const started = descendantsOf(npm.pid ?? 0);
    npm.kill("SIGTERM");
    await expectGone(started);
  });
});
