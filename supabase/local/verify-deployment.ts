import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { Webhook } from "standardwebhooks";
import type { Database } from "#database";
import {
  type Chat,
  chatSchema,
  type ErrorResponse,
  type HealthResponse,
  IMPORT_LIMIT,
  type ImportChatsResponse,
  type Message,
  messageSchema,
  type StreamEvent,
} from "../functions/_shared/contract.ts";
import { delay } from "../functions/_shared/delay.ts";
import { MODEL_IDS, MODEL_LABELS, type ModelId } from "../functions/_shared/models.ts";
import { parseJson } from "../functions/_shared/parse-json.ts";
import { HEARTBEAT_SECONDS } from "../functions/_shared/time-limits.ts";
import { readMembershipSettings } from "../functions/membership_webhook/settings-rules.ts";
import { migrationVersions } from "./backend/migrations.ts";
import type { Environment } from "./process/settings.ts";
import { reasonOf } from "./process/start-error.ts";
import { securityHeaders } from "./server/headers.ts";

/** How long a request that was interrupted may still be on its way to the database. */
const SETTLING_MS = 1_000;
const CALL_MS = 30_000;
const TURN_MS = 240_000;
/** A question is stored and its first event is there within this time, also where a function has to be loaded first. */
const STARTING_MS = 15_000;
/** A reply that took this long on the server shows whether the host passes it on as it comes. */
const TELLING_MS = 500;
/** A whole reply that ends this long after its Stop was accepted has ignored it. */
const STOPPING_MS = 500;

type Deployment = { origin: string; url: string; key: string; region: string | undefined };
type Visit = Deployment & {
  client: ReturnType<typeof openClient>;
  token: string;
  userId: string;
  chats: Set<string>;
  /** The title of what is imported, whose id the server makes. */
  imported: string;
};
type Say = (line: string) => void;
type Reader = (path: string, init?: RequestInit, ms?: number) => Promise<Response>;

/** Why a check failed, as a sentence that says what to do. */
class Wrong extends Error {}
/** After this no further check is made. */
class Unreachable extends Wrong {}

/**
 * Checks a deployed product from outside, as its page does. Says a line for each check. Returns whether all is well.
 * @param env VERIFY_EMAIL and VERIFY_PASSWORD of a member; MEMBERSHIP_WEBHOOK_SECRET for the signed event; the
 * VITE_SUPABASE_… settings where the page does not tell them.
 * @param interrupted Once it is aborted nothing more is checked. What was written is deleted.
 */
export async function verifyDeployment(
  address: string,
  env: Environment,
  say: Say,
  interrupted: AbortSignal = new AbortController().signal,
) {
  const origin = new URL(address).origin;
  let isWell = true;
  let isReached = true;
  const check = async <Found>(name: string, run: () => Promise<{ found: Found; text: string }>) => {
    if (interrupted.aborted) return undefined;
    try {
      const { found, text } = await run();
      say(`ok     ${name}: ${text}`);
      return found;
    } catch (error) {
      isWell = false;
      isReached &&= !(error instanceof Unreachable);
      if (!interrupted.aborted) say(`WRONG  ${name}: ${reasonOf(error)}`);
      return undefined;
    }
  };
  const read: Reader = (path, init, ms = CALL_MS) =>
    fetch(new URL(path, origin), {
      signal: AbortSignal.any([AbortSignal.timeout(ms), interrupted]),
      redirect: "manual",
      ...init,
    });

  const deployment = await check("page", () => readPage(origin, read, env));
  if (!isReached) return false;
  await check("headers", () => checkHeaders(read, deployment));
  await check("rewrites", () => checkRewrites(read));
  await check("health", () => checkHealth(read));
  if (!isReached) return false;
  await check("age", () => checkAge(read));
  await check("webhook, forged", () => checkForgedEvent(read));
  await check("webhook, signed", () => checkSignedEvent(read, env));
  const visit = deployment && (await check("sign-in", () => signIn(deployment, env)));
  if (!visit) return false;
  try {
    await check("tables", () => checkTables(visit));
    await check("instructions", () => checkInstructions(visit, read));
    await check("import", () => checkImport(visit, read));
    const turns: Turn[] = [];
    for (const model of MODEL_IDS) {
      const turn = await check(MODEL_LABELS[model], () => checkModel(visit, read, model));
      if (turn) turns.push(turn);
    }
    await check("heartbeats", () => checkHeartbeats(visit, read, turns));
    await check("stop", () => checkStop(visit, read));
    const [turn] = turns;
    if (turn) {
      await check("sent twice", () => checkTwice(visit, read, turn));
      await check("search", () => checkSearch(visit, read, turn));
      await check("rename", () => checkRename(visit, read, turn));
      await check("delete and undo", () => checkUndo(visit, read, turn));
    }
  } finally {
    if (interrupted.aborted) {
      await delay(SETTLING_MS);
      await cleanUp(visit).catch((error: unknown) => say(`WRONG  cleaning up: ${reasonOf(error)}`));
    } else await check("cleaning up", () => cleanUp(visit));
  }
  return isWell;
}

