// `npm run screenshots`: takes a picture of every screen, light and dark, wide and narrow, into `screenshots`.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { systemChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { EARLIER_QUESTIONS, QUESTION, REPLY } from "./conversation.ts";

const FOLDER = resolve(import.meta.dirname, "../../screenshots");
const SCHEMES = ["light", "dark"] as const;
const SIZES = [
  { name: "wide", width: 1280, height: 800 },
  { name: "narrow", width: 390, height: 844 },
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

async function logIn(page: Page, product: RunningProduct): Promise<void> {
  await page.goto(`${product.origin}/login`);
  await page.getByLabel("Email").fill("demo@example.com");
  await page.getByLabel("Password").fill("demo-member");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(`${product.origin}/`);
}

async function ask(page: Page, product: RunningProduct, question: string): Promise<void> {
  await page.goto(`${product.origin}/`);
  await page.getByPlaceholder("Ask anything").fill(question);
  await page.keyboard.press("Enter");
  await page.getByText("Model: ChatGPT 4").waitFor();
}

async function shoot(page: Page, path: string, look: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Notices would cover the page.
  await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" });
  const name = path.replaceAll("/", "-").slice(1) || "home";
  await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
}

async function walk(browser: Browser, product: RunningProduct): Promise<void> {
  for (const colorScheme of SCHEMES) {
    for (const { name, ...viewport } of SIZES) {
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      for (const path of FOR_VISITORS) {
        await page.goto(product.origin + path);
        await shoot(page, `/visitor${path}`, `${colorScheme}-${name}`);
      }
      await logIn(page, product);
      for (const path of FOR_MEMBERS) {
        await page.goto(product.origin + path);
        await shoot(page, path, `${colorScheme}-${name}`);
      }
      await ask(page, product, QUESTION);
      await shoot(page, "/chat", `${colorScheme}-${name}`);
      await context.close();
      console.log(`${colorScheme}, ${name}`);
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
buildForEmbeddedBackend();
await buildApp(console.log);
await makeEmptyDatabase();
const executablePath = systemChromium();
const providers = await startScriptedProvider();
providers.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
const product = await startRunningProduct({ env: { ...providers.env, TURNS_PER_MINUTE: "1000" } });
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
await logIn(page, product);
for (const question of EARLIER_QUESTIONS) await ask(page, product, question);
await walk(browser, product);
await browser.close();
await product.stop();
await providers.stop();
