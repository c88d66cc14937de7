import postgresClient from "postgres";
import { sessionOf, writeHistory } from "../../e2e/support/chat-history.ts";
import { startRunningProduct } from "../../e2e/support/running-product.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { type BareBrowser, buttonIs, clickOn, openBareBrowser } from "./bare-browser.ts";
import { atMost, MEGABYTES, printRow, type TableRow } from "./table.ts";

const CHATS = 100;
const MESSAGES = 1_000;
const BAR_MB = 50;
const EVERY_MS = 1_000;
const SETTLED_MS = 3_000;
const LONGEST_MS = 20 * 60_000;

/** The ways to a file, and the script that makes the page take each. */
const WAYS = {
  picked: `window.showSaveFilePicker = async ({ suggestedName }) =>
    (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`,
  "without a picker": "delete window.showSaveFilePicker",
};

/** How much more memory a browser takes while it exports 100,000 messages from PostgreSQL. Linux only. */
export async function benchExport(): Promise<void> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase("bench");
  const product = await startRunningProduct({ env: { DATABASE_URL: databaseUrl } });
  const member = await product.newMember("active");
  const { userId } = await writeHistory(product, member);
  await fill(databaseUrl, userId);
  const session = await sessionOf(product, member);
  const exports = [
    ["Readable text", "picked"],
    ["JSON", "without a picker"],
  ] as const;
  for (const [form, way] of exports) {
    const browser = await openBareBrowser();
    await browser.signIn(product.origin, session);
    printRow(await measure(browser, product.origin, { form, way }));
    await browser.close();
  }
  await product.stop();
  await server.stop();
}

async function fill(databaseUrl: string, userId: string): Promise<void> {
  const database = postgresClient(databaseUrl, { max: 1, onnotice: () => undefined });
  await database`insert into public.chats (user_id, title, last_message_at)
    select ${userId}, 'Chat ' || n, now() - n * interval '1 minute' from generate_series(1, ${CHATS}) n`;
  // Marked, so that writing them does not take a minute.
  await database`insert into public.messages
      (id, chat_id, user_id, created_at, direction, role, content, reply_to, search_later)
    select case when k = 0 then q.id else gen_random_uuid() end, c.id, c.user_id,
      now() - interval '1 day' + (i * 2 + k) * interval '1 second',
      case when k = 0 then 'inbound' else 'outbound' end, case when k = 0 then 'user' else 'assistant' end,
      repeat('A message of ordinary length, with a sentence or two in it. ', 1 + 12 * k),
      case when k = 1 then q.id end, true
    from public.chats c, (values (0), (1)) v(k),
      lateral (select md5(c.id::text || i)::uuid as id, i from generate_series(1, ${MESSAGES / 2}) i) q
    where c.user_id = ${userId} order by c.id, i, k`;
  await database.end();
}

/**
 * What all processes of the browser take more at their peak than before, by one of the ways to a file. The system's own
 * dialog cannot be used here: what is picked is a file of the browser's file system, written as a picked one is. Memory
 * that the page no longer uses is freed before each look, because the browser frees it when it likes.
 */
async function measure(
  browser: BareBrowser,
  origin: string,
  { form, way }: { form: string; way: keyof typeof WAYS },
): Promise<TableRow> {
  const memory = async () => {
    await browser.collect();
    return browser.memory();
  };
  await browser.open(`${origin}/settings/account`);
  await browser.until(buttonIs("Export chats"));
  await browser.run(WAYS[way]);
  await browser.run(clickOn("Export chats"));
  await browser.until(buttonIs("Download"));
  await browser.run(
    `[...document.querySelectorAll("label")].find((it) => it.textContent === "${form}").click()`,
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const before = await memory();
  await browser.run(clickOn("Download"));
  const end = performance.now() + LONGEST_MS;
  let peak = before;
  for (;;) {
    peak = Math.max(peak, await memory());
    const said = await browser.run(`document.querySelector("[role=dialog] output").textContent`);
    if (typeof said === "string" && said.startsWith("Exported")) break;
    if (performance.now() > end) throw new Error(`The export did not end: ${String(said)}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const growth = (peak - before) / 1e6;
  return atMost(
    `an export of ${(CHATS * MESSAGES).toLocaleString("en-US")} messages takes (${form}, ${way})`,
    growth,
    BAR_MB,
    MEGABYTES,
    `all processes, from ${MEGABYTES.show(before / 1e6)}`,
  );
}