async function readPage(origin: string, read: Reader, env: Environment) {
  const response = await read("/", { headers: { accept: "text/html" } }).catch((error: unknown) => {
    throw new Unreachable(`${origin} cannot be reached (${reasonOf(error)}).`);
  });
  const next = response.headers.get("location");
  if (next) {
    const address = new URL(next, origin).href;
    throw new Unreachable(`${origin} sends on to ${address}. If that is yours, verify it instead.`);
  }
  const html = await response.text();
  if (response.status !== 200 || !html.includes('id="root"')) {
    throw new Wrong(
      `status ${response.status}, and not the product's page. Put dist on the host, open to everybody.`,
    );
  }
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path = ""]) => path,
  );
  const texts = [html];
  for (const path of scripts) {
    const script = await read(path);
    const isScript = script.headers.get("content-type")?.includes("javascript");
    if (script.status !== 200 || !isScript) {
      throw new Wrong(`${path} is no script (status ${script.status}). Upload the whole of dist.`);
    }
    texts.push(await script.text());
  }
  const all = texts.join("\n");
  const found = (pattern: RegExp) => pattern.exec(all)?.[1];
  // An empty one counts as not set.
  const given = (name: string) => (env[name] === "" ? undefined : env[name]);
  const key =
    found(/name="supabase-key" content="([^"]+)"/) ??
    found(/(sb_publishable_[\w-]+)/) ??
    given("VITE_SUPABASE_PUBLISHABLE_KEY");
  if (!key)
    throw new Wrong("its publishable key was not found. Set VITE_SUPABASE_PUBLISHABLE_KEY.");
  const url =
    found(/(https:\/\/[a-z0-9]{20}\.supabase\.co)/) ?? given("VITE_SUPABASE_URL") ?? origin;
  const deployment: Deployment = { origin, url, key, region: given("VITE_SUPABASE_REGION") };
  return { found: deployment, text: `it and ${scripts.length} scripts are there, backend ${url}` };
}

async function checkHeaders(read: Reader, deployment: Deployment | undefined) {
  const wanted = Object.entries(securityHeaders());
  for (const path of ["/", `/chats/${randomUUID()}`]) {
    const { headers } = await read(path, { headers: { accept: "text/html" } });
    const policy = headers.get("Content-Security-Policy") ?? "";
    const missing = wanted.filter(([name, value]) =>
      name === "Content-Security-Policy"
        ? !value
            .split("; ")
            .every((rule) => rule.startsWith("connect-src") || policy.includes(rule))
        : headers.get(name) !== value,
    );
    if (missing.length > 0) {
      const names = missing.map(([name]) => name).join(", ");
      const where = path === "/" ? "" : " on /chats/…";
      throw new Wrong(
        `missing or different${where}: ${names}. Take them from the host's file in this version.`,
      );
    }
    const { origin, url = origin } = deployment ?? {};
    if (url !== origin && url && !policy.includes(` ${new URL(url).origin}`)) {
      throw new Wrong(
        `the Content-Security-Policy does not let the page reach ${url}. Name it in connect-src, in the place of YOUR-PROJECT-REF.`,
      );
    }
    const caching = headers.get("Cache-Control") ?? "";
    if (!/no-cache|no-store|max-age=0/.test(caching)) {
      throw new Wrong(
        `browsers may keep the page of an earlier build (Cache-Control: ${caching || "none"}). Send no-cache with every page.`,
      );
    }
  }
  return { found: true, text: `${wanted.length} security headers, and pages are not kept` };
}

