import type { BrowserContext } from "playwright";
import { openMeter } from "./browser.ts";
import { MEGABYTES, type TableRow, timesOf } from "./table.ts";

const ROUNDS = 7;
export const NEWEST_TEXT = "This is the newest message.";

/**
 * Opening a chat of 10,000 messages over opening one of 100, by turns. Both end with NEWEST_TEXT. And opening the long
 * one at a message far up over opening it at its end.
 */
export async function measureLongChat(
  context: BrowserContext,
  chats: { short: string; long: string; far: { id: string; text: string } },
): Promise<TableRow[]> {
  const short: Opened[] = [];
  const long: Opened[] = [];
  const far: Opened[] = [];
  await open(context, chats.short, NEWEST_TEXT);
  for (let round = 0; round < ROUNDS; round += 1) {
    short.push(await open(context, chats.short, NEWEST_TEXT));
    long.push(await open(context, chats.long, NEWEST_TEXT));
    far.push(await open(context, `${chats.long}#${chats.far.id}`, chats.far.text));
  }
  const times = (opened: readonly Opened[]) => opened.map(({ ms }) => ms);
  const heaps = (opened: readonly Opened[]) => opened.map(({ heap }) => heap / 1e6);
  const over = "10,000 messages over 100";
  const until = "opening a chat until its newest message is seen";
  const jump = "opening a chat at a message 9,000 up, over opening it";
  return [
    timesOf(jump, [times(far), times(long)], 2),
    timesOf(`${until}, ${over}`, [times(long), times(short)], 1.2),
    timesOf(`heap, ${over}`, [heaps(long), heaps(short)], 1.2, MEGABYTES),
  ];
}

/**
 * Opening a chat of 10,000 messages whose newest 500 questions have three answers over opening the same without, by
 * turns. Both end with NEWEST_TEXT.
 */
export async function measureSeveralAnswers(
  context: BrowserContext,
  chats: { one: string; three: string },
): Promise<TableRow[]> {
  const one: Opened[] = [];
  const three: Opened[] = [];
  await open(context, chats.one, NEWEST_TEXT);
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await open(context, chats.one, NEWEST_TEXT));
    three.push(await open(context, chats.three, NEWEST_TEXT));
  }
  const compare = (what: string, of: (opened: Opened) => number, unit?: typeof NODES) =>
    timesOf(
      `${what}, three answers to 500 questions over one`,
      [three.map(of), one.map(of)],
      1.2,
      unit,
    );
  return [
    compare("opening a chat", ({ ms }) => ms),
    compare("DOM nodes", ({ nodes }) => nodes, NODES),
  ];
}

const NODES = { show: (count: number) => String(count) };
type Opened = { ms: number; nodes: number; heap: number };

/** Opens the chat until the message with this text is in view. */
async function open(context: BrowserContext, address: string, text: string): Promise<Opened> {
  const page = await context.newPage();
  await page.addInitScript((wanted) => {
    const look = () => {
      const found = [...document.querySelectorAll("[data-message]")].findLast((article) =>
        article.textContent?.includes(wanted),
      );
      const box = found?.getBoundingClientRect();
      const isSeen = box && box.top >= 0 && box.bottom <= innerHeight;
      if (isSeen) performance.mark("seen");
      else requestAnimationFrame(look);
    };
    look();
  }, text);
  await page.goto(`/chats/${address}`);
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
