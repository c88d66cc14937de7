import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { runMembershipCommand } from "../../../supabase/local/membership-command.ts";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { messageOf } from "../../../supabase/local/process/start-error.ts";
import { type Person, SECRET_KEY } from "../../support/database/backend.ts";
import { ownBackend } from "../../support/database/on-every-database.ts";
import { newFolder } from "../../support/new-folder.ts";
import { serveLocally } from "../../support/serve-locally.ts";
import { serveBackend } from "../functions/served-backend.ts";

const backend = await ownBackend("pglite");
const served = await serveBackend(backend);
afterAll(served.stop);

/** `npm run membership -- <args>` on a hosted project, in this process: another one takes half a second to start. */
async function membership(args: readonly string[], more: Record<string, string> = {}) {
  const output: string[] = [];
  const variables = {
    SUPABASE_URL: `http://127.0.0.1:${served.port}`,
    SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
    ...more,
  };
  try {
    const say = (line: string) => void output.push(line);
    const code = await runMembershipCommand(args, { variables, say, wait: async () => undefined });
    return { code, output: output.join("\n") };
  } catch (error) {
    return { code: 1, output: [...output, messageOf(error)].join("\n") };
  }
}

const newMember = () => backend.signUp(`${crypto.randomUUID()}@example.com`);

async function rowOf({ client }: Person) {
  const { data } = await client
    .from("users")
    .select("membership_status, membership_started_at, membership_ended_at, membership_id")
    .single();
  return data;
}

it("npm run membership sets status, dates and id of a member of a hosted project", async () => {
  const member = await newMember();
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
  ["no key", { SUPABASE_SERVICE_ROLE_KEY: "" }, "SUPABASE_SERVICE_ROLE_KEY is not set"],
  ["no address", { SUPABASE_URL: "" }, "SUPABASE_URL is not set"],
  [
    "an address where nothing is",
    { SUPABASE_URL: "http://127.0.0.1:9" },
    "http://127.0.0.1:9 cannot be reached: look at SUPABASE_URL.",
  ],
])(
  "npm run membership with %s of the project says so, and touches nothing",
  async (_, more, text) => {
    const member = await newMember();
    const { code, output } = await membership([member.email, "active"], more);
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining(text) as string,
    });
    expect(await rowOf(member)).toMatchObject({ membership_status: "trial" });
  },
);

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
  [["pull", "--all-products"], "MEMBERSHIP_API_KEY is not set"],
  [["pull"], "MEMBERSHIP_PRODUCT_IDS is not set"],
  [["pull", "memberships"], "Usage: npm run membership"],
  [["replay"], "Usage: npm run membership"],
  [["replay", "no-such-file", "--all-products"], "no-such-file cannot be read"],
  [["demo@example.com", "active", "--end=2026-01-01"], "Usage: npm run membership"],
])("npm run membership refuses %j", async (args, message) => {
  const memberships = () => backend.sql("select * from private.memberships");
  const before = await memberships();
  const { code, output } = await membership(args);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(await memberships()).toEqual(before);
});

it("npm run membership shows why a person may chat, their memberships and the events about them", async () => {
  const member = await newMember();
  await membership([member.email, "active", "--id=order-8", "--ends=2099-01-02"]);
  const known = await membership([member.email]);
  expect(known).toMatchObject({ code: 0 });
  expect(known.output).toMatch(/may chat: the membership is active until 2099-01-02/);
  expect(known.output).toMatch(/^order-8: active.*until 2099-01-02/m);
  expect(known.output).toMatch(/^ {2}.*set_membership: active/m);
  await membership([member.email, "active"]);
  // What is said is what holds: of several memberships the best.
  const shorter = await membership([member.email, "active", "--id=order-9", "--ends=2099-01-03"]);
  expect(shorter.output).toMatch(/may chat: the membership is active, without an end/);
  expect(await membership(["nobody@example.com"])).toEqual({
    code: 1,
    output: "Nobody has signed up as nobody@example.com.\nNo membership is known.",
  });
});