async function checkRewrites(read: Reader) {
  const deep = await read(`/chats/${randomUUID()}`, { headers: { accept: "text/html" } });
  if (deep.status !== 200 || !(await deep.text()).includes('id="root"')) {
    throw new Wrong(`/chats/… gives status ${deep.status}. Rewrite unknown paths to app.html.`);
  }
  const asset = await read("/assets/verify-no-such-file.js");
  if (asset.status === 200) {
    throw new Wrong("a missing file below /assets is answered with a page. It must be 404.");
  }
  return { found: true, text: "screens have the page, missing files are missing" };
}

function noJsonOfOurs(status: number) {
  const what: Record<number, string> = {
    401: "The host refuses it before the functions see it: open /api/* to everybody.",
    403: "The host refuses it before the functions see it: open /api/* to everybody.",
    413: `The host takes no request of this size: let it take ${IMPORT_LIMIT / 1024 ** 2} MiB.`,
    502: "The host does not reach the functions: see its log.",
    504: "The host does not reach the functions, or does not wait for them: see its log.",
  };
  return `status ${status}, and no JSON of ours. ${what[status] ?? "Rewrite /api/* to the project's functions, and deploy them."}`;
}

async function checkHealth(read: Reader) {
  const response = await read("/api/health").catch((error: unknown) => {
    throw new Unreachable(
      `${reasonOf(error)}. The host does not reach the functions, or holds requests to /api back: see its log.`,
    );
  });
  const body = parseJson(await response.text()) as { ok?: boolean; models?: object } | undefined;
  if (body?.models === undefined) throw new Unreachable(noJsonOfOurs(response.status));
  if (body.ok !== true) throw new Wrong("the functions do not reach the database.");
  const again = await read("/api/health");
  const id = response.headers.get("x-request-id");
  if (id !== null && again.headers.get("x-request-id") === id) {
    throw new Wrong("the host answered twice with one response. Turn caching off for /api.");
  }
  const failing = Object.entries(body.models).filter(([, word]) => word === "failing");
  const text =
    failing.length > 0 ? `failing: ${failing.map(([model]) => model).join(", ")}` : "good";
  return { found: true, text };
}

/** By the migrations: one that only changes SQL functions changes nothing that the page reads. */
async function checkAge(read: Reader) {
  const response = await read("/api/health");
  const body = (parseJson(await response.text()) ?? {}) as Partial<HealthResponse>;
  const ours = migrationVersions().at(-1) ?? "";
  if (body.migration === undefined) {
    throw new Wrong("the functions are older than this code, or not reached. Deploy them.");
  }
  if (body.migration === null) {
    throw new Wrong("the database notes no migration. Run supabase db push.");
  }
  if (body.migration < ours) {
    throw new Wrong(
      `the database is older than this code: it has migration ${body.migration}, and not ${ours}. Run supabase db push.`,
    );
  }
  if (body.migration > ours) {
    throw new Wrong(
      `the database is newer than this code: it has migration ${body.migration}. Take the code that is deployed.`,
    );
  }
  return { found: true, text: `migration ${ours}, as this code` };
}

const EVENT = JSON.stringify({
  type: "verify.nothing",
  timestamp: new Date(0).toISOString(),
  // A host that re-encodes the body changes these letters.
  data: { name: "Zoë 🙂" },
});

function postEvent(read: Reader, signer: Webhook) {
  const id = `verify_${randomUUID()}`;
  const at = new Date();
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signer.sign(id, at, EVENT),
  };
  return read("/api/membership_webhook", { method: "POST", headers, body: EVENT });
}

