import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningProduct, startRunningProduct } from "../../../e2e/support/running-product.ts";
import { logInOverHttp } from "./log-in.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ROOT = resolve(import.meta.dirname, "../../..");

let product: RunningProduct;
beforeAll(async () => {
  product = await startRunningProduct();
});
afterAll(async () => {
  await product.stop();
});

/** `npm run membership -- <args>` on a data directory. */
function membership(args: readonly string[], dataDir = product.dataDir) {
  return new Promise<{ code: number | null; output: string }>((done) => {
    const child = execFile(
      process.execPath,
      ["supabase/local/process/launch.mjs", "supabase/local/membership-command.ts", ...args],
      { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } },
      (_error, stdout, stderr) => done({ code: child.exitCode, output: (stdout + stderr).trim() }),
    );
  });
}

async function rowOf(member: { email: string; password: string }) {
  const { client } = await logInOverHttp(product, member);
  const { data } = await client
    .from("users")
    .select("membership_status, membership_started_at, membership_ended_at, membership_id")
    .single();
  return data;
}

it("npm run membership sets status, dates and id of a member while the product runs", async () => {
  const member = await product.newMember();
  const { code, output } = await membership([
    member.email,
    "active",
    "--started=2026-01-02",
    "--ends=2027-01-02T03:04:05Z",
    "--id=order-7",
  ]);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining("active") as string,
  });
  const row = await rowOf(member);
  expect(row).toMatchObject({ membership_status: "active", membership_id: "order-7" });
  expect(Date.parse(row?.membership_started_at ?? "")).toBe(Date.parse("2026-01-02T00:00:00Z"));
  expect(Date.parse(row?.membership_ended_at ?? "")).toBe(Date.parse("2027-01-02T03:04:05Z"));
});

it.each([
  [["nobody@example.com", "active"], "Nobody has signed up as nobody@example.com."],
  [
    ["demo@example.com", "gold"],
    'The status must be one of trial, active, expired, cancelled, not "gold".',
  ],
  [["demo@example.com", "active", "--ends=tomorrow"], "--ends must be an ISO date"],
  [["demo@example.com", "active", "--started=2026-13-01"], "--started must be an ISO date"],
  [["demo@example.com", "active", "--ends=2027-02-30"], "--ends must be an ISO date"],
  [["demo@example.com", "active", "--id="], "--id must not be empty."],
  [["demo@example.com", "--all-products"], "Usage: npm run membership"],
  [["replay", "events.jsonl"], "MEMBERSHIP_PRODUCT_IDS is not set"],
  [[], "Usage: npm run membership"],
  [["replay"], "Usage: npm run membership"],
  [["replay", "no-such-file", "--all-products"], "no-such-file cannot be read"],
  [["demo@example.com", "active", "--end=2026-01-01"], "Usage: npm run membership"],
])("npm run membership refuses %j", async (args, message) => {
  const { code, output } = await membership(args);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(await rowOf({ email: "demo@example.com", password: "demo-member" })).toMatchObject({
    membership_status: "active",
  });
});

it("npm run membership shows why a person may chat, their memberships and the events about them", async () => {
  const member = await product.newMember();
  await membership([member.email, "active", "--id=order-8", "--ends=2099-01-02"]);
  const known = await membership([member.email]);
  expect(known).toMatchObject({ code: 0 });
  expect(known.output).toMatch(/may chat: the membership is active until 2099-01-02/);
  expect(known.output).toMatch(/^order-8: active.*until 2099-01-02/m);
  expect(known.output).toMatch(/^ {2}.*set_membership: active/m);
  expect(await membership(["nobody@example.com"])).toEqual({
    code: 1,
    output: "Nobody has signed up as nobody@example.com.\nNo membership is known.",
  });
});

it("says that a member may not chat whose end has passed already", async () => {
  const member = await product.newMember();
  const { output } = await membership([member.email, "active", "--ends=2026-01-02"]);
  expect(output).toContain(`${member.email} may not chat: the membership ended at 2026-01-02`);
});

it("npm run membership replay applies exported events in any order, and each of them once", async () => {
  const member = await product.newMember();
  const event = (id: string, day: number, data: object) =>
    JSON.stringify({
      id: `${id}-${member.email}`,
      type: "membership.updated",
      timestamp: `2026-11-0${day}T00:00:00Z`,
      data: { id: `mem-${member.email}`, user: { email: member.email }, ...data },
    });
  const file = join(mkdtempSync(join(tmpdir(), "events-")), "events.jsonl");
  const lines = [
    event("later", 2, { status: "active", renewal_period_end: "2099-01-01T00:00:00Z" }),
    event("earlier", 1, { status: "expired" }),
    event("unborn", 3, { status: "drafted" }),
    "",
  ];
  writeFileSync(file, lines.join("\n"));
  const replay = () => membership(["replay", file, "--all-products"]);
  expect(await replay()).toEqual({
    code: 0,
    output: [
      "Memberships of every product count.",
      "A renewal is awaited for 3 days.",
      "1 applied, 0 kept until somebody confirms the address, 1 seen before or overtaken, 1 about something else.",
    ].join("\n"),
  });
  expect((await replay()).output).toMatch(/^0 applied.* 2 seen before/m);
  expect(await rowOf(member)).toMatchObject({
    membership_status: "active",
    membership_id: `mem-${member.email}`,
  });
  writeFileSync(file, ["{}", lines[0], "no JSON"].join("\n"));
  const broken = await replay();
  expect(broken.code).toBe(1);
  expect(broken.output).toContain("These lines cannot be read: 1 (type), 3 (the event).");
});

it("npm run membership says that the product is not running", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "membership-"));
  const { code, output } = await membership(["demo@example.com", "active"], dataDir);
  rmSync(dataDir, { recursive: true });
  expect(code).toBe(1);
  expect(output).toBe(`The product is not running on ${dataDir}. Start it with: npm start`);
});
