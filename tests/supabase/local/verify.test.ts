import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import {
  type Member,
  type RunningProduct,
  startRunningProduct,
  UNLIMITED,
} from "../../../e2e/support/running-product.ts";
import { delay } from "../../../supabase/functions/_shared/delay.ts";
import { HEARTBEAT_SECONDS } from "../../../supabase/functions/_shared/time-limits.ts";
import { freePort } from "../../../supabase/local/process/ports.ts";
import { verifyDeployment } from "../../../supabase/local/verify-deployment.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../support/providers/scripted-provider.ts";
import { serveLocally } from "../../support/serve-locally.ts";
import { WEBHOOK_SECRET } from "../functions/product.ts";
import { logInOverHttp } from "./log-in.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let product: RunningProduct;
let member: Member;
let xai: ScriptedProvider;
beforeAll(async () => {
  xai = await startScriptedProvider();
  void replyAsGrok();
  const { XAI_API_KEY, XAI_BASE_URL } = xai.env;
  product = await startRunningProduct({
    env: { ...UNLIMITED, MEMBERSHIP_WEBHOOK_SECRET: WEBHOOK_SECRET, XAI_API_KEY, XAI_BASE_URL },
  });
  member = await product.newMember("active");
});
afterAll(async () => {
  await product.stop();
  await xai.stop();
});

/** Whoever asks all models for this gets Grok's reply with a silence in it that heartbeats have to fill. */
const SLOWLY = "Think it over.";
const SILENCE_MS = (HEARTBEAT_SECONDS + 6) * 1000;

async function replyAsGrok(): Promise<never> {
  xai.script("by hand");
  for (;;) {
    const call = await xai.next();
    call.write("One, two");
    const isSlow = call.request.messages[0]?.content.includes(SLOWLY);
    void delay(isSlow ? SILENCE_MS : 0).then(() => call.end(", three."));
  }
}

/** What a bad host or a bad deployment does to a request and its response; undefined leaves it as it is. */
type Fault = (
  path: string,
  request: { method: string; headers: Headers; body: string },
) => Changes | undefined;
type Changes = {
  sent?: (body: string) => Uint8Array<ArrayBuffer>;
  response?: () => Response;
  text?: (body: string) => string;
  piece?: (text: string) => string;
  headers?: (headers: Headers) => void;
  isBuffered?: boolean;
};

/** A host before the product, with a fault. Returns its address. */
async function startHost(fault: Fault, onEnd = onTestFinished): Promise<string> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/" } = request;
    const body = (await buffer(request)).toString();
    const headers = new Headers(request.headers as Record<string, string>);
    for (const name of [
      "host",
      "connection",
      "content-length",
      "transfer-encoding",
      "accept-encoding",
    ])
      headers.delete(name);
    const changes = fault(url, { method, headers, body }) ?? {};
    const sent = method === "GET" || method === "HEAD" ? null : (changes.sent?.(body) ?? body);
    const real = changes.response?.() ?? (await product.send(url, { method, headers, body: sent }));
    const back = new Headers(real.headers);
    for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection"])
      back.delete(name);
    changes.headers?.(back);
    const start = () => response.writeHead(real.status, Object.fromEntries(back));
    if (changes.text || changes.isBuffered) {
      const text = await real.text();
      start().end(changes.text?.(text) ?? text);
    } else {
      start();
      const { piece = (text: string) => text } = changes;
      const pieces = real.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const text of pieces) response.write(piece(text));
      response.end();
    }
  };
  const { origin, stop } = await serveLocally(
    createServer((request, response) => {
      pass(request, response).catch(() => response.destroy());
    }),
  );
  onEnd(stop);
  return origin;
}

async function verify(
  address: string,
  env: Record<string, string> = {},
  { email, password } = member,
) {
  const lines: string[] = [];
  const settings = {
    VERIFY_EMAIL: email,
    VERIFY_PASSWORD: password,
    MEMBERSHIP_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...env,
  };
  const isWell = await verifyDeployment(address, settings, (line) => lines.push(line));
  return { isWell, lines, wrong: lines.filter((line) => line.startsWith("WRONG")) };
}

