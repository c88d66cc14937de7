import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page, Request } from "playwright";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { type Member, startRunningProduct, UNLIMITED } from "../../e2e/support/running-product.ts";
import { openDatabase } from "../../supabase/local/backend/database.ts";
import { openBrowser, signedIn } from "../bench/browser.ts";
import { brokenInvariants } from "../support/database/invariants.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { type StoredMessage, wholeReplyTo } from "./ledger.ts";
import { ACTIONS, type Asked } from "./page-actions.ts";
import { functionsOf, type SoakResult } from "./scenario.ts";

const MEMBERS = 3;
const TABS = 2;
/** A claim of killed functions has run out by then, and the page has noticed. */
const QUIET_MS = 90_000;

type Stored = StoredMessage & { stopped_at: string | null; compares: string[] | null };
/** A message as a page sent it: with what had come back into its box by then. */
type Sent = { chatId: string; message: string };
type Person = { member: Member; context: BrowserContext; pages: Page[] };

/**
 * Members use the real page by chance, two tabs each: they ask one model or all, also while a reply is written and
 * without a network, stop, reload, retry, ask again, compare, import, delete and undo, while models fail and the functions
 * are killed. Then every reply is awaited, and what each chat shows is compared with what is stored. Returns what was broken.
 * @param seed Decides the order of what is done.
 */
export async function runPageStorm(options: {
  providers: ScriptedProvider;
  /** A PostgreSQL server for the product; the embedded database without one. */
  databaseUrl: string | undefined;
  seconds: number;
  seed: number;
  say: (line: string) => void;
}): Promise<SoakResult> {
  const { providers, databaseUrl, seconds, say } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "storm-"));
  const env = {
    ...providers.env,
    ...UNLIMITED,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const product = await startRunningProduct({ dataDir, env });
  const browser = await openBrowser();
  const random = randomFrom(options.seed);
  const faults: string[] = [];
  const asked: Asked[] = [];
  const people: Person[] = [];
  const sent: Sent[] = [];
  /** The chats that somebody deleted on a page, also one that the database never had, and so notes no deletion of. */
  const erased = new Set<string>();
  for (let count = 0; count < MEMBERS; count += 1) {
    const member = await product.newMember("active");
    const context = await signedIn(browser, product, member);
    const pages: Page[] = [];
    for (let tab = 0; tab < TABS; tab += 1) {
      const page = await context.newPage();
      page.on("request", (request) => {
        sent.push(...sentBy(request));
        const chatId = chatDeletedBy(request);
        if (chatId !== undefined) erased.add(chatId);
      });
      page.on("pageerror", (error) => faults.push(`an error on a page: ${error.message}`));
      await page.goto("/");
      pages.push(page);
    }
    people.push({ member, context, pages });
  }

  say(`${MEMBERS} members in ${TABS} tabs each for ${seconds} s; the functions are killed twice`);
  const end = performance.now() + seconds * 1000;
  let done = 0;
  // A person presses one key at a time, in one tab or another.
  const use = async ({ pages }: Person) => {
    while (performance.now() < end) {
      const page = pages[Math.floor(random() * TABS)] as Page;
      const action = ACTIONS[Math.floor(random() * ACTIONS.length)];
      const content = `Question ${(done += 1)} of seed ${options.seed}?`;
      const question = await action?.(page, content, random).catch(() => undefined);
      if (question) asked.push(question);
      // The browser's own page, after a reload without a network.
      if (page.url().startsWith("chrome-error:")) await page.goto("/").catch(() => undefined);
      await sleep(50);
    }
  };
  const storm = Promise.all(people.map(use));
  for (let part = 1; part <= 2; part += 1) {
    await sleep((seconds * 1000) / 3);
    process.kill(functionsOf(product), "SIGKILL");
    providers.script({ text: wholeReplyTo, pieceMs: 20, cutAfterPieces: 3 }, "xai");
    if (part === 2) providers.script({ failure: { status: 400 } }, "xai");
  }
  await storm;
  for (const { context } of people) await context.setOffline(false);

  say(
    `${done} things done, ${asked.length} questions asked; every reply is awaited, and every chat is read`,
  );
  providers.script({ text: wholeReplyTo, pieceCharacters: 16, pieceMs: 5 });
  for (const { member, context, pages } of people) {
    for (const page of pages) {
      if (await isQuiet(page)) await page.close();
      else faults.push(`a page waits for a reply that nobody writes: ${page.url()}`);
    }
    const history = await writeHistory(product, member);
    const chats = await history.read("chats", `user_id=eq.${history.userId}&select=id`);
    const page = await context.newPage();
    for (const { id } of chats) {
      await page.goto(`/chats/${id}`);
      let wrong = ["it was not read"];
      // What can be tried again may come on the screen a moment later.
      for (let tries = 0; tries < 3 && wrong.length > 0; tries += 1) {
        if (!(await isSettled(page))) faults.push(`a chat does not come to rest: ${id}`);
        const stored = await history.read("messages", `chat_id=eq.${id}&select=id,content`);
        wrong = await differences(page, stored as Pick<Stored, "id" | "content">[]);
      }
      faults.push(...wrong);
    }
  }
  const kept = await Promise.all(people.map(({ context }) => context.storageState()));
  const isKept = (content: string) => JSON.stringify(kept).includes(content);
  await browser.close();
  await product.stop();

  const database = await openDatabase(dataDir, databaseUrl);
  const sql = async <Row>(query: string) => (await database.rows(query)) as Row[];
  const idsOf = async (table: string) =>
    new Set((await sql<{ id: string }>(`select id from ${table}`)).map(({ id }) => id));
  const stored = await sql<Stored>("select * from public.messages");
  const questions = stored.filter(({ reply_to }) => reply_to === null);
  const isDeleted = await idsOf("private.deleted_chats");
  const chatsLeft = await idsOf("public.chats");
  const mayBeGone = (id: string | null) =>
    id === null || isDeleted.has(id) || (erased.has(id) && !chatsLeft.has(id));
  faults.push(
    ...asked.flatMap(({ content }) => {
      const holding = questions.filter((question) => question.content.includes(content));
      // One tab may add to what is typed and send it while the other sends it. The same text must not be sent twice.
      const texts = new Set(holding.map((question) => question.content));
      if (texts.size < holding.length) return [`${content} was stored twice`];
      // It may have gone with the chat of a later question, which it was sent with.
      const chats = [
        ...asked.filter((one) => one.content === content).map(({ chatId }) => chatId),
        ...sent.filter(({ message }) => message.includes(content)).map(({ chatId }) => chatId),
      ];
      return holding.length === 0 && !isKept(content) && !chats.some(mayBeGone)
        ? [`${content} is neither stored nor kept; it was sent into ${chats.join()}`]
        : [];
    }),
    ...stored.flatMap(({ content, reply_to, stopped_at, compares }) => {
      const question = stored.find(({ id }) => id === reply_to);
      // A comparison answers no question of its own.
      if (question === undefined || compares !== null) return [];
      const whole = wholeReplyTo(question.content);
      const isSound = stopped_at === null ? content === whole : whole.startsWith(content);
      return isSound ? [] : [`${question.content} has a part as its reply`];
    }),
  );
  const invariants = await brokenInvariants({ sql });
  await database.connection.close();
  rmSync(dataDir, { recursive: true, force: true });
  return { sends: asked.length, broken: faults, invariants };
}