it("npm run membership replay applies exported events in any order, and each of them once", async () => {
  const member = await newMember();
  const event = (id: string, day: number, data: object) =>
    JSON.stringify({
      id: `${id}-${member.email}`,
      type: "membership.updated",
      timestamp: `2026-11-0${day}T00:00:00Z`,
      data: {
        id: `mem-${member.email}`,
        user: { email: member.email },
        product: "prod_1",
        ...data,
      },
    });
  const file = join(newFolder(onTestFinished), "events.jsonl");
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

type Reply = { status?: number; headers?: Record<string, string>; body: unknown; isCut?: true };

/** The platform's documented API: lists in pages of two, people, rate limits. `broken` replies in place of the next ones. */
async function startPlatform(memberships: object[], people: { id: string; email: string }[]) {
  const asked: string[] = [];
  const broken: Reply[] = [];
  const replyTo = (url: URL): Reply => {
    const [, path = ""] = url.pathname.split("/api/v1/");
    if (path === "memberships") {
      const from = Number(url.searchParams.get("after") ?? 0);
      const has_next_page = from + 2 < memberships.length;
      const end_cursor = String(from + 2);
      return {
        body: { data: memberships.slice(from, from + 2), page_info: { end_cursor, has_next_page } },
      };
    }
    const wanted = url.searchParams.get("user_ids[]");
    if (path === "members") {
      const found = people.filter(({ id }) => id === wanted && id.startsWith("user_m"));
      return { body: { data: found.map((user) => ({ id: "mber_1", user })), page_info: {} } };
    }
    const user = people.find(({ id }) => path === `users/${id}`);
    return user ? { body: user } : { status: 404, body: { error: { message: "Not found" } } };
  };
  const { origin, stop } = await serveLocally(
    createServer(({ url = "", headers }, response) => {
      asked.push(url);
      const isKnown = headers.authorization === "Bearer key_1";
      const usual = replyTo(new URL(url, "http://platform"));
      const {
        status = 200,
        headers: more,
        body,
        isCut = false,
      } = broken.shift() ?? (isKnown ? usual : { status: 401, body: {} });
      response.writeHead(status, { "content-type": "application/json", ...more });
      const text = typeof body === "string" ? body : JSON.stringify(body);
      if (isCut) response.write(text, () => response.destroy());
      else response.end(text);
    }),
  );
  onTestFinished(stop);
  const settings = { MEMBERSHIP_API_KEY: "key_1", MEMBERSHIP_API_URL: `${origin}/api/v1` };
  return { asked, broken, settings };
}

const CHANGED = "2026-11-21T08:00:00Z";

it("npm run membership pull applies every page and both forms of the platform's memberships, and nothing twice [membership.pull]", async () => {
  const [nested, named, member, user] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  const flat = { status: "active", product_id: "prod_1", updated_at: CHANGED };
  const end = { current_period_end: "2099-01-01T00:00:00Z" };
  const id = (name: string) => `${name}-${nested.id}`;
  const memberships = [
    {
      id: id("nested"),
      status: "active",
      product: { id: "prod_1" },
      user: { id: "user_0", email: nested.email },
      updated_at: CHANGED,
      renewal_period_end: "2099-01-01T00:00:00Z",
    },
    { id: id("named"), ...flat, ...end, user_id: "user_0", metadata: { member: named.id } },
    { id: id("member"), ...flat, ...end, user_id: "user_m" },
    { id: id("user"), ...flat, status: "canceled", user_id: "user_u", metadata: {} },
    { id: id("other"), ...flat, ...end, product_id: "prod_2", user_id: "user_m" },
  ];
  const { asked, settings } = await startPlatform(memberships, [
    { id: "user_m", email: member.email },
    { id: "user_u", email: user.email },
  ]);
  const pull = () => membership(["pull"], { ...settings, MEMBERSHIP_PRODUCT_IDS: "prod_1" });
  const first = await pull();
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toContain("5 memberships read: 4 applied, 0 kept");
  expect(first.output).toContain("0 known already, 1 about something else.");
  for (const [person, status, name] of [
    [nested, "active", "nested"],
    [named, "active", "named"],
    [member, "active", "member"],
    [user, "cancelled", "user"],
  ] as const) {
    expect(await rowOf(person)).toMatchObject({
      membership_status: status,
      membership_id: id(name),
    });
  }
  expect(asked.filter((url) => url.includes("/memberships?"))).toHaveLength(3);
  expect(asked.some((url) => url.includes("user_0"))).toBe(false);
  const before = await backend.sql("select * from private.memberships order by id");
  expect((await pull()).output).toContain("5 memberships read: 0 applied, 0 kept");
  expect(await backend.sql("select * from private.memberships order by id")).toEqual(before);
});

it("npm run membership pull reads memberships without a time of change, and stores them again only when they differ [membership.pull]", async () => {
  const [payer, leaver, debtor, kept] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  // All fields that it has.
  const newest = (person: Person, status: string) => ({
    id: `mem-${person.id}`,
    account: { id: "biz_1", logo_url: null, route: "chat", title: "Chat" },
    cancel_at_period_end: false,
    created_at: "2026-09-20T08:00:00.000Z",
    current_period_end: "2099-01-01T00:00:00.000Z",
    license_key: null,
    member: null,
    metadata: { member: person.id } as object,
    phone_number: null,
    plan_id: "plan_1",
    product_id: "prod_1",
    status,
    user_id: "user_1",
  });
  const memberships = [
    newest(payer, "active"),
    newest(leaver, "canceled"),
    newest(debtor, "past_due"),
    newest(kept, "active"),
  ];
  const { settings } = await startPlatform(memberships, []);
  const pull = async () =>
    (await membership(["pull"], { ...settings, MEMBERSHIP_PRODUCT_IDS: "prod_1" })).output;
  const rows = () =>
    backend.sql(
      "select id, membership_status, membership_started_at, membership_renews_at, membership_ended_at from public.users where id = any ($1) order by id",
      [payer, leaver, debtor].map(({ id }) => id),
    );
  expect(await pull()).toContain("4 memberships read: 4 applied");
  expect(await rowOf(payer)).toMatchObject({ membership_status: "active" });
  expect(await rowOf(leaver)).toMatchObject({ membership_status: "cancelled" });
  await membership([kept.email, "expired", `--id=mem-${kept.id}`]);
  const before = await rows();
  const events = () => backend.sql("select count(*) from private.membership_events");
  const recorded = await events();

  expect(await pull()).toMatch(/0 applied, 0 kept.* 4 known already/);
  expect(await rows()).toEqual(before);
  expect(await events()).toEqual(recorded);
  // An operator ended it, and the platform has said nothing new of it.
  expect(await rowOf(kept)).toMatchObject({ membership_status: "expired" });

  for (const one of memberships) one.status = one.status === "canceled" ? "active" : "expired";
  expect(await pull()).toContain("4 memberships read: 4 applied");
  const ended = await rowOf(payer);
  expect(ended).toMatchObject({ membership_status: "expired" });
  expect(Date.parse(ended?.membership_ended_at ?? "")).toBeLessThanOrEqual(Date.now());
  expect(await rowOf(leaver)).toMatchObject({
    membership_status: "active",
    membership_ended_at: expect.stringContaining("2099-01-04") as string,
  });
});

it("npm run membership pull waits out a rate limit and a fault, and goes on after a membership that it cannot read [membership.pull]", async () => {
  const person = await newMember();
  const sold = {
    id: `mem-${person.id}`,
    status: "active",
    product_id: "prod_1",
    metadata: { member: person.id },
    updated_at: CHANGED,
    current_period_end: "2099-01-01T00:00:00Z",
  };
  const broken = { ...sold, id: `odd-${person.id}`, status: "winning" };
  const platform = await startPlatform([broken, sold], []);
  platform.broken.push(
    { status: 429, headers: { "retry-after": "60" }, body: { error: { type: "rate_limited" } } },
    { status: 502, body: "<html>Bad gateway</html>" },
    { body: '{"data": [', isCut: true },
  );
  const { code, output } = await membership(["pull", "--all-products"], platform.settings);
  expect(code).toBe(1);
  expect(output).toContain("2 memberships read: 1 applied");
  expect(output).toContain(`These memberships cannot be read: odd-${person.id} (data.status).`);
  expect(await rowOf(person)).toMatchObject({ membership_status: "active" });
});

it.each<[string, Reply[], string]>([
  [
    "a key that is not known",
    [{ status: 401, body: {} }],
    "does not know the key in MEMBERSHIP_API_KEY",
  ],
  ["a key that may not", [{ status: 403, body: {} }], "member:email:read"],
  ["a company that must be named", [{ status: 400, body: {} }], "?company_id=biz_"],
  [
    "a limit that lasts",
    Array.from({ length: 5 }, () => ({ status: 429, body: {} })),
    "rate limit is used up",
  ],
  ["a page that is no JSON", [{ body: "<html>" }], "is no JSON"],
  ["a list of another form", [{ body: { memberships: [] } }], "is not understood"],
])(
  "npm run membership pull says what to do about %s, and changes nothing [membership.pull]",
  async (_, replies, message) => {
    const platform = await startPlatform([], []);
    platform.broken.push(...replies);
    const memberships = () => backend.sql("select * from private.memberships order by id");
    const before = await memberships();
    const { code, output } = await membership(["pull", "--all-products"], platform.settings);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(await memberships()).toEqual(before);
  },
);

it("npm run membership pull says why the platform cannot be reached [membership.pull]", async () => {
  const { origin, stop } = await serveLocally(createServer());
  await stop();
  const settings = { MEMBERSHIP_API_KEY: "key_1", MEMBERSHIP_API_URL: origin };
  const { code, output } = await membership(["pull", "--all-products"], settings);
  const reason = `connect ECONNREFUSED ${new URL(origin).host}`;
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `The payment platform cannot be reached (${reason}).`,
    ) as string,
  });
});

it("npm run membership says on standard error that the product is not running", async () => {
  const dataDir = newFolder(onTestFinished);
  const command = ["supabase/local/membership-command.ts", "demo@example.com", "active"];
  const env = { ...process.env, DATA_DIR: dataDir };
  const running = promisify(execFile)(process.execPath, command, { cwd: ROOT, env });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: `The product is not running on ${dataDir}. Start it with: npm start\n`,
  });
});