const chatsOf = async (whose = member) => {
  const { client } = await logInOverHttp(product, whose);
  return (await client.from("chats").select("id").throwOnError()).data;
};

it("an operator sees that a product works, thing by thing, and nothing is left behind [verify.lines]", async () => {
  const { isWell, lines, wrong } = await verify(product.origin);
  expect(wrong).toEqual([]);
  expect(isWell).toBe(true);
  const names = lines.map((line) => /^ok {5}([^:]+):/.exec(line)?.[1]);
  expect(names).toEqual([
    "page",
    "headers",
    "rewrites",
    "health",
    "age",
    "webhook, forged",
    "webhook, signed",
    "sign-in",
    "tables",
    "instructions",
    "import",
    "ChatGPT 4",
    "ChatGPT 5",
    "Grok",
    "Claude 4",
    "heartbeats",
    "stop",
    "sent twice",
    "search",
    "rename",
    "delete and undo",
    "cleaning up",
  ]);
  // Replies of two seconds show nothing of what comes every fifteen.
  expect(lines.find((line) => line.includes("heartbeats"))).toContain("not tried");
  expect(await chatsOf()).toEqual([]);
});

/** What the product says of its health, with another migration. */
const healthOf = (more: object) => ({
  text: (body: string) => JSON.stringify({ ...(JSON.parse(body) as object), ...more }),
});
const refusal = (status: number, code: string) => () =>
  Response.json({ error: "No.", code }, { status });
const html = () => new Response("<html>", { headers: { "content-type": "text/html" } });

/** A reply that says nothing for so long between its first text and its end, and before its first text. */
const replyWithin = (ms: number, beforeMs = 0) => {
  async function* events() {
    await delay(beforeMs);
    yield Buffer.from('data: {"type":"delta","text":"Once upon"}\n\n');
    await delay(ms);
    yield Buffer.from('data: {"type":"ai_message","aiMessage":{"stopped_at":null}}\n\n');
  }
  const body = Readable.toWeb(Readable.from(events()));
  return new Response(body as ReadableStream, { headers: { "content-type": "text/event-stream" } });
};
const isToGrok = (path: string, body: string) =>
  path === "/api/start_chat" && body.includes('"grok"');

/** A member whom Grok keeps waiting for longer than a heartbeat takes. */
async function newPatientMember() {
  const own = await product.newMember("active");
  const { token } = await logInOverHttp(product, own);
  await product.send("/api/update_instructions", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ instructions: SLOWLY }),
  });
  return own;
}

it.concurrent("an operator reads how many comment lines of a long reply came [verify.lines]", async ({
  expect,
  onTestFinished,
}) => {
  const host = await startHost(() => undefined, onTestFinished);
  const { lines, wrong } = await verify(host, {}, await newPatientMember());
  expect(wrong).toEqual([]);
  expect(lines).toContain("ok     heartbeats: 1 seen");
});

it.concurrent("a host that drops the comment lines of a long reply is named [verify.faults]", async ({
  expect,
  onTestFinished,
}) => {
  const drop = { piece: (text: string) => text.replaceAll(/^:\n\n/gm, "") };
  const host = await startHost(
    (path) => (path === "/api/start_chat" ? drop : undefined),
    onTestFinished,
  );
  const { wrong } = await verify(host, {}, await newPatientMember());
  expect(wrong).toEqual([expect.stringContaining("The host drops comments of the stream")]);
});

it.concurrent("an operator reads which chats could not be deleted [verify.faults]", async ({
  expect,
  onTestFinished,
}) => {
  const own = await product.newMember("active");
  const host = await startHost(
    (path, { method }) =>
      method === "DELETE" && path.startsWith("/rest/v1/chats?id=in.")
        ? { response: refusal(503, "unavailable") }
        : undefined,
    onTestFinished,
  );
  const { wrong } = await verify(host, {}, own);
  expect(wrong).toEqual([expect.stringContaining("cleaning up: delete these chats by hand")]);
  const kept = await chatsOf(own);
  expect(kept.length).toBeGreaterThan(4);
  for (const { id } of kept) expect(wrong[0]).toContain(`${host}/chats/${id}`);
});