/** The message that a request sends; nothing for other requests. */
function sentBy(request: Request): Sent[] {
  if (!/\/api\/(?:start_chat|send_message)$/.test(request.url())) return [];
  const { chatId, message } = request.postDataJSON() as Partial<Sent>;
  return chatId === undefined || message === undefined ? [] : [{ chatId, message }];
}

/** The id of the chat that a request deletes; undefined for other requests. */
function chatDeletedBy(request: Request): string | undefined {
  if (request.method() !== "DELETE") return undefined;
  return /\/rest\/v1\/chats\?.*\bid=eq\.([\w-]+)/.exec(request.url())?.[1];
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Waits until a page shows no reply that is being written. */
async function isQuiet(page: Page): Promise<boolean> {
  const until = performance.now() + QUIET_MS;
  while ((await page.locator("[aria-busy=true]").count()) > 0) {
    if (performance.now() > until) return false;
    await sleep(200);
  }
  return true;
}

/** Retries what has failed until a chat has come to rest. */
async function isSettled(page: Page): Promise<boolean> {
  await page
    .getByRole("region", { name: "Conversation" })
    .locator("[data-message]")
    .first()
    .waitFor();
  const retry = page.getByRole("button", { name: "Retry", exact: true });
  const until = performance.now() + QUIET_MS;
  while (performance.now() < until) {
    if (!(await isQuiet(page))) return false;
    if ((await retry.count()) === 0) return true;
    await retry
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await sleep(200);
  }
  return false;
}

/** The messages on a page that are not what is stored under their ids. */
async function differences(
  page: Page,
  stored: readonly Pick<Stored, "id" | "content">[],
): Promise<string[]> {
  const contents = new Map(stored.map(({ id, content }) => [id, content]));
  let wrong: string[] = [];
  for (let tries = 0; tries < 50; tries += 1) {
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-message]")].map(
        ({ dataset, textContent }) => [dataset["message"] ?? "", textContent ?? ""] as const,
      ),
    );
    wrong = shown.flatMap(([id, text]) => {
      const content = contents.get(id);
      if (content === undefined) return [`a message is shown that is not stored: ${text}`];
      return text.includes(content) ? [] : [`shown otherwise than stored: ${text}`];
    });
    if (wrong.length === 0) break;
    await sleep(100);
  }
  return wrong;
}