async function checkForgedEvent(read: Reader) {
  const response = await postEvent(read, new Webhook(btoa(randomUUID())));
  const { status } = response;
  const body = parseJson(await response.text()) as Partial<ErrorResponse> | null | undefined;
  if (body === undefined) throw new Wrong(noJsonOfOurs(status));
  if (status === 401 && body?.error === undefined)
    throw new Wrong(
      "the project refuses it before the function sees it. Deploy the function without verifying tokens (config.toml).",
    );
  if (status === 503)
    throw new Wrong("the function has no secret it can use. Set MEMBERSHIP_WEBHOOK_SECRET.");
  if (status !== 401)
    throw new Wrong(`status ${status} where 401 must come. Deploy the functions of this version.`);
  return { found: true, text: "refused" };
}

async function checkSignedEvent(read: Reader, env: Environment) {
  const [signer] = readMembershipSettings((name) => env[name]).verifiers;
  if (!signer) return { found: true, text: "not tried: set MEMBERSHIP_WEBHOOK_SECRET to try it" };
  const { status, headers } = await postEvent(read, signer);
  const minutes = Math.round((Date.now() - Date.parse(headers.get("date") ?? "")) / 60_000);
  if (status === 401 && Math.abs(minutes) >= 5) {
    const ahead = minutes > 0 ? "ahead of" : "behind";
    throw new Wrong(`this machine's clock is ${Math.abs(minutes)} minutes ${ahead} the host's.`);
  }
  if (status === 401)
    throw new Wrong(
      "the function has another secret than MEMBERSHIP_WEBHOOK_SECRET here, or the host changes the body or drops headers that begin with webhook-. If it does, give the platform the function's own address.",
    );
  if (status !== 202) throw new Wrong(`status ${status} where 202 must come.`);
  return { found: true, text: "taken, and about nobody" };
}

function openClient({ url, key }: Deployment) {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(CALL_MS) }),
    },
  });
}

async function signIn(deployment: Deployment, env: Environment) {
  const { VERIFY_EMAIL: email, VERIFY_PASSWORD: password } = env;
  if (!email || !password) {
    throw new Wrong("set VERIFY_EMAIL and VERIFY_PASSWORD to those of a member.");
  }
  const client = openClient(deployment);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) {
    const what: Record<string, string> = {
      invalid_credentials: "VERIFY_EMAIL or VERIFY_PASSWORD is not right.",
      email_not_confirmed: "the address of VERIFY_EMAIL is not confirmed.",
    };
    throw new Wrong(
      what[error.code ?? ""] ??
        `${error.message}. The page's address of the backend or its key may be wrong: build it with VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.`,
    );
  }
  const { access_token: token, user } = data.session;
  const imported = `Verify ${randomUUID()}`;
  const visit: Visit = {
    ...deployment,
    client,
    token,
    userId: user.id,
    chats: new Set(),
    imported,
  };
  return { found: visit, text: email };
}

/** Reads what the page reads, column by column. A missing column means a missing migration. */
async function checkTables({ client, userId }: Visit) {
  const columns = (shape: object) => Object.keys(shape).join(",");
  const users =
    "id,membership_status,membership_started_at,membership_ended_at,membership_renews_at,membership_manage_url,instructions";
  const readings = {
    users: await client.from("users").select(users).eq("id", userId),
    chats: await client.from("chats").select(columns(chatSchema.shape)).limit(1),
    messages: await client.from("messages").select(columns(messageSchema.shape)).limit(1),
    instructions: await client.from("instructions").select("content").limit(1),
    open_answers: await client.rpc("open_answers", {}, { get: true }),
  };
  for (const [name, { error, status }] of Object.entries(readings)) {
    if (!error) continue;
    const isOld = /^(42703|42P01|42883|PGRST20[0-9])$/.test(error.code);
    throw new Wrong(
      isOld
        ? `${name}: the database is older than this code (${error.message}). Run supabase db push.`
        : `${name} cannot be read (${status}, ${error.message}).`,
    );
  }
  return {
    found: true,
    text: "users, chats, messages, instructions and open answers, as new as this code",
  };
}

function post(
  { token, key, region }: Visit,
  read: Reader,
  name: string,
  body: object,
  { accept = "application/json", ms = CALL_MS, size = 0 } = {},
) {
  const headers: Record<string, string> = {
    accept,
    authorization: `Bearer ${token}`,
    apikey: key,
    "content-type": "application/json",
    ...(region && { "x-region": region }),
  };
  const text = JSON.stringify(body).padEnd(size);
  return read(`/api/${name}`, { method: "POST", headers, body: text }, ms);
}

