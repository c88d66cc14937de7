import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { copyEmptyDatabase } from "../../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../../e2e/support/running-product.ts";
import { newFolder } from "../../support/new-folder.ts";
import { logInOverHttp } from "./log-in.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

// The other tests' products find the migrations applied.
const dataDir = newFolder();
let product: RunningProduct;
beforeAll(async () => {
  copyEmptyDatabase(dataDir, "unseen");
  product = await startRunningProduct({ dataDir });
});
afterAll(async () => void (await product.stop()));

/** The status of a path exactly as given, which fetch would tidy first, asked for on a connection of its own. */
function statusOf(path: string, headers: Record<string, string> = {}) {
  const where = { host: "127.0.0.1", port: product.port, path, headers, agent: false };
  return new Promise<number | undefined>((done, reject) => {
    request(where, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

describe("a started product", () => {
  it.each(["/", "/login", "/chats/junk", "/no-such-screen"])(
    "serves the app at %s, and names its one inline script in the content policy",
    async (path) => {
      const response = await product.send(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      const text = await response.text();
      expect(text).toContain(product.secrets.publishableKey);
      const inline = [...text.matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g)].map(
        ([, script = ""]) => script,
      );
      expect(inline).toHaveLength(1);
      const hash = createHash("sha256").update(inline.join("")).digest("base64");
      const policy = response.headers.get("content-security-policy");
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    },
  );

  it.each([
    "/_system/info",
    "/.env",
    "/package.json",
    "/../package.json",
    "/%2e%2e/%2e%2e/package.json",
    "/assets/../../../package.json",
    "/storage/v1/bucket",
    "/auth/v1/%74oken?grant_type=password",
    "/auth/v1/../../_system/info",
    "/rest/v1/ch%61ts",
  ])("returns 404 at %s", async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it("refuses a request for another host, such as one from a page that rebinds its name", async () => {
    expect(await statusOf("/", { host: "evil.example" })).toBe(403);
  });

  it("listens on the loopback address only, under both of its names", async () => {
    expect((await fetch(`http://127.0.0.1:${product.port}/`)).status).toBe(200);
    expect((await fetch(`http://localhost:${product.port}/`)).status).toBe(200);
    const { stdout } = await promisify(execFile)("ss", ["-Hltn", `sport = :${product.port}`]).catch(
      () => ({ stdout: `127.0.0.1:${product.port}` }),
    );
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(stdout).toContain(`127.0.0.1:${product.port}`);
  });

  it.each(["br", "gzip"])("serves hashed files as %s and to be kept for ever", async (encoding) => {
    const page = await (await product.send("/")).text();
    const asset = /\/assets\/index-[^"]+\.js/.exec(page)?.[0] ?? "";
    const response = await product.send(asset, { headers: { "accept-encoding": encoding } });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toContain("text/javascript");
    expect(await response.text()).toContain("import");
    expect((await product.send(`${asset}.map`)).status).toBe(404);
  });

  it.each(["/", "/api/create_chat", "/rest/v1/chats", "/gone.js"])(
    "sends the security headers at %s",
    async (path) => {
      const { headers } = await product.send(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy.split("; ")).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          expect.stringMatching(/^script-src 'self' 'sha256-[\w+/]+='$/),
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "connect-src 'self'",
        ]),
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBeTruthy();
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      const isJson = headers.get("content-type")?.includes("json") ?? false;
      expect(headers.get("cache-control") === "no-store" || !isJson).toBe(true);
    },
  );
});

describe("the keys of the backend", () => {
  it.each(["/rest/v1/chats", "/rest/v1/", "/auth/v1/user", "/auth/v1/settings"])(
    "are required at %s",
    async (path) => {
      expect((await product.send(path)).status).toBe(401);
      expect((await product.send(path, { headers: { apikey: "sb_secret_guess" } })).status).toBe(
        401,
      );
    },
  );
});

describe("a member", () => {
  it("can log in as the demo member, whose membership is active", async () => {
    const demo = { email: "demo@example.com", password: "demo-member" };
    const { client } = await logInOverHttp(product, demo);
    const { data } = await client.from("users").select("membership_status");
    expect(data).toEqual([{ membership_status: "active" }]);
    expect((await client.from("chats").select()).data).toEqual([]);
  });

  it("reads an offline reply piece by piece", async () => {
    const { token } = await logInOverHttp(product, await product.newMember("active"));
    const response = await product.send("/api/start_chat", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Accept: "text/event-stream",
        "Accept-Encoding": "gzip",
      },
      body: JSON.stringify({ message: "Are you there?", model: "claude-4" }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const arrivals: number[] = [];
    let text = "";
    for await (const chunk of response.body ?? []) {
      arrivals.push(Date.now());
      text += new TextDecoder().decode(chunk);
    }
    expect(text).toContain('"type":"ai_message"');
    expect(text).toContain("This is an offline reply: no key for Anthropic is set");
    expect(arrivals.length).toBeGreaterThan(5);
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(500);
  });

  it("prints no warning of the runtime when it has replied", async () => {
    const { token } = await logInOverHttp(product, await product.newMember("active"));
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ message: "Are you there?" });
    const response = await product.send("/api/start_chat", { method: "POST", headers, body });
    expect(response.status).toBe(200);
    await response.text();
    expect(product.output()).not.toMatch(/warning|deno/i);
  });

  it("finds no trace of the check before 'Ready'", async () => {
    const { secretKey } = product.secrets;
    const admin = createClient(product.origin, secretKey, { auth: { persistSession: false } });
    const { data } = await admin.from("messages").select("content");
    expect(JSON.stringify(data)).not.toContain("Is everything ready?");
  });
});

it("the terminal shows a statement that fails without what a person wrote", async () => {
  const { secretKey } = product.secrets;
  const admin = createClient(product.origin, secretKey, { auth: { persistSession: false } });
  const { error } = await admin.from("chats").insert({
    user_id: crypto.randomUUID(),
    title: "Words of a person",
  });
  expect(error?.code).toBe("23503");
  await expect.poll(product.output).toContain("23503");
  expect(product.output()).not.toContain("Words of a person");
});

// The last one: afterwards nobody can log in for a minute.
it("password guessing ends after ten wrong tries in a minute, and not only for the address tried", async () => {
  const victim = await product.newMember();
  const attempt = (email: string, password: string) =>
    product.send("/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: product.secrets.publishableKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  for (let index = 0; index < 12; index += 1) {
    expect((await attempt(victim.email, victim.password)).status).toBe(200);
  }
  const burst = await Promise.all(
    Array.from({ length: 20 }, (_, index) => attempt(victim.email, `wrong-${index}`)),
  );
  expect(burst.filter(({ status }) => status === 400)).toHaveLength(10);
  const refused = burst.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
  expect((await attempt(victim.email, victim.password)).status).toBe(429);
  expect((await attempt("someone-else@example.com", "wrong")).status).toBe(429);
});
