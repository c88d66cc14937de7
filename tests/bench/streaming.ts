import type { BrowserContext, Page } from "playwright";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { openMeter } from "./browser.ts";
import { machineSpeed } from "./machine.ts";
import { quantile } from "./statistics.ts";
import { atMost, MILLISECONDS, PERCENT, type TableRow } from "./table.ts";

const TOKENS = 4000;
const TOKENS_A_SECOND = 200;
const KEYS = 120;
const PIECES = Array.from({ length: TOKENS }, (_, index) =>
  index % 40 === 39 ? "\n\n" : ` tok${index % 10}`,
);

type Noted = Window & { longest?: number; delays?: number[] };

/** The page while a long reply arrives in a chat, while four do, and a comparison of those, and while somebody types in it. */
export async function measureStreaming(
  context: BrowserContext,
  chatId: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  const page = await context.newPage();
  await page.goto(`/chats/${chatId}`);
  const composer = page.getByPlaceholder("Send a message...");
  await composer.waitFor();
  await page.waitForLoadState("networkidle");
  const typing = await measureTyping(page);
  const rows = [
    ...(await measureReplies(page, provider, 1, 8)),
    ...(await measureReplies(page, provider, 4, 20)),
    ...(await measureReplies(page, provider, "comparison", 20)),
    atMost("typing delay, 95th percentile, 10,000 messages", typing, 16, MILLISECONDS),
  ];
  await page.close();
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  return rows;
}

/** Asks one model, all four, or one to compare four replies, and measures the page from each first text to the last. */
async function measureReplies(
  page: Page,
  provider: ScriptedProvider,
  what: 1 | 4 | "comparison",
  limit: number,
): Promise<TableRow[]> {
  const count = what === 4 ? 4 : 1;
  const last = `the last of ${what}`;
  provider.script({ pieces: [...PIECES, last], pieceMs: 1000 / TOKENS_A_SECOND });
  const composer = page.getByPlaceholder("Send a message...");
  if (what !== "comparison") await composer.fill("Tell me everything");
  // Nothing reads the page while it is measured, because that is work of the same thread.
  const reached = new Map<number, number>();
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  provider.onPiece((index) => {
    const writers = (reached.get(index) ?? 0) + 1;
    reached.set(index, writers);
    if (writers < count) return;
    if (index === TOKENS / 20) begun.resolve();
    if (index === TOKENS) written.resolve();
  });
  const meter = await openMeter(page);
  if (what === 1) await composer.press("Enter");
  else if (what === "comparison") {
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Grok" }).click();
  } else await page.getByRole("button", { name: "Ask all four" }).click();
  await begun.promise;
  await page.evaluate(() => {
    const noted: Noted = window;
    noted.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        noted.longest = Math.max(noted.longest ?? 0, duration);
      }
    }).observe({ type: "longtask" });
  });
  const [startMs, start] = [await meter.busyMs(), performance.now()];
  await written.promise;
  const [endMs, end] = [await meter.busyMs(), performance.now()];
  const ends = page.getByRole("region", { name: "Conversation" }).getByText(last);
  await ends.nth(count - 1).waitFor();
  const longestHere = await page.evaluate(() => (window as Noted).longest ?? Number.NaN);

  // What is short here is not seen, and would be long on a slower machine.
  const longest = longestHere * Math.min(1, machineSpeed());
  const busyMs = (endMs - startMs) * machineSpeed();
  const share = (100 * busyMs) / (end - start);
  const replies = {
    1: "a reply arrives",
    4: "four replies arrive",
    comparison: "four replies are compared",
  }[what];
  const arriving = `while ${replies} at ${TOKENS_A_SECOND} tokens a second`;
  const from = `${MILLISECONDS.show(busyMs)} of ${((end - start) / 1000).toFixed(1)} s`;
  return [
    atMost(`main thread busy ${arriving}`, share, limit, PERCENT, from),
    {
      what: `longest task ${arriving}`,
      measured: longest === 0 ? "none of 50 ms or more" : MILLISECONDS.show(longest),
      bar: "at most 50 ms",
      holds: longest <= 50,
    },
  ];
}

/** From the key to the changed page, laid out. */
async function measureTyping(page: Page): Promise<number> {
  await page.evaluate(() => {
    const noted: Noted = window;
    const delays: number[] = [];
    noted.delays = delays;
    let pressed = 0;
    window.addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
    const sendButton = () => document.querySelector<HTMLButtonElement>("[type=submit]");
    // React's own listener runs before this one and draws at once. The first key has enabled the send button by now.
    window.addEventListener("input", () => {
      if (sendButton()?.disabled !== false) throw new Error("The page is not drawn yet.");
      document.body.getBoundingClientRect();
      delays.push(performance.now() - pressed);
    });
  });
  await page.getByPlaceholder("Send a message...").focus();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? "Space" : "e");
    await page.waitForTimeout(30);
  }
  const delays = await page.evaluate(() => (window as Noted).delays ?? []);
  return quantile(delays, 0.95) * machineSpeed();
}
