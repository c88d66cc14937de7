import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright";
import type { Member, RunningProduct } from "../../e2e/support/running-product.ts";
import { layoutShift } from "../../e2e/support/watch.ts";
import { serveLocally } from "../support/serve-locally.ts";
import { openSlowPage, signedIn } from "./browser.ts";
import { median } from "./statistics.ts";
import { atMost, MILLISECONDS, type TableRow, timesOf } from "./table.ts";

const ROUNDS = 5;
const SHIFT = { show: (value: number) => value.toFixed(3) };
const NETWORK = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (1.6 * 1024 * 1024) / 8,
};
const SCRIPT_BYTES = 150_000;
const READ_BYTES = 20_000;

/** What a member waits for who opens a chat, beside a page of one script and one read, in the same browser. */
export async function measureMemberLoad(
  browser: Browser,
  product: RunningProduct,
  member: Member,
  chatId: string,
): Promise<TableRow[]> {
  const floor = await serveFloor();
  const ours: Opening[] = [];
  const least: Opening[] = [];
  const clicks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const floorContext = await browser.newContext();
    least.push(await open(floorContext, floor.origin, "#newest", false));
    await floorContext.close();
    const context = await signedIn(browser, product, member);
    const newest = 'body:has(nav[aria-label="Chats"] a) [data-message]';
    ours.push(await open(context, `${product.origin}/chats/${chatId}`, newest));
    clicks.push(await click(context, chatId));
    await context.close();
  }
  await floor.stop();
  const compare = (what: string, value: (times: Opening) => number, limit: number) =>
    timesOf(`${what} over the floor`, [ours.map(value), least.map(value)], limit);
  return [
    compare("a member's list and newest message", ({ first }) => first, 1.45),
    compare("the same, opened before", ({ again }) => again, 1.6),
    atMost("a kept chat opened from the list, to its messages", median(clicks), 50, MILLISECONDS),
    atMost("its layout shift", Math.max(...ours.map(({ shift }) => shift)), 0, SHIFT),
  ];
}

/**
 * Milliseconds until what a person came for is shown: with nothing cached, and once it was opened before. `shift` is
 * the layout shift of both.
 */
type Opening = { first: number; again: number; shift: number };

async function open(
  context: BrowserContext,
  url: string,
  selector: string,
  isProduct = true,
): Promise<Opening> {
  let shift = 0;
  const load = async () => {
    const page = await openSlowPage(context, NETWORK);
    await page.addInitScript((wanted) => {
      const look = () => {
        if (document.querySelector(wanted) === null) requestAnimationFrame(look);
        else performance.mark("there");
      };
      look();
    }, selector);
    await page.goto(url, { waitUntil: "commit" });
    const there = () => performance.getEntriesByName("there")[0]?.startTime;
    await page.waitForFunction(there, undefined, { timeout: 60_000 });
    const time = (await page.evaluate(there)) ?? Number.NaN;
    if (isProduct) await untilKept(page);
    shift = Math.max(shift, await layoutShift(page));
    await page.close();
    return time;
  };
  const [first, again] = [await load(), await load()];
  return { first, again, shift };
}

/** Resolves when what follows the first drawing has come: the scripts, and a second after the page the copies. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.now() > 3_000);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Milliseconds from the click on a chat that was opened in another page before, to its messages, at full speed. */
async function click(context: BrowserContext, chatId: string): Promise<number> {
  const page = await context.newPage();
  await page.goto("/");
  const link = page.locator(`[data-chat="${chatId}"] > a`);
  await link.waitFor();
  await untilKept(page);
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector("[data-message]") === null) requestAnimationFrame(look);
      else performance.measure("opened", "clicked");
    };
    const onClick = () => {
      performance.mark("clicked");
      look();
    };
    document.addEventListener("click", onClick, { capture: true, once: true });
  });
  await link.click();
  const opened = () => performance.getEntriesByName("opened")[0]?.duration;
  await page.waitForFunction(opened);
  const took = (await page.evaluate(opened)) ?? Number.NaN;
  await page.close();
  return took;
}

/** A document, a script that reads once, and what it reads, with the headers of the product's own. */
async function serveFloor() {
  // Text of six bits a letter, of which gzip makes as many bytes as there were.
  const filling = (bytes: number) => randomBytes(bytes).toString("base64");
  const script = gzipSync(`const filling = "${filling(SCRIPT_BYTES)}";
    const read = await (await fetch("/read")).text();
    document.body.innerHTML = '<p id="newest">' + read.length + filling.length;`);
  const read = gzipSync(filling(READ_BYTES));
  const html = gzipSync('<!doctype html><body><script type="module" src="/script.js"></script>');
  const server = createServer(({ url }, response) => {
    const [body, type, cached] =
      url === "/script.js"
        ? [script, "text/javascript", "public, max-age=31536000, immutable"]
        : url === "/read"
          ? [read, "text/plain", "no-store"]
          : [html, "text/html; charset=utf-8", "no-cache"];
    const headers = { "content-type": type, "content-encoding": "gzip", "cache-control": cached };
    response.writeHead(200, headers).end(body);
  });
  return serveLocally(server);
}
