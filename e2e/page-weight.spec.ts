import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { numbered } from "./support/chat-history.ts";
import { chats, chatPane, homeBox, messages, send, test as asMember } from "./support/chat-page.ts";
import { expect, asVisitor } from "./support/product.ts";
import { layoutShift } from "./support/watch.ts";

/** The compressed size of a response body, in kB. */
const weight = (body: Buffer | string | null = "") =>
  gzipSync(body ?? "", { level: 9 }).length / 1000;

/** Records what the page fetches until an element that `selector` matches appears. */
async function weigh(page: Page, selector: string) {
  const bodies = new Map<string, Promise<Buffer | undefined>>();
  page.on("response", (response) => {
    bodies.set(
      response.url(),
      response.body().catch(() => undefined),
    );
  });
  await page.addInitScript((wanted) => {
    // Sees each element as it is parsed, before the app's scripts run.
    const observer = new MutationObserver(() => {
      // Types into the shell's box, so that the app's send button appears enabled.
      const box = document.querySelector("textarea");
      if (box?.closest("[data-shell]") && box.value === "") box.value = "H";
      if (document.querySelector(wanted) === null) return;
      performance.mark("there");
      observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  }, selector);

  return async () => {
    await page.waitForFunction(() => performance.getEntriesByName("there").length > 0);
    const urls = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName("there");
      const fetched = performance
        .getEntriesByType("resource")
        .filter((entry) => entry.startTime <= (mark?.startTime ?? 0));
      return [document.URL, ...fetched.map(({ name }) => name)];
    });
    const sizes = await Promise.all(
      urls.map(async (url) => [url, weight(await bodies.get(url))] as const),
    );
    const inside = await page.evaluate(() => document.querySelector("head style")?.textContent);
    const of = (pattern: RegExp) =>
      sizes.reduce((sum, [url, size]) => sum + (pattern.test(url) ? size : 0), 0);
    return {
      requests: urls,
      scriptRequests: urls.filter((url) => url.endsWith(".js")),
      scripts: of(/\.js$/),
      styles: of(/\.css$/) + weight(inside),
    };
  };
}

asVisitor("a visitor can type after at most 136 kB of script and 8 requests", async ({ page }) => {
  const weighed = await weigh(page, 'button[aria-label="Send message"]:enabled');
  await page.goto("/");
  const { requests, scripts, styles } = await weighed();
  await expect(homeBox(page)).toHaveValue("H");
  expect(scripts).toBeGreaterThan(10);
  expect(scripts).toBeLessThanOrEqual(136);
  expect(styles).toBeGreaterThan(1);
  expect(styles).toBeLessThanOrEqual(14);
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(8);
});

const CHATS = 'nav[aria-label="Chats"] a';
for (const { what, most, selector } of [
  { what: "their chats", most: 148, selector: CHATS },
  { what: "a chat beside them", most: 178, selector: `body:has(${CHATS}) [data-message]` },
]) {
  asMember(
    `a member sees ${what} after at most ${most} kB of script in 8 requests`,
    async ({ page, history }) => {
      const [chatId = ""] = await history.chats(["The first one"], ["Hello", "Hello, you."]);
      const weighed = await weigh(page, selector);
      await page.goto(selector === CHATS ? "/" : `/chats/${chatId}`);
      const { scripts, scriptRequests } = await weighed();
      expect(scripts).toBeGreaterThan(10);
      expect(scripts, scriptRequests.join("\n")).toBeLessThanOrEqual(most);
      expect(scriptRequests.length, scriptRequests.join("\n")).toBeLessThanOrEqual(8);
    },
  );
}

asMember(
  "a mouse that rests where the page appears fetches no tooltips before it is moved",
  async ({ page, history }) => {
    const [chatId = ""] = await history.chats(["Where it rests"], ["Hello", "Hello, you."]);
    const tooltips: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/tooltips-")) tooltips.push(request.url());
    });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page)).toHaveCount(2);
    // Browsers send this too when the page changes below a pointer that rests.
    await page.dispatchEvent("body", "pointerover", { pointerType: "mouse" });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(tooltips).toEqual([]);
    await page.mouse.move(650, 300);
    await expect.poll(() => tooltips).toHaveLength(1);
  },
);

asMember(
  "a member sees nothing move while a reply streams [look.no-shift]",
  async ({ page, providers, history }) => {
    const [chatId = ""] = await history.chats(["Long enough to scroll"]);
    await history.messages(chatId, numbered(40));
    const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
    providers.script({ text, pieceCharacters: 6, pieceMs: 8 });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page).last()).toContainText("Message 39.");
    await send(page, "Tell me");
    await expect(chatPane(page).getByText(/word299/)).toBeVisible();
    await expect(messages(page)).toHaveCount(42);
    expect(await chats(page).count()).toBe(1);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  },
);