/** What a call returned. A refusal throws a Wrong that says what to do. */
async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body = parseJson(await response.text());
  if (response.ok && body !== undefined) return body as Answer;
  // The platform's own refusals have a message instead of an error.
  const { error, message = error, code } = (body ?? {}) as Record<string, string | undefined>;
  if (!message) throw new Wrong(noJsonOfOurs(response.status));
  throw new Wrong(`${message} (${response.status}, ${code}). ${whatToDo(code)}`);
}

function whatToDo(code: string | undefined): string {
  const what: Record<string, string> = {
    membership_required: "VERIFY_EMAIL must be a member: npm run membership -- <email> active.",
    rate_limited: "Wait so long, or take another member.",
    unauthenticated:
      "The functions do not accept the session: page and functions must be of one project, and its /api must pass on Authorization.",
    provider_failed: "The provider fails: see `failure` in the functions' log.",
    model_unavailable:
      "Look at the provider's key, account and MODEL_ setting: `failure` in the functions' log says which.",
    NOT_FOUND: "Deploy the functions.",
    timed_out: "The provider did not answer in time.",
    unavailable: "The functions or the database are not reached: see the functions' log.",
  };
  return what[code ?? ""] ?? "See the functions' log.";
}

type Turn = {
  request: { chatId: string; messageId: string; message: string; model: ModelId };
  answer: Message;
  heartbeats: number;
  longestGapMs: number;
  tookMs: number;
  /** How long the stream lasted, from its first event on. */
  streamedMs: number;
};

/**
 * Asks a question in a chat of its own and reads the stream. `act` is called with what has come, until it returns a
 * promise.
 */
async function ask(
  visit: Visit,
  read: Reader,
  request: Turn["request"],
  act?: (come: { heartbeats: number; hasText: boolean }) => Promise<unknown> | undefined,
) {
  const begun = performance.now();
  visit.chats.add(request.chatId);
  const response = await post(visit, read, "start_chat", request, {
    accept: "text/event-stream",
    ms: TURN_MS,
  });
  if (!response.ok || !response.body) return await answerOf<never>(response);
  const at = () => Math.round(performance.now() - begun);
  const times: { firstEvent?: number; firstText?: number } = {};
  let [heartbeats, longestGapMs, last, rest] = [0, 0, 0, ""];
  let acted: Promise<unknown> | undefined;
  let answer: Message | undefined;
  let cause = "";
  try {
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      if (last > 0) longestGapMs = Math.max(longestGapMs, at() - last);
      last = at();
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith(":")) heartbeats += 1;
        if (!line.startsWith("data:")) continue;
        const event = parseJson(line.slice("data:".length)) as StreamEvent | undefined;
        times.firstEvent ??= last;
        if (event?.type === "delta") times.firstText ??= last;
        if (event?.type === "error")
          throw new Wrong(`${event.error} (${event.code}). ${whatToDo(event.code)}`);
        if (event?.type === "ai_message") answer = event.aiMessage;
      }
      acted ??= act?.({ heartbeats, hasText: times.firstText !== undefined });
      // What it throws is thrown below, once the stream has ended.
      acted?.catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof Wrong) throw error;
    cause = ` (${reasonOf(error)})`;
  }
  await acted;
  if (!answer) {
    throw new Wrong(
      `the stream ended after ${at()} ms without its last event${cause}. The host may cut long requests.`,
    );
  }
  const { firstEvent = 0, firstText = at() } = times;
  const [tookMs, streamedMs] = [at(), at() - firstEvent];
  return { request, answer, heartbeats, longestGapMs, tookMs, streamedMs, firstEvent, firstText };
}

const newRequest = (model: ModelId, message: string) => ({
  chatId: randomUUID(),
  messageId: randomUUID(),
  message,
  model,
});

