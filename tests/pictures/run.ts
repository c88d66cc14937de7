// `npm run screenshots`: takes a picture of every screen and state, light and dark, at three widths, into `screenshots`.
// `npm run screenshots -- chat` takes only those whose name begins with 'chat'.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { systemChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../support/providers/scripted-provider.ts";
import { CODE, CONVERSATION, EARLIER_QUESTIONS, QUESTION, REPLY } from "./conversation.ts";

const FOLDER = resolve(import.meta.dirname, "../../screenshots");
const WANTED = process.argv[2] ?? "";
const SCHEMES = ["light", "dark"] as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const FOR_VISITORS = ["/", "/login", "/signup", "/settings/account", "/nowhere"];
const FOR_MEMBERS = [
  "/",
  "/settings",
  "/settings/account",
  "/settings/account/membership",
  "/settings/account/membership/manage",
  "/settings/account/delete",
  "/settings/chat/color",
  "/settings/safety",
  "/settings/support",
  "/terms",
  "/privacy",
  "/settings/chat",
];

type Place = { page: Page; product: RunningProduct; providers: ScriptedProvider };
type Chats = { conversation: string; code: string };

const composer = (page: Page) => page.getByPlaceholder("Send a message...");

async function send(page: Page, content: string): Promise<void> {
  await composer(page).fill(content);
  await page.keyboard.press("Enter");
}

/** States of the chat screen that no address alone leads to, and how to get there from the conversation. */
const STATES: Record<string, (place: Place, chats: Chats) => Promise<void>> = {
  "chat-conversation": async ({ page }) => {
    await composer(page).focus();
  },
  "chat-scrolled-up": async ({ page }) => {
    await page.getByRole("region", { name: "Conversation" }).hover();
    await page.mouse.wheel(0, -500);
    await page.getByRole("button", { name: "Jump to newest" }).waitFor();
  },
  "chat-drawer": async ({ page }) => {
    const menu = page.getByRole("button", { name: "Open menu" });
    if (await menu.isVisible()) await menu.click();
  },
  "chat-code": async ({ page }, { code }) => {
    await page.goto(`/chats/${code}`);
    await page.locator("code").first().waitFor();
  },
  "chat-thinking": async ({ page, providers }) => {
    providers.script("by hand");
    await send(page, "What about lakes?");
    await page.getByText("Thinking...").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
  },
  "chat-streaming": async ({ page, providers }) => {
    const call = await providers.next();
    call.write(REPLY.slice(0, 420));
    await page.getByText("so that water bulges").last().waitFor();
  },
  "chat-queued": async ({ page }) => {
    await send(page, "And what about the tides of the air?");
  },
  "chat-stopped": async ({ page, providers }) => {
    providers.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
    await page.keyboard.press("Escape");
    await page.getByText("You stopped this reply.").last().waitFor();
  },
  "chat-failed": async ({ page }) => {
    const error = "The model did not answer. Try again in a moment.";
    await page.route("**/api/send_message", (route) =>
      route.fulfill({ status: 502, json: { error } }),
    );
    await send(page, "Is it the same on the Moon?");
    await page.getByRole("button", { name: "Retry" }).waitFor();
  },
};

async function logIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill("demo@example.com");
  await page.getByLabel("Password", { exact: true }).fill("demo-member");
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("/");
}

async function shoot(page: Page, name: string, look: string): Promise<void> {
  // Notices would cover the page.
  await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" });
  await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
}

const nameOf = (path: string) => path.replaceAll("/", "-").slice(1) || "home";

async function walk(browser: Browser, place: Omit<Place, "page">, chats: Chats): Promise<void> {
  const { origin: baseURL } = place.product;
  for (const colorScheme of SCHEMES) {
    for (const viewport of SIZES) {
      const look = `${colorScheme}-${viewport.width}`;
      const context = await browser.newContext({ baseURL, colorScheme, viewport });
      const page = await context.newPage();
      const visit = async (path: string, name: string) => {
        if (!name.startsWith(WANTED)) return;
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await shoot(page, name, look);
      };
      for (const path of FOR_VISITORS) await visit(path, nameOf(`/visitor${path}`));
      await logIn(page);
      for (const path of FOR_MEMBERS) await visit(path, nameOf(path));
      for (const [name, reach] of Object.entries(STATES)) {
        if (!"chat".startsWith(WANTED) && !WANTED.startsWith("chat")) break;
        const goesOn =
          name === "chat-streaming" || name === "chat-queued" || name === "chat-stopped";
        if (!goesOn) {
          await page.goto(`/chats/${chats.conversation}`);
          await page.waitForLoadState("networkidle");
        }
        await reach({ ...place, page }, chats);
        await shoot(page, name, look);
      }
      await context.close();
      console.log(look);
    }
  }
}

/** Gives the member chats to look at: some titles, one long conversation, and one about a program. */
async function writeChats(product: RunningProduct): Promise<Chats> {
  const history = await writeHistory(product, {
    email: "demo@example.com",
    password: "demo-member",
  });
  const titles = [QUESTION, "A retry in a few lines", ...EARLIER_QUESTIONS];
  const [conversation = "", code = ""] = await history.chats(titles);
  await history.messages(conversation, CONVERSATION);
  await history.messages(code, CODE);
  return { conversation, code };
}

mkdirSync(FOLDER, { recursive: true });
buildForEmbeddedBackend();
await buildApp(console.log);
await makeEmptyDatabase();
const executablePath = systemChromium();
const providers = await startScriptedProvider();
const product = await startRunningProduct({ env: { ...providers.env, TURNS_PER_MINUTE: "1000" } });
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
await walk(browser, { product, providers }, await writeChats(product));
await browser.close();
await product.stop();
await providers.stop();
