// `npm run screenshots`: takes pictures of every screen and of a few states, light and dark, wide and on a phone, into
// `screenshots`. The README's picture is the one of the conversation, wide and light.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { askAll, composer, homeBox, messages, send } from "../../e2e/support/chat-page.ts";
import { provideChromium, testChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../support/providers/scripted-provider.ts";
import { CODE_REPLY, CONVERSATION, EARLIER_QUESTIONS, QUESTION, REPLY } from "./conversation.ts";

const FOLDER = join(ROOT, "screenshots");
const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) => [
  { colorScheme, viewport: { width: 1280, height: 800 } },
  { colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]);
const MEMBER = { email: "demo@example.com", password: "demo-member" };
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
];

type Studio = { page: Page; provider: ScriptedProvider; product: RunningProduct };

/** Presses a button of a message, on a phone in its menu, and waits for what the dialog of that title shows. */
const press =
  (name: string, at: number, title: string, shown: RegExp) =>
  async ({ page }: Studio) => {
    const isPhone = page.viewportSize()?.width === 390;
    const buttons = messages(page).nth(at).getByRole("button");
    await buttons.and(page.getByLabel(isPhone ? "More" : name)).click();
    if (isPhone) await page.getByRole("menuitem", { name }).click();
    await page.getByRole("dialog", { name: title }).getByText(shown).first().waitFor();
  };

/** What no address alone leads to. Each begins in the conversation. */
const STATES: Record<string, (studio: Studio) => Promise<void>> = {
  conversation: async ({ page }) => composer(page).focus(),
  sidebar: async ({ page }) => {
    const menu = page.getByRole("button", { name: "Open menu" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("button", { name: "Search chats", exact: true }).hover();
  },
  menu: async ({ page }) => {
    const buttons = messages(page)
      .last()
      .getByRole("button", { name: /^(More|Ask again)$/ });
    await buttons.first().click();
    await page.getByRole("menuitem").first().waitFor();
  },
  edit: press("Edit in a new chat", -2, "Edit in a new chat", /^Send$/),
  details: press("Details", -1, "What the model saw", /^\d+ messages$/),
  shortcuts: async ({ page }) => {
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  },
  latest: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
  },
  instructions: async ({ page }) => {
    await page.goto("/settings");
    await page.getByRole("button", { name: /^Instructions/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).waitFor();
  },
  empty: async ({ page }) => {
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await page.getByText("What would you like to ask").waitFor();
  },
  code: async ({ page, provider }) => {
    provider.script({
      text: CODE_REPLY,
    });
    await send(page, "And as a loop?");
    await messages(page).last().getByText("That is all.").waitFor();
  },
  offline: async ({ page }) => {
    await page.context().setOffline(true);
    await send(page, "And at the poles?");
    await page.getByText("Sent when you are online again.").waitFor();
  },
  search: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search chats and messages").fill("tide");
    await page.locator("mark").first().waitFor();
  },
  found: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search chats and messages").fill("bulges");
    await page.locator("mark").first().waitFor();
    await page.keyboard.press("Enter");
    await messages(page).locator("mark").first().waitFor();
  },
  waiting: async ({ page, provider }) => {
    const writtenBefore = await page.getByText("so that water bulges").count();
    provider.script("by hand");
    await send(page, "What about lakes?");
    const call = await provider.next();
    call.write(REPLY.slice(0, 420));
    await page.getByText("so that water bulges").nth(writtenBefore).waitFor();
    await send(page, "And rivers?");
    await page.getByRole("button", { name: "Stop and send now" }).waitFor();
    await composer(page).fill("Or rather: ponds?");
  },
  stopped: async ({ page }) => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await messages(page).last().getByText("You stopped this reply.").waitFor();
  },
  four: async ({ page, provider }) => {
    provider.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
    provider.script({ failure: { status: 400 } }, "anthropic");
    await page.goto("/");
    await askAll(page, "When was the tide first explained?", homeBox(page));
    await page.getByText("could not take").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Stop" }).first().waitFor({ state: "detached" });
  },
  chosen: async ({ page }) => {
    await page.evaluate(() => window.history.go(-2));
    await page.getByRole("button", { name: "Use this answer" }).first().click();
    await page.getByRole("button", { name: "Next answer" }).waitFor();
    await page.getByText("could not take").waitFor({ state: "attached" });
  },
  wall: async ({ page, product }) => {
    await product.setMembership({ email: MEMBER.email, status: "cancelled" });
    await page.reload();
    await page.getByRole("link", { name: /^(See the plans|Renew)$/ }).waitFor();
  },
};

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

await provideChromium();
mkdirSync(FOLDER, { recursive: true });
buildForEmbeddedBackend();
await buildApp(console.log);
await makeEmptyDatabase();
const provider = await startScriptedProvider();
const product = await startRunningProduct({ env: { ...provider.env, TURNS_PER_MINUTE: "1000" } });
const baseURL = product.origin;
const history = await writeHistory(product, MEMBER);

const browser = await chromium.launch({ ...testChromium(), args: ["--no-sandbox"] });
for (const look of LOOKS) {
  // Each look begins with the same chats.
  for (const { id } of await history.read("chats", `user_id=eq.${history.userId}`))
    await history.remove("chats", id ?? "");
  const [conversation = ""] = await history.chats([QUESTION, ...EARLIER_QUESTIONS]);
  await history.messages(conversation, CONVERSATION);
  const suffix = `${look.colorScheme}-${look.viewport.width}`;
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce", ...look });
  const page = await context.newPage();
  const visit = async (who: string, path: string) => {
    await page.goto(path);
    await shoot(page, `${who}${path.replaceAll("/", "-")}-${suffix}`);
  };
  for (const path of FOR_VISITORS) await visit("visitor", path);
  await page.goto("/");
  await send(page, QUESTION, homeBox(page));
  await shoot(page, `visitor-prompt-${suffix}`);
  await page.goto("/login");
  await page.evaluate(() => localStorage.clear());
  await page.getByLabel("Email").fill(MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(MEMBER.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("/");
  for (const path of FOR_MEMBERS) await visit("member", path);
  for (const [name, reach] of Object.entries(STATES)) {
    await page.goto(`/chats/${conversation}`);
    await page.waitForLoadState("networkidle");
    await reach({ page, provider, product });
    await shoot(page, `chat-${name}-${suffix}`);
    // What waits for the network goes out when the chat is opened again.
    await page.goto("about:blank");
    await context.setOffline(false);
    await product.setMembership({ email: MEMBER.email, status: "active" });
  }
  await context.close();
}
copyFileSync(join(FOLDER, "chat-conversation-light-1280.png"), join(ROOT, ".github/chat.png"));
await browser.close();
await product.stop();
await provider.stop();