async function checkModel(visit: Visit, read: Reader, model: ModelId) {
  const askOnce = () => {
    const message = `Please count from one to thirty in words. (verify ${randomUUID().slice(0, 8)})`;
    return ask(visit, read, newRequest(model, message));
  };
  const tookOf = ({ answer }: Turn) => answer.took_ms ?? 0;
  const isBuffered = (each: Turn) =>
    tookOf(each) > TELLING_MS && each.streamedMs < tookOf(each) / 4;
  let turn = await askOnce();
  // A machine that does much else may itself be late once.
  if (isBuffered(turn)) turn = await askOnce();
  if (isBuffered(turn)) {
    throw new Wrong(
      `the reply took ${tookOf(turn)} ms to write and came at once at its end: the host buffers it. Turn buffering off for /api.`,
    );
  }
  if (turn.firstEvent > STARTING_MS) {
    throw new Wrong(
      `the first event came after ${turn.firstEvent} ms: the host holds requests back, or the functions run far from the database (VITE_SUPABASE_REGION).`,
    );
  }
  const text = `first event ${turn.firstEvent} ms, first text ${turn.firstText} ms, longest gap ${turn.longestGapMs} ms, whole ${turn.tookMs} ms`;
  return { found: turn, text };
}

/** Asks for a long story, and stops it when it is time. `takenAt`: when the Stop was taken. */
async function askForStory(
  visit: Visit,
  read: Reader,
  model: ModelId,
  isTime: (come: { heartbeats: number; hasText: boolean }) => boolean,
) {
  const request = newRequest(
    model,
    "Please write a story of three thousand words about a lighthouse.",
  );
  const { chatId, messageId } = request;
  let takenAt = Number.POSITIVE_INFINITY;
  const stop = async () => {
    await answerOf(await post(visit, read, "send_message", { chatId, messageId, stop: true }));
    takenAt = performance.now();
  };
  const turn = await ask(visit, read, request, (come) => (isTime(come) ? stop() : undefined));
  return { turn, takenAt };
}

/** When no reply was long enough for a heartbeat, the slowest model writes a story. */
async function checkHeartbeats(visit: Visit, read: Reader, turns: readonly Turn[]) {
  const tried = turns.toSorted((a, b) => b.streamedMs - a.streamedMs);
  const seen = () => tried.reduce((sum, { heartbeats }) => sum + heartbeats, 0);
  const longest = () => Math.max(0, ...tried.map(({ streamedMs }) => streamedMs));
  const isLong = () => longest() > (HEARTBEAT_SECONDS + 5) * 1000;
  const [slowest] = tried;
  if (slowest && seen() === 0 && !isLong()) {
    const { model } = slowest.request;
    const isTime = (come: { heartbeats: number }) => come.heartbeats >= 2;
    tried.push((await askForStory(visit, read, model, isTime)).turn);
  }
  if (seen() > 0) return { found: true, text: `${seen()} seen` };
  if (isLong()) {
    throw new Wrong(
      `none in ${longest()} ms. The host drops comments of the stream: it must pass every byte on.`,
    );
  }
  return {
    found: true,
    text: `not tried: the replies were too short (one comes every ${HEARTBEAT_SECONDS} s)`,
  };
}

async function checkStop(visit: Visit, read: Reader) {
  const story = await askForStory(visit, read, "chatgpt-4", ({ hasText }) => hasText);
  if (story.turn.answer.stopped_at) return { found: true, text: "the reply ended where it was" };
  const wentOnMs = Math.round(performance.now() - story.takenAt);
  if (wentOnMs > STOPPING_MS) {
    throw new Wrong(
      `it was taken, and the reply went on for ${wentOnMs} ms to its end. Deploy functions and database of one version.`,
    );
  }
  return { found: true, text: "not tried: the reply had ended before" };
}

async function checkTwice(visit: Visit, read: Reader, { request, answer }: Turn) {
  const again = await answerOf<{ aiMessage: Message }>(
    await post(visit, read, "start_chat", request),
  );
  const { data } = await visit.client
    .from("messages")
    .select("id")
    .eq("chat_id", request.chatId)
    .throwOnError();
  if (again.aiMessage.id !== answer.id || data.length !== 2) {
    throw new Wrong(
      `${data.length} messages where two must be: deploy functions and database of one version.`,
    );
  }
  return { found: true, text: "one question, one reply" };
}