it.concurrent("an operator reads that an address gives no answer, and nothing more is tried [verify.faults]", async ({
  expect,
  onTestFinished,
}) => {
  const { origin, stop } = await serveLocally(createServer());
  onTestFinished(stop);
  const { lines } = await verify(origin);
  expect(lines).toEqual([`WRONG  page: ${origin} cannot be reached (no answer in time).`]);
});

/** A long story that runs until it is stopped, and shows two comment lines before. */
function endlessStory() {
  const stopping = Promise.withResolvers<undefined>();
  async function* events() {
    yield Buffer.from('data: {"type":"delta","text":"Once upon"}\n\n');
    yield Buffer.from(":\n\n:\n\n");
    await stopping.promise;
    yield Buffer.from('data: {"type":"ai_message","aiMessage":{"stopped_at":"now"}}\n\n');
  }
  const body = Readable.toWeb(Readable.from(events())) as ReadableStream;
  return { response: new Response(body), stop: () => stopping.resolve(undefined) };
}

it.concurrent("where replies are short, a long story shows the comment lines and is stopped [verify.lines]", async ({
  expect,
  onTestFinished,
}) => {
  const own = await product.newMember("active");
  let story = endlessStory();
  const host = await startHost((path, { body }) => {
    if (path === "/api/start_chat" && body.includes("lighthouse")) {
      story = endlessStory();
      return { response: () => story.response };
    }
    if (path !== "/api/send_message" || !body.includes('"stop"')) return undefined;
    story.stop();
    return { response: () => Response.json({ stopped: true }) };
  }, onTestFinished);
  const { lines, wrong } = await verify(host, {}, own);
  expect(wrong).toEqual([]);
  expect(lines).toContain("ok     heartbeats: 2 seen");
});

it.concurrent("a host that ends a long story is named where replies are short [verify.faults]", async ({
  expect,
  onTestFinished,
}) => {
  const own = await product.newMember("active");
  const host = await startHost(
    (path, { body }) =>
      path === "/api/start_chat" && body.includes("lighthouse")
        ? { text: (text) => text.slice(0, text.indexOf('"ai_message"') - 20) }
        : undefined,
    onTestFinished,
  );
  const { wrong } = await verify(host, {}, own);
  expect(wrong[0]).toContain("heartbeats: the stream ended after");
});

it.concurrent("a content policy that names another project is named [verify.faults]", async ({
  expect,
  onTestFinished,
}) => {
  const own = await product.newMember("active");
  const url = await startHost(() => undefined, onTestFinished);
  const { wrong } = await verify(product.origin, { VITE_SUPABASE_URL: url }, own);
  expect(wrong).toEqual([
    expect.stringContaining(
      `headers: the Content-Security-Policy does not let the page reach ${url}`,
    ),
  ]);
});

