import type { BrowserContext } from "playwright";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { median } from "./statistics.ts";
import { atMost, SECONDS, type TableRow } from "./table.ts";

const ROUNDS = 6;
/** Longer than all the reloads. Every word stands in it once. */
const WORDS = Array.from({ length: 4000 }, (_, index) => `word${index} `);
const WORDS_A_SECOND = 50;

/** Reloads the page again and again in the middle of a reply, until all that stood on the screen stands there again. */
export async function measureReloads(
  context: BrowserContext,
  chatId: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  provider.script({ pieces: WORDS, pieceMs: 1000 / WORDS_A_SECOND });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const wanted = sessionStorage.getItem("wanted");
    const look = () => {
      const shown = document.querySelector("[aria-label=Conversation]")?.textContent ?? "";
      if (wanted !== null && shown.includes(wanted)) performance.mark("seen");
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(`/chats/${chatId}`);
  const composer = page.getByPlaceholder("Send a message...");
  await composer.fill("Tell me everything");
  await composer.press("Enter");
  await page.getByText("word100").waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Some time after the last piece was written, a different one each time.
    await page.waitForTimeout(4000 + 500 * round);
    await page.evaluate(() => {
      const shown = document.querySelector("[aria-label=Conversation]")?.textContent ?? "";
      sessionStorage.setItem("wanted", shown.match(/word\d+ /g)?.at(-1) ?? "nothing");
    });
    await page.reload();
    await page.waitForFunction(() => performance.getEntriesByName("seen").length > 0);
    times.push(
      await page.evaluate(() => performance.getEntriesByName("seen")[0]?.startTime ?? Number.NaN),
    );
  }
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("You stopped this reply.").waitFor();
  await page.close();
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const what = "reload in a reply until all that was shown is shown again";
  const from = `${ROUNDS} reloads, median ${SECONDS.show(median(times) / 1000)}`;
  return [atMost(`${what}, longest`, Math.max(...times) / 1000, 3, SECONDS, from)];
}
