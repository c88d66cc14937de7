import type { Browser } from "playwright";
import { openSlowPage } from "./browser.ts";
import { serveTwoPages } from "./comparison-page.ts";
import { type TableRow, timesOf } from "./table.ts";

const ROUNDS = 5;
/** Chrome's "fast 3G". */
const NETWORK = {
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** What a visitor with a slow machine and a slow network waits for, beside the same app in one bundle. */
export async function measureFirstLoad(browser: Browser): Promise<TableRow[]> {
  const pages = await serveTwoPages();
  const ours: Load[] = [];
  const plain: Load[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load(browser, pages.ours));
    plain.push(await load(browser, pages.plain));
  }
  await pages.stop();
  const compare = (what: string, value: (load: Load) => number, limit: number) =>
    timesOf(`${what} over the same app in one bundle`, [ours.map(value), plain.map(value)], limit);
  return [
    compare("largest contentful paint", ({ painted }) => painted, 0.4),
    compare("first key accepted", ({ accepted }) => accepted, 0.35),
  ];
}

type Load = { painted: number; accepted: number };
type Noted = Window & { painted?: number; accepted?: number };

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openSlowPage(context, NETWORK);
  await page.addInitScript(() => {
    const noted: Noted = window;
    const look = () => {
      const box = document.querySelector("textarea");
      if (box) box.focus();
      else requestAnimationFrame(look);
    };
    look();
    document.addEventListener("input", () => (noted.accepted ??= performance.now()));
    new PerformanceObserver((list) => {
      noted.painted = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const loading = page.goto(url);
  // As a person who starts typing the moment there is a box: the paint of it comes first.
  await page.waitForFunction(() => (window as Noted).painted !== undefined, undefined, {
    timeout: 60_000,
  });
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await page.keyboard.press("a");
  await loading;
  const sendButton = page.getByRole("button", { name: "Send message" });
  // An enabled button means that the app has the text.
  await sendButton.and(page.locator(":enabled")).waitFor();
  const noted = await page.evaluate(() => {
    const { painted = Number.NaN, accepted = Number.NaN } = window as Noted;
    return { painted, accepted };
  });
  await context.close();
  return noted;
}