/** Each host has several faults, of which none hides another one, and a member of its own. */
const HOSTS: readonly (readonly [string, Fault, string])[][] = [
  [
    [
      "no content policy",
      () => ({ headers: (headers) => headers.delete("content-security-policy") }),
      "headers: missing or different: Content-Security-Policy",
    ],
    [
      "a missing rewrite of screens",
      (path) =>
        path.startsWith("/chats/")
          ? { response: () => new Response("", { status: 404 }) }
          : undefined,
      "rewrites: /chats/… gives status 404",
    ],
    [
      "a migration that has not run, of functions of the database alone",
      (path) => (path === "/api/health" ? healthOf({ migration: "20200101000000" }) : undefined),
      "age: the database is older than this code: it has migration 20200101000000",
    ],
    [
      "a function without its secret",
      (path) =>
        path === "/api/membership_webhook" ? { response: refusal(503, "unavailable") } : undefined,
      "webhook, forged: the function has no secret it can use",
    ],
    [
      "an old migration",
      (path) =>
        path.startsWith("/rest/v1/messages")
          ? {
              response: () =>
                Response.json(
                  { code: "42703", message: "column messages.asked_together does not exist" },
                  { status: 400 },
                ),
            }
          : undefined,
      "tables: messages: the database is older than this code",
    ],
    [
      "a function of the instructions that is not deployed",
      (path) =>
        path === "/api/update_instructions"
          ? { response: () => new Response("", { status: 404 }) }
          : undefined,
      "instructions: status 404, and no JSON of ours",
    ],
    [
      "a function of imports that is not deployed",
      (path) =>
        path === "/api/import_chats"
          ? { response: () => new Response("", { status: 404 }) }
          : undefined,
      "import: status 404, and no JSON of ours",
    ],
    [
      "a provider's wrong key",
      (path, { body }) =>
        isToGrok(path, body) ? { response: refusal(503, "model_unavailable") } : undefined,
      "Grok: No. (503, model_unavailable). Look at the provider's key",
    ],
    [
      "a Stop that is taken and has no effect",
      (path, { body }) => {
        if (path === "/api/send_message" && body.includes('"stop"'))
          return { response: () => Response.json({ stopped: true }) };
        const isStory = path === "/api/start_chat" && body.includes("lighthouse");
        return isStory ? { response: () => replyWithin(3_000) } : undefined;
      },
      "stop: it was taken, and the reply went on for",
    ],
    [
      "a search that finds nothing",
      (path) =>
        path === "/api/search"
          ? { response: () => Response.json({ results: [], before: null }) }
          : undefined,
      "search: the question is not found",
    ],
    [
      "a session that cannot be ended",
      (path) =>
        path.startsWith("/auth/v1/logout") ? { response: refusal(503, "unavailable") } : undefined,
      "cleaning up: the session could not be ended",
    ],
  ],
  [
    [
      "a page in the place of missing files",
      (path) => (path.startsWith("/assets/verify") ? { response: html } : undefined),
      "rewrites: a missing file below /assets",
    ],
    [
      "a database that is newer than the code",
      (path) => (path === "/api/health" ? healthOf({ migration: "20990101000000" }) : undefined),
      "age: the database is newer than this code",
    ],
    [
      "a webhook that checks nothing",
      (path) =>
        path === "/api/membership_webhook"
          ? { response: () => Response.json({}, { status: 202 }) }
          : undefined,
      "webhook, forged: status 202 where 401 must come",
    ],
    [
      "a database without the table of instructions",
      (path) =>
        path.startsWith("/rest/v1/instructions")
          ? {
              response: () =>
                Response.json(
                  { code: "PGRST205", message: "Could not find the table 'public.instructions'" },
                  { status: 404 },
                ),
            }
          : undefined,
      "tables: instructions: the database is older than this code",
    ],
    [
      "a host that stores other instructions",
      (path) =>
        path === "/api/update_instructions"
          ? { response: () => Response.json({ instructions: "Others." }) }
          : undefined,
      "instructions: the instructions are others afterwards",
    ],
    [
      "a host that takes no bodies of more than 1 MiB",
      (path, { body }) =>
        path === "/api/import_chats" && body.length > 1024 ** 2
          ? { response: () => new Response("", { status: 413 }) }
          : undefined,
      "import: status 413, and no JSON of ours. The host takes no request of this size",
    ],
    [
      "a host that buffers",
      (path) => (path === "/api/start_chat" ? { isBuffered: true } : undefined),
      "the host buffers it",
    ],
    [
      "a host without its headers on other screens",
      (path) =>
        path.startsWith("/chats/")
          ? { headers: (headers) => headers.delete("x-frame-options") }
          : undefined,
      "headers: missing or different on /chats/…: X-Frame-Options",
    ],
  ],
  [
    [
      "a database into which nobody has pushed",
      (path) => (path === "/api/health" ? healthOf({ migration: null }) : undefined),
      "age: the database notes no migration",
    ],
    [
      "a project that wants a token of the payment platform",
      (path) =>
        path === "/api/membership_webhook"
          ? {
              response: () =>
                Response.json(
                  { code: 401, message: "Missing authorization header" },
                  { status: 401 },
                ),
            }
          : undefined,
      "webhook, forged: the project refuses it before the function sees it",
    ],
    [
      "an import that cannot be taken back",
      (path, { body }) =>
        path === "/api/import_chats" && body.includes('"undo"')
          ? { response: () => Response.json({ chats: [] }) }
          : undefined,
      "import: Undo did not take the imported chat back",
    ],
    [
      "a host that lets browsers keep the page",
      (path) =>
        path === "/"
          ? { headers: (headers) => headers.set("cache-control", "public, max-age=14400") }
          : undefined,
      "headers: browsers may keep the page of an earlier build (Cache-Control: public, max-age=14400)",
    ],
    [
      "a host that keeps answers of /api",
      (path) =>
        path === "/api/health"
          ? { headers: (headers) => headers.set("x-request-id", "first") }
          : undefined,
      "health: the host answered twice with one response",
    ],
    [
      "a host that cuts long requests",
      (path) =>
        path === "/api/start_chat"
          ? { text: (body) => body.slice(0, body.indexOf('"ai_message"') - 20) }
          : undefined,
      "without its last event. The host may cut",
    ],
  ],
  [
    [
      "functions that are older than the code",
      (path) => (path === "/api/health" ? healthOf({ migration: undefined }) : undefined),
      "age: the functions are older than this code",
    ],
    [
      "a page in the place of the webhook",
      (path) => (path === "/api/membership_webhook" ? { response: html } : undefined),
      "webhook, forged: status 200, and no JSON of ours",
    ],
    [
      "a host that drops Authorization",
      (path, { headers }) => {
        if (path.startsWith("/api/")) headers.delete("authorization");
        return undefined;
      },
      "its /api must pass on Authorization",
    ],
    [
      "a host that holds requests back",
      (path, { body }) =>
        isToGrok(path, body) ? { response: () => replyWithin(0, 16_000) } : undefined,
      "Grok: the first event came after",
    ],
  ],
  [
    [
      "a database that is away",
      (path) =>
        path === "/api/health"
          ? { response: () => Response.json({ ok: false, models: {} }, { status: 503 }) }
          : undefined,
      "health: the functions do not reach the database",
    ],
    [
      "a host that writes bodies in other letters",
      (path) =>
        path === "/api/membership_webhook"
          ? { sent: (body) => Buffer.from(body, "latin1") }
          : undefined,
      "webhook, signed: the function has another secret than MEMBERSHIP_WEBHOOK_SECRET here, or the host changes the body",
    ],
    [
      "a host that breaks long requests off",
      (path) =>
        path === "/api/start_chat"
          ? {
              piece: (text) => {
                if (text.includes('"ai_message"')) throw new Error("The host breaks off.");
                return text;
              },
            }
          : undefined,
      "without its last event (other side closed). The host may cut",
    ],
  ],
  [
    [
      "a missing rewrite of /api",
      (path) => (path.startsWith("/api/") ? { response: html } : undefined),
      "health: status 200, and no JSON of ours. Rewrite /api/*",
    ],
  ],
  [
    [
      "an upload that lacks a script",
      (path) =>
        path.startsWith("/assets/index-")
          ? { response: () => new Response("", { status: 404 }) }
          : undefined,
      "is no script (status 404)",
    ],
    [
      "a host that drops the signature of events",
      (_, { headers }) => {
        headers.delete("webhook-signature");
        return undefined;
      },
      "or drops headers that begin with webhook-",
    ],
  ],
];
it.concurrent.for(HOSTS.map((faults) => [faults[0]?.[0], faults] as const))(
  "%s is reported, with what else is wrong there, and nothing remains [verify.faults]",
  async ([, faults], { expect, onTestFinished }) => {
    const own = await product.newMember("active");
    const fault: Fault = (...request) =>
      Object.assign({}, ...faults.map(([, one]) => one(...request))) as Changes;
    const { isWell, wrong } = await verify(await startHost(fault, onTestFinished), {}, own);
    expect(isWell).toBe(false);
    for (const [name, , message] of faults) expect(wrong.join("\n"), name).toContain(message);
    expect(await chatsOf(own)).toEqual([]);
  },
);