async function checkSearch(visit: Visit, read: Reader, { request }: Turn) {
  const query = /verify (\w+)/.exec(request.message)?.[1];
  const { results } = await answerOf<{ results: { chatId: string }[] }>(
    await post(visit, read, "search", { query }),
  );
  if (!results.some(({ chatId }) => chatId === request.chatId))
    throw new Wrong("the question is not found.");
  return { found: true, text: "finds the question" };
}

async function checkRename(visit: Visit, read: Reader, { request: { chatId } }: Turn) {
  const title = "Verify";
  const { chat } = await answerOf<{ chat: Chat }>(
    await post(visit, read, "update_chat", { chatId, title }),
  );
  if (chat.title !== title) throw new Wrong("the chat has another title afterwards.");
  return { found: true, text: "the chat has its new title" };
}

async function checkUndo(visit: Visit, read: Reader, { request: { chatId } }: Turn) {
  const { client } = visit;
  const present = async () =>
    (await client.from("messages").select("id").eq("chat_id", chatId).throwOnError()).data.length;
  await client.from("chats").delete().eq("id", chatId).throwOnError();
  if ((await present()) !== 0) throw new Wrong("the deleted chat can still be read.");
  await answerOf(await post(visit, read, "update_chat", { chatId, restore: true }));
  if ((await present()) !== 2) throw new Wrong("Undo did not bring the messages back.");
  return { found: true, text: "gone, and back with its messages" };
}

/** Saves what is there already, so that nothing changes. */
async function checkInstructions(visit: Visit, read: Reader) {
  const stored = async () => {
    const query = visit.client.from("users").select("instructions").eq("id", visit.userId);
    return (await query.single().throwOnError()).data.instructions ?? "";
  };
  const instructions = await stored();
  const saved = await answerOf<{ instructions: string }>(
    await post(visit, read, "update_instructions", { instructions }),
  );
  if (saved.instructions !== instructions || (await stored()) !== instructions) {
    throw new Wrong("the instructions are others afterwards. Deploy functions of this version.");
  }
  return { found: true, text: "saved as they were" };
}

/** Imports a chat and undoes that. */
async function checkImport(visit: Visit, read: Reader) {
  const importId = randomUUID();
  const key = randomUUID();
  const messages = [
    { key: "question", role: "user", content: "Where is Rome?" },
    { key: "reply", role: "assistant", content: "In Italy.", replyTo: "question" },
  ];
  const chats = [{ key, title: visit.imported, messages }];
  const send = async (body: object, size = 0) => {
    const response = await post(visit, read, "import_chats", body, { size });
    return (await answerOf<ImportChatsResponse>(response)).chats[0];
  };
  const stored = async () => {
    const query = visit.client.from("chats").select("id").eq("title", visit.imported);
    return (await query.throwOnError()).data.length;
  };
  // As large as the page's largest, because a host may take less.
  const first = await send({ importId, source: "chatgpt", chats }, IMPORT_LIMIT);
  const second = await send({ importId, source: "chatgpt", chats });
  if (first?.added !== 2 || second?.here !== 2 || (await stored()) !== 1) {
    throw new Wrong(
      `the chat did not come once (${first?.problem ?? `${first?.added} and ${second?.added} messages`}). Deploy functions and database of one version.`,
    );
  }
  await send({ importId, undo: true });
  if ((await stored()) !== 0) throw new Wrong("Undo did not take the imported chat back.");
  return { found: true, text: "a chat came once, and was taken back" };
}

/** Deletes what was written and signs out, also where deleting fails. */
async function cleanUp({ origin, client, chats, imported }: Visit) {
  const found = await client.from("chats").select("id").eq("title", imported);
  const ids = [...chats, ...(found.data ?? []).map(({ id }) => id)];
  await client.from("chats").delete().in("id", ids);
  const { data } = await client.from("chats").select("id").in("id", ids);
  const kept = data ? data.map(({ id }) => id) : ids;
  const { error } = await client.auth.signOut({ scope: "local" });
  if (kept.length > 0) {
    const addresses = kept.map((id) => `${origin}/chats/${id}`).join(" ");
    throw new Wrong(`delete these chats by hand: ${addresses}`);
  }
  if (error) throw new Wrong(`the session could not be ended (${error.message}).`);
  return { found: true, text: `${ids.length} chats deleted, signed out` };
}
