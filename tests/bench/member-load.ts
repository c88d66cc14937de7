import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright";
import { sessionOf } from "../../e2e/support/chat-history.ts";
import type { Member, RunningProduct } from "../../e2e/support/running-product.ts";
import { securityHeaders } from "../../supabase/local/server/headers.ts";
import { serveLocally } from "../support/serve-locally.ts";
import { type BareBrowser, openBareBrowser } from "./bare-browser.ts";
import { signedIn, slowDevice } from "./browser.ts";
import { machineSpeed } from "./machine.ts";
import { median } from "./statistics.ts";
import { atMost, MILLISECONDS, type TableRow, timesOf } from "./table.ts";

const ROUNDS = 5;
const SHIFT = { show: (value: number) => value.toFixed(3) };
const NETWORK = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (1.6 * 1024 * 1024) / 8,
};
const WINDOW = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
const WITHIN_MS = 60_000;
/** How long after it was drawn a page has kept its copies. */
const KEPT_AFTER_MS = 2_000;
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
  const address = `${product.origin}/chats/${chatId}`;
  const session = await sessionOf(product, member);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await openBareBrowser();
    await bare.signIn(product.origin, session);
    least.push(await open(bare, floor.origin, "#newest"));
    ours.push(await open(bare, address, 'body:has(nav[aria-label="Chats"] a) [data-message]'));
    await bare.close();
    const context = await signedIn(browser, product, member);
    clicks.push(await click(context, address, chatId));
    await context.close();
  }
  await floor.stop();
  const clicked = median(clicks) * machineSpeed();
  const compare = (what: string, value: (times: Opening) => number, limit: number) =>
    timesOf(`${what} over the floor`, [ours.map(value), least.map(value)], limit);
  return [
    compare("a member's list and newest message", ({ first }) => first, 1.45),
    compare("the same, opened before", ({ again }) => again, 1.6),
    atMost("a kept chat opened from the list, to its messages", clicked, 50, MILLISECONDS),
    atMost("its layout shift", Math.max(...ours.map(({ shift }) => shift)), 0, SHIFT),
  ];
}

/**
 * Milliseconds until what a person came for is shown: with nothing cached, and once it was opened before. `shift` is
 * the layout shift of both.
 */
type Opening = { first: number; again: number; shift: number };

/**
 * Opens a page twice on a slow network and a slow device. Not by Playwright: where it listens to the scripts of a page,
 * V8 looks up the source line of each Error that is made, and React makes two when it is loaded.
 */
async function open(browser: BareBrowser, url: string, selector: string): Promise<Opening> {
  let shift = 0;
  const load = async () => {
    const page = await browser.newPage();
    await page.call("Network.enable", {});
    await page.call("Network.emulateNetworkConditions", { offline: false, ...NETWORK });
    await page.call("Emulation.setCPUThrottlingRate", slowDevice());
    await page.call("Emulation.setDeviceMetricsOverride", WINDOW);
    await page.call("Page.enable", {});
    await page.call("Page.addScriptToEvaluateOnNewDocument", { source: watchFor(selector) });
    await page.call("Page.navigate", { url });
    // Seldom, because asking takes time too.
    await page.until("there !== undefined", WITHIN_MS, 500);
    const time = Number(await page.run("there"));
    await page.until(`performance.now() > ${time + KEPT_AFTER_MS}`, WITHIN_MS, 500);
    await page.run("new Promise((resolve) => requestIdleCallback(() => resolve()))");
    shift = Math.max(shift, Number(await page.run("shifted")));
    await page.close();
    return time;
  };
  const [first, again] = [await load(), await load()];
  return { first, again, shift };
}

/** A script that notes when an element was there, and how far the layout has shifted. */
const watchFor = (selector: string) => `
  let there, shifted = 0;
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
    else there = performance.now();
  };
  look();
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifted += value;
  }).observe({ type: "layout-shift", buffered: true });`;

/** Milliseconds from the click on a chat that was opened in another page before, to its messages, not slowed. */
async function click(context: BrowserContext, address: string, chatId: string): Promise<number> {
  await openUntilKept(context, address);
  const page = await openUntilKept(context, "/");
  const link = page.locator(`[data-chat="${chatId}"] > a`);
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

/** Opens a page, and waits until it has kept its copies. */
async function openUntilKept(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS));
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page;
}

/**
 * A document, a script that reads once, and what it reads, with the headers of the product's own: for one of them,
 * Cross-Origin-Opener-Policy, a browser begins a second process.
 */
async function serveFloor() {
  // Text of six bits a letter, of which gzip makes as many bytes as there were.
  const filling = (bytes: number) => randomBytes(bytes).toString("base64");
  const script = gzipSync(`const filling = "${filling(SCRIPT_BYTES)}";
    const read = await (await fetch("/read")).text();
    const newest = document.createElement("p");
    newest.id = "newest";
    newest.append(read.length + filling.length);
    document.body.append(newest);`);
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
    response.writeHead(200, { ...securityHeaders(), ...headers }).end(body);
  });
  return serveLocally(server);
}
