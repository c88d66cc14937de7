import type { BrowserContext } from "playwright";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { openMeter } from "./browser.ts";
import { quantile } from "./statistics.ts";
import { atMost, MILLISECONDS, PERCENT, type TableRow } from "./table.ts";

const TOKENS = 4000;
const TOKENS_A_SECOND = 200;
const KEYS = 120;
const END = "the end of it";

type Noted = Window & { longest?: number; delays?: number[] };

/** The page while a long reply arrives in a chat, and while somebody types in it. */
export async function measureStreaming(
  context: BrowserContext,
  chatId: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  const pieces = Array.from({ length: TOKENS }, (_, index) =>
    index % 40 === 39 ? "\n\n" : ` tok${index % 10}`,
  );
  provider.script({ pieces: [...pieces, END], pieceMs: 1000 / TOKENS_A_SECOND });
  const page = await context.newPage();
  await page.goto(`/chats/${chatId}`);
  const composer = page.getByPlaceholder("Send a message...");
  await composer.waitFor();
  await page.waitForLoadState("networkidle");
  const typing = await measureTyping();
  await composer.fill("Tell me everything");
  // Nothing looks into the page while it is measured: looking is work of the same thread.
  const written = new Promise<void>((resolve) => {
    provider.onPiece((index) => index === TOKENS && resolve());
  });
  const meter = await openMeter(page);
  await composer.press("Enter");
  const conversation = page.getByRole("region", { name: "Conversation" });
  await conversation.getByText("tok1").last().waitFor();

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
  await written;
  const [endMs, end] = [await meter.busyMs(), performance.now()];
  await conversation.getByText(END).waitFor();
  const longest = await page.evaluate(() => (window as Noted).longest ?? Number.NaN);
  await page.close();
  provider.script({ pieces: ["Good."], pieceMs: 0 });

  const share = (100 * (endMs - startMs)) / (end - start);
  const arriving = `while ${TOKENS} tokens arrive at ${TOKENS_A_SECOND} a second`;
  const from = `${MILLISECONDS.show(endMs - startMs)} of ${((end - start) / 1000).toFixed(1)} s`;
  return [
    atMost(`main thread busy ${arriving}`, share, 8, PERCENT, from),
    {
      what: `longest task ${arriving}`,
      measured: longest === 0 ? "none of 50 ms or more" : MILLISECONDS.show(longest),
      bar: "at most 50 ms",
      holds: longest <= 50,
    },
    atMost("typing delay, 95th percentile, 10,000 messages", typing, 16, MILLISECONDS),
  ];

  /** From the key to the changed page, laid out. */
  async function measureTyping(): Promise<number> {
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
    await composer.focus();
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press(key % 6 === 5 ? "Space" : "e");
      await page.waitForTimeout(30);
    }
    return quantile(await page.evaluate(() => (window as Noted).delays ?? []), 0.95);
  }
}
