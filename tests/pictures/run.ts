// `npm run screenshots`: takes a picture of every screen and state, light and dark, at three widths, into `screenshots`.
// `npm run screenshots -- chat` takes only those whose name begins with 'chat'.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { provideChromium, testChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { CODE, CONVERSATION, EARLIER_QUESTIONS, QUESTION } from "./conversation.ts";
import { type PicturedChats, GOES_ON, HAS_NOTICE, type Studio, STATES } from "./states.ts";
import { VISITOR_STATES } from "./visitor-states.ts";

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

async function logIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill("demo@example.com");
  await page.getByLabel("Password", { exact: true }).fill("demo-member");
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("/");
}

async function shoot(page: Page, name: string, look: string): Promise<void> {
  const notice = page.locator("[data-sonner-toast]").first();
  if (!HAS_NOTICE.includes(name)) await notice.waitFor({ state: "detached" });
  // What never ends, as the mark of a running reply, is not waited for, nor what follows a scroll bar.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect, timeline }) => {
      const { iterations = 1 } = effect?.getTiming() ?? {};
      return Number.isFinite(iterations) && timeline instanceof DocumentTimeline;
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
}

const nameOf = (path: string) => path.replaceAll("/", "-").slice(1) || "home";

async function walk(
  browser: Browser,
  studio: Omit<Studio, "page">,
  chats: PicturedChats,
): Promise<void> {
  const { origin: baseURL } = studio.product;
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
      for (const [name, reach] of Object.entries(VISITOR_STATES)) {
        if (!name.startsWith(WANTED)) continue;
        await reach({ ...studio, page });
        await shoot(page, name, look);
      }
      await logIn(page);
      for (const path of FOR_MEMBERS) await visit(path, nameOf(path));
      for (const [name, reach] of Object.entries(STATES)) {
        const [group = ""] = name.split("-");
        if (!group.startsWith(WANTED) && !WANTED.startsWith(group)) continue;
        if (!GOES_ON.includes(name)) {
          await page.goto(`/chats/${chats.conversation}`);
          await page.waitForLoadState("networkidle");
        }
        await reach({ ...studio, page }, chats);
        await shoot(page, name, look);
      }
      await context.close();
      console.log(look);
    }
  }
}

/** Gives the member chats to look at: some titles, one long conversation, and one about a program. */
async function writeChats(product: RunningProduct): Promise<PicturedChats> {
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

await provideChromium();
mkdirSync(FOLDER, { recursive: true });
buildForEmbeddedBackend();
await buildApp(console.log);
await makeEmptyDatabase();
const providers = await startScriptedProvider();
const product = await startRunningProduct({ env: { ...providers.env, TURNS_PER_MINUTE: "1000" } });
const browser = await chromium.launch({
  ...testChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
await walk(browser, { product, providers }, await writeChats(product));
await browser.close();
await product.stop();
await providers.stop();
