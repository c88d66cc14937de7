import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright";
import postgresClient from "postgres";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { openBrowser, openMeter, signedIn } from "./browser.ts";
import { type Bench, startBench } from "./product.ts";
import { atMost, MEGABYTES, printRow, type TableRow } from "./table.ts";

const CHATS = 100;
const MESSAGES = 1_000;
const BAR_MB = 50;
const EVERY_MS = 1_000;
const LONGEST_MS = 20 * 60_000;

/** How much memory a page takes more while it exports 100,000 messages from PostgreSQL, in both forms. Linux only. */
export async function benchExport(): Promise<void> {
  const bench = await startBench("postgres", {});
  const browser = await openBrowser();
  const member = await bench.product.newMember("active");
  const { userId } = await writeHistory(bench.product, member);
  await fill(bench, userId);
  const context = await signedIn(browser, bench.product, member);
  const page = await context.newPage();
  for (const form of ["Readable text", "JSON"])
    (await measure(browser, page, form)).forEach(printRow);
  await browser.close();
  await bench.stop();
}

async function fill({ databaseUrl }: Bench, userId: string): Promise<void> {
  if (databaseUrl === undefined) throw new Error("The export is measured on PostgreSQL.");
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
 * The page's heap and what all processes of the browser have, over the same before, at their peaks. The second has no
 * bar: perhaps the browser keeps the bodies of responses for the program that drives it. That is a guess; nobody has
 * looked.
 */
async function measure(browser: Browser, page: Page, form: string): Promise<TableRow[]> {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Export chats" }).click();
  const dialog = page.getByRole("dialog", { name: "Export chats" });
  await dialog.getByRole("radio", { name: form }).check();
  const meter = await openMeter(page);
  const look = async () => ({ heap: await meter.heap(), processes: await memoryOf(browser) });
  const before = await look();
  const peak = { ...before };
  const done = new AbortController();
  const downloading = page
    .waitForEvent("download", { timeout: LONGEST_MS })
    .finally(() => done.abort());
  await dialog.getByRole("button", { name: "Download" }).click();
  while (!done.signal.aborted) {
    const { heap, processes } = await look();
    peak.heap = Math.max(peak.heap, heap);
    peak.processes = Math.max(peak.processes, processes);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await (await downloading).path();
  const exported = `an export of ${(CHATS * MESSAGES).toLocaleString("en-US")} messages (${form})`;
  const heap = (peak.heap - before.heap) / 1e6;
  return [
    atMost(`the page's heap grows in ${exported}`, heap, BAR_MB, MEGABYTES),
    {
      what: "  all processes of the browser",
      measured: MEGABYTES.show((peak.processes - before.processes) / 1e6),
    },
  ];
}

/** Bytes that the browser's processes have for themselves. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  let bytes = 0;
  for (const { id } of processInfo) {
    const own = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, "utf8"));
    bytes += 1024 * Number(own?.[1] ?? 0);
  }
  return bytes;
}