it.each<[string, Fault, string]>([
  [
    "another page at the address",
    (path) => (path === "/" ? { response: html } : undefined),
    "page: status 200, and not the product's page",
  ],
  [
    "an address that sends on to another one",
    (path) =>
      path === "/"
        ? {
            response: () =>
              new Response("", { status: 301, headers: { location: "https://www.example.com/" } }),
          }
        : undefined,
    "sends on to https://www.example.com/. If that is yours",
  ],
  [
    "a host with a password before /api",
    (path) =>
      path.startsWith("/api/") ? { response: () => new Response("", { status: 401 }) } : undefined,
    "health: status 401, and no JSON of ours. The host refuses it before the functions see it",
  ],
  [
    "a host that drops requests to /api",
    (path) => {
      if (path.startsWith("/api/")) throw new Error("The host drops it.");
      return undefined;
    },
    "health: other side closed. The host does not reach the functions",
  ],
  [
    "a page that was built without its key",
    (path) =>
      path === "/"
        ? { text: (body) => body.replace(/name="supabase-key" content="[^"]+"/, "") }
        : undefined,
    "page: its publishable key was not found",
  ],
  [
    "an address that is not confirmed",
    (path) =>
      path.startsWith("/auth/v1/token")
        ? {
            response: () =>
              Response.json(
                { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" },
                { status: 400 },
              ),
          }
        : undefined,
    "sign-in: the address of VERIFY_EMAIL is not confirmed",
  ],
  [
    "a page of another project",
    (path) =>
      path.startsWith("/auth/v1/token")
        ? { response: () => Response.json({ message: "Invalid API key" }, { status: 401 }) }
        : undefined,
    "build it with VITE_SUPABASE_URL",
  ],
])("%s is named, and nothing more is tried [verify.faults]", async (_, fault, message) => {
  const { isWell, lines, wrong } = await verify(await startHost(fault));
  expect(isWell).toBe(false);
  expect(wrong.join("\n")).toContain(message);
  expect(lines.join("\n")).not.toContain("tables");
});

it("several faults are reported at once, and nothing remains [verify.faults]", async () => {
  const messages: unknown[] = [{ id: "1" }, { id: "2" }, { id: "3" }];
  let events = 0;
  const first = await verify(
    await startHost((path, { body }) => {
      if (path === "/api/membership_webhook") {
        events += 1;
        // The forged one is refused.
        return events === 2 ? { response: refusal(500, "internal") } : undefined;
      }
      if (path.startsWith("/rest/v1/messages?select=id&chat_id")) {
        return { response: () => Response.json(messages) };
      }
      if (path.startsWith("/rest/v1/instructions")) {
        return { response: () => Response.json({ message: "No." }, { status: 403 }) };
      }
      if (path === "/api/start_chat" && body.includes('"claude-4"')) {
        return { response: refusal(503, "provider_failed") };
      }
      return path === "/api/update_chat"
        ? { text: (text) => text.replaceAll('"title":"Verify"', '"title":"Other"') }
        : undefined;
    }),
  );
  const found = first.wrong.map((line) => line.slice("WRONG  ".length));
  expect(found).toEqual([
    "webhook, signed: status 500 where 202 must come.",
    expect.stringMatching("^tables: instructions cannot be read"),
    expect.stringMatching("^Claude 4: No. .503, provider_failed.. The provider fails"),
    expect.stringMatching("^sent twice: 3 messages where two must be"),
    "rename: the chat has another title afterwards.",
    "delete and undo: the deleted chat can still be read.",
  ]);
  const second = await verify(
    await startHost((path, { body }) => {
      if (path === "/api/send_message" && body.includes('"stop"')) {
        return { response: refusal(500, "internal") };
      }
      if (path === "/api/membership_webhook") {
        const date = new Date(Date.now() - 7_200_000).toUTCString();
        const error = { error: "No.", code: "unauthenticated" };
        return { response: () => Response.json(error, { status: 401, headers: { date } }) };
      }
      return path === "/api/update_chat" && body.includes('"restore"')
        ? { response: () => Response.json({ chat: {} }) }
        : undefined;
    }),
  );
  expect(second.wrong.map((line) => line.slice("WRONG  ".length))).toEqual([
    "webhook, signed: this machine's clock is 120 minutes ahead of the host's.",
    expect.stringMatching("^stop: No. .500, internal."),
    "delete and undo: Undo did not bring the messages back.",
  ]);
  expect(await chatsOf()).toEqual([]);
});

it("an operator reads that nothing answers at the address, and what to set [verify.faults]", async () => {
  const port = await freePort();
  const nothing = await verify(`http://127.0.0.1:${port}`);
  expect(nothing.lines).toEqual([
    `WRONG  page: http://127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}).`,
  ]);
  const unset = await verify(product.origin, { VERIFY_EMAIL: "" });
  expect(unset.wrong).toEqual([
    "WRONG  sign-in: set VERIFY_EMAIL and VERIFY_PASSWORD to those of a member.",
  ]);
});

/** `npm run verify` as npm runs it. `onOutput` hears what it has printed so far. */
async function runCommand(
  env: Record<string, string>,
  onOutput: (output: string, interrupt: () => void) => void = () => {},
) {
  const child = spawn(
    process.execPath,
    ["supabase/local/process/launch.mjs", "supabase/local/verify-command.ts", product.origin],
    {
      env: {
        ...process.env,
        VERIFY_EMAIL: member.email,
        VERIFY_PASSWORD: member.password,
        MEMBERSHIP_WEBHOOK_SECRET: WEBHOOK_SECRET,
        ...env,
      },
    },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    onOutput(output, () => child.kill("SIGINT"));
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, output };
}

it("the command ends with 0 where all is well, and with 1 where something is wrong [verify.lines]", async () => {
  const good = await runCommand({});
  expect([good.status, good.output]).toEqual([0, expect.stringContaining("Everything works.")]);
  const bad = await runCommand({ VERIFY_PASSWORD: "another" });
  expect([bad.status, bad.output]).toEqual([
    1,
    expect.stringContaining("VERIFY_EMAIL or VERIFY_PASSWORD is not right."),
  ]);
  expect(bad.output).toContain("Something is wrong");
});

it("the command that is ended by Ctrl-C in the middle of a question leaves nothing behind [verify.lines]", async () => {
  let isSent = false;
  const { status, output } = await runCommand({}, (text, interrupt) => {
    if (isSent || !text.includes("ok     tables")) return;
    isSent = true;
    // The question of the first model is on its way, or about to be.
    interrupt();
  });
  expect(status).toBe(130);
  expect(output).not.toContain("cleaning up");
  expect(await chatsOf()).toEqual([]);
});

it("an operator reads that the password or the webhook's secret is another one, or who must be a member [verify.faults]", async () => {
  const other = await verify(product.origin, {
    VERIFY_PASSWORD: "another",
    MEMBERSHIP_WEBHOOK_SECRET: "another",
  });
  expect(other.wrong).toEqual([
    expect.stringContaining("webhook, signed: the function has another secret"),
    "WRONG  sign-in: VERIFY_EMAIL or VERIFY_PASSWORD is not right.",
  ]);
  const trial = await product.newMember();
  const { wrong } = await verify(product.origin, {
    VERIFY_EMAIL: trial.email,
    VERIFY_PASSWORD: trial.password,
  });
  expect(wrong[0]).toContain("VERIFY_EMAIL must be a member");
});
