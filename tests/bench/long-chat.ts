import type { BrowserContext } from "playwright";
import { openMeter } from "./browser.ts";
import { median } from "./statistics.ts";
import { atMost, MEGABYTES, MILLISECONDS, type TableRow, TIMES } from "./table.ts";

const ROUNDS = 7;
export const NEWEST_TEXT = "This is the newest message.";

/** Opening a chat of 10,000 messages over opening one of 100, by turns. Both end with NEWEST. */
export async function measureLongChat(
  context: BrowserContext,
  chats: { short: string; long: string },
): Promise<TableRow[]> {
  const short: Opened[] = [];
  const long: Opened[] = [];
  await open(context, chats.short);
  for (let round = 0; round < ROUNDS; round += 1) {
    short.push(await open(context, chats.short));
    long.push(await open(context, chats.long));
  }
  const compare = (what: string, of: (opened: Opened) => number, limit: number, show: Show) => {
    const [many, few] = [median(long.map(of)), median(short.map(of))];
    return atMost(
      `${what}, 10,000 messages over 100`,
      many / few,
      limit,
      TIMES,
      `${show(many)} / ${show(few)}`,
    );
  };
  return [
    compare(
      "opening a chat until its newest message is seen",
      (it) => it.ms,
      1.2,
      MILLISECONDS.show,
    ),
    compare("DOM nodes", (it) => it.nodes, 1.1, String),
    compare(
      "heap",
      (it) => it.heap,
      1.2,
      (bytes) => MEGABYTES.show(bytes / 1e6),
    ),
  ];
}

type Opened = { ms: number; nodes: number; heap: number };
type Show = (value: number) => string;

async function open(context: BrowserContext, chatId: string): Promise<Opened> {
  const page = await context.newPage();
  await page.addInitScript((newest) => {
    const look = () => {
      const last = [...document.querySelectorAll("article")].at(-1);
      const box = last?.getBoundingClientRect();
      const isSeen = last?.textContent?.includes(newest) && box && box.bottom <= innerHeight;
      if (isSeen) performance.mark("seen");
      else requestAnimationFrame(look);
    };
    look();
  }, NEWEST_TEXT);
  await page.goto(`/chats/${chatId}`);
  await page.waitForFunction(() => performance.getEntriesByName("seen").length > 0);
  // What is fetched while nobody waits has arrived.
  await page.waitForLoadState("networkidle");
  const { ms, nodes } = await page.evaluate(() => ({
    ms: performance.getEntriesByName("seen")[0]?.startTime ?? Number.NaN,
    nodes: document.querySelectorAll("*").length,
  }));
  const heap = await (await openMeter(page)).heap();
  await page.close();
  return { ms, nodes, heap };
}
