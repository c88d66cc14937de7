import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sessionOf } from "../../e2e/support/chat-history.ts";
import { startRunningProduct, UNLIMITED } from "../../e2e/support/running-product.ts";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import type {
  ImportChatsRequest,
  ImportChatsResponse,
} from "../../supabase/functions/_shared/contract.ts";
import { connect } from "../../supabase/local/backend/members.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { buttonIs, clickOn, openBareBrowser } from "./bare-browser.ts";
import { importedChats, writeArchive } from "./import-files.ts";
import { machineSpeed } from "./machine.ts";
import { DATABASE_NAMES, type DatabaseName } from "./start-database.ts";
import { median } from "./statistics.ts";
import {
  atLeast,
  atMost,
  MEGABYTES,
  MILLISECONDS,
  PER_SECOND,
  printRow,
  SECONDS,
  timesOf,
} from "./table.ts";

const MESSAGES = { postgres: 20_000, pglite: 10_000 };
const BARS = { postgres: 1_000, pglite: 400 };
/** The page sends no more at once; the endpoint takes 2 MiB. */
const BATCH_BYTES = 1_900_000;
const TURNS = 12;
const TURN_LIMIT = 1.3;
const FOUND = { messages: 100_000, bytes: 1_000_000_000 };
const LISTS = 3;
const SETTLED_MS = 3_000;
const MEMORY_EVERY_MS = 250;
const LONGEST_MS = 10 * 60_000;
const FIELD = `document.querySelector("[role=dialog] input[type=file]")`;
/** The browser reports tasks of 50 ms and more. */
const OBSERVE_TASKS = `
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: "longtask" });`;
/** A reply of two seconds. */
const PIECES = Array.from({ length: 100 }, (_, index) => `word${index} `);
const PIECE_MS = 20;

/**
 * The rows of importing a history: how long the list of a large file takes and what it costs the page, how many
 * messages are stored a second, and what that costs another member meanwhile.
 */
export async function benchImport(): Promise<void> {
  await measureList();
  for (const kind of ["postgres", "pglite"] as const) await measureStoring(kind);
}

/** Finds the chats of a large ZIP on the page: from the choice of the file to the list. */
async function measureList(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const archive = join(folder, "chats.zip");
  const json = writeArchive(archive, FOUND.messages, FOUND.bytes);
  const product = await startRunningProduct({ env: UNLIMITED });
  const member = await product.newMember("active");
  const browser = await openBareBrowser();
  await browser.signIn(product.origin, await sessionOf(product, member));
  const [times, growths, longest]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < LISTS; round += 1) {
    await browser.open(`${product.origin}/settings/account`);
    await browser.until(buttonIs("Import chats"));
    await browser.run(clickOn("Import chats"));
    await browser.until(`${FIELD} !== null`);
    await sleep(SETTLED_MS);
    await browser.collect();
    const idle = browser.memory();
    await browser.run(OBSERVE_TASKS);
    let peak = idle;
    const watch = setInterval(() => (peak = Math.max(peak, browser.memory())), MEMORY_EVERY_MS);
    const started = performance.now();
    await browser.choose(FIELD, [archive]);
    const chats = (FOUND.messages / 50).toLocaleString("en-US");
    await browser.until(buttonIs(`Import ${chats} chats`), LONGEST_MS);
    times.push((performance.now() - started) / 1000);
    clearInterval(watch);
    growths.push((peak - idle) / 1e6);
    longest.push(Number(await browser.run("window.longestTask")));
  }
  const listed = median(times) * machineSpeed();
  // What is short here is not seen, and would be long on a slower machine.
  const longestTask = median(longest) * Math.min(1, machineSpeed());
  const file = `a ZIP of ${(FOUND.bytes / 1e9).toFixed(0)} GB with ${(json / 1e6).toFixed(0)} MB of JSON`;
  printRow(atMost(`until the list of ${file} stands`, listed, 10, SECONDS));
  printRow(atMost("memory of the browser meanwhile, above idle", median(growths), 150, MEGABYTES));
  printRow(atMost("longest task of the page meanwhile", longestTask, 50, MILLISECONDS));
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true });
}

async function measureStoring(kind: DatabaseName): Promise<void> {
  // Before anything is connected: it takes seconds, in which a server would close what is idle.
  const batches = batchesOf(MESSAGES[kind]);
  const provider = await startScriptedProvider();
  provider.script({ pieces: PIECES, pieceMs: PIECE_MS });
  const server = kind === "postgres" ? await startPostgres() : undefined;
  const product = await startRunningProduct({
    env: {
      ...UNLIMITED,
      OPENAI_API_KEY: "bench",
      OPENAI_BASE_URL: provider.env.OPENAI_BASE_URL,
      ...(server && { DATABASE_URL: await server.createDatabase("bench") }),
    },
  });
  const [person, alone, other] = [
    await newMemberSession(product),
    await newMemberSession(product),
    await newMemberSession(product),
  ];
  const name = DATABASE_NAMES[kind];
  await takeTurn(product, other);

  const started = performance.now();
  const added = await importAll(product, alone, batches);
  const perSecond = added / ((performance.now() - started) / 1000);
  printRow(atLeast(`messages stored a second, ${name}`, perSecond, BARS[kind], PER_SECOND));
  const again = await importAll(product, alone, batches);
  printRow(atMost(`rows added by the same file a second time, ${name}`, again, 0, ROWS));

  await untilIndexed(product, alone);
  const without = await takeTurns(product, other, () => false);
  let isImporting = true;
  const importing = importAll(product, person, batches).finally(() => (isImporting = false));
  const meanwhile = await takeTurns(product, other, () => !isImporting);
  await importing;
  const what = `another member's turn during an import, over the same without, ${name}`;
  printRow(timesOf(what, [meanwhile.whole, without.whole], TURN_LIMIT));
  printRow({
    what: `until that member's question is stored, ${name}`,
    measured: [meanwhile, without].map((it) => MILLISECONDS.show(median(it.stored))).join(" / "),
  });
  await product.stop();
  await server?.stop();
  await provider.stop();
}

const ROWS = { show: (value: number) => `${value} rows` };

/** The chats as the page sends them: none longer than a batch. */
function batchesOf(messages: number): ImportChatsRequest["chats"][] {
  const batches: ImportChatsRequest["chats"][] = [];
  let bytes = BATCH_BYTES;
  for (const chat of importedChats(messages)) {
    const size = Buffer.byteLength(JSON.stringify(chat));
    bytes += size;
    const batch = batches.at(-1);
    if (batch && bytes <= BATCH_BYTES) batch.push(chat);
    else {
      batches.push([chat]);
      bytes = size;
    }
  }
  return batches;
}

async function importAll(
  product: RunningProduct,
  member: MemberSession,
  batches: readonly ImportChatsRequest["chats"][],
): Promise<number> {
  const importId = crypto.randomUUID();
  let added = 0;
  for (const chats of batches) {
    const body: ImportChatsRequest = { importId, source: "chatgpt", chats };
    const response = await post(product, member, "import_chats", body);
    const results = ((await response.json()) as ImportChatsResponse).chats;
    for (const chat of results) {
      if (chat.problem !== undefined) throw new Error(chat.problem);
      added += chat.added;
    }
  }
  return added;
}

/** How long turns took, one after the other, until enough were taken or `isOver`. */
async function takeTurns(product: RunningProduct, member: MemberSession, isOver: () => boolean) {
  const times = { whole: [] as number[], stored: [] as number[] };
  for (let turn = 0; turn < TURNS && !isOver(); turn += 1) {
    const { whole, stored } = await takeTurn(product, member);
    times.whole.push(whole);
    times.stored.push(stored);
  }
  return times;
}

async function takeTurn(product: RunningProduct, member: MemberSession) {
  const started = performance.now();
  const body = { message: "Where is Rome?" };
  const response = await post(product, member, "start_chat", body, "text/event-stream");
  let stored = Number.NaN;
  for await (const _ of response.body ?? []) {
    if (Number.isNaN(stored)) stored = performance.now() - started;
  }
  return { whole: performance.now() - started, stored };
}

async function post(
  product: RunningProduct,
  { token }: MemberSession,
  name: string,
  body: object,
  accept = "application/json",
): Promise<Response> {
  const headers = {
    accept,
    authorization: `Bearer ${token}`,
    apikey: product.secrets.publishableKey,
    // A connection that was idle meanwhile may be closed as it is used again.
    connection: "close",
    "content-type": "application/json",
  };
  const response = await product.send(`/api/${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name} got ${response.status}: ${await response.text()}`);
  return response;
}

/** Waits for the search index, which follows in the background. */
async function untilIndexed(product: RunningProduct, { id }: MemberSession): Promise<void> {
  const client = connect(product.origin, product.secrets.secretKey);
  for (let outcome: unknown = "more"; outcome === "more";) {
    const { data, error } = await client.rpc("index_messages", { p_user_id: id });
    if (error) throw error;
    ({ outcome } = data as { outcome: unknown });
  }
}
