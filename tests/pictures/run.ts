// `npm run screenshots`: takes pictures of every screen and of a few states, light and dark, wide and on a phone, into
// `screenshots`. The README's picture is the one of the conversation, wide and light.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import { provideChromium, testChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { startRunningProduct } from "../../e2e/support/running-product.ts";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../support/providers/scripted-provider.ts";
import { CONVERSATION, EARLIER_QUESTIONS, QUESTION, REPLY } from "./conversation.ts";

const FOLDER = join(ROOT, "screenshots");
const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;
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

type Studio = { page: Page; provider: ScriptedProvider };

/** What no address alone leads to. Each begins in the conversation. */
const STATES: Record<string, (studio: Studio) => Promise<void>> = {
  conversation: async ({ page }) => page.getByPlaceholder("Send a message...").focus(),
  empty: async ({ page }) => {
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await page.getByText("What would you like to ask").waitFor();
  },
  code: async ({ page, provider }) => {
    provider.script({
      text: "Here it is:\n\n```sh\nfor tide in high low; do\n  echo $tide\ndone\n```",
    });
    await page.getByPlaceholder("Send a message...").fill("And as a loop?");
    await page.keyboard.press("Enter");
    await page.getByRole("article").last().getByRole("button", { name: "Copy code" }).waitFor();
  },
  offline: async ({ page }) => {
    await page.context().setOffline(true);
    await page.getByPlaceholder("Send a message...").fill("And at the poles?");
    await page.keyboard.press("Enter");
    await page.getByText("Sent when you are online again.").waitFor();
  },
  latest: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
  },
  search: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search chats and messages").fill("tide");
    await page.locator("mark").first().waitFor();
  },
  details: async ({ page }) => {
    const reply = page.getByRole("article", { name: "Assistant" }).last();
    await reply.getByRole("button", { name: "Details" }).click();
    await page.getByRole("dialog", { name: "What the model saw" }).locator("dd").first().waitFor();
  },
  stopped: async ({ page, provider }) => {
    // The looks before this one have left theirs in the same chat.
    const writtenBefore = await page.getByText("so that water bulges").count();
    const stoppedBefore = await page.getByText("You stopped this reply.").count();
    provider.script("by hand");
    await page.getByPlaceholder("Send a message...").fill("What about lakes?");
    await page.keyboard.press("Enter");
    const call = await provider.next();
    call.write(REPLY.slice(0, 420));
    await page.getByText("so that water bulges").nth(writtenBefore).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("You stopped this reply.").nth(stoppedBefore).waitFor();
  },
  four: async ({ page, provider }) => {
    provider.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
    provider.script({ failure: { status: 400 } }, "anthropic");
    await page.goto("/");
    await page.getByPlaceholder("Ask anything").fill("When was the tide first explained?");
    await page.getByRole("button", { name: "Ask all four" }).click();
    await page.getByText("could not take").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  },
};

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
}

await provideChromium();
mkdirSync(FOLDER, { recursive: true });
buildForEmbeddedBackend();
await buildApp(console.log);
await makeEmptyDatabase();
const provider = await startScriptedProvider();
const product = await startRunningProduct({ env: { ...provider.env, TURNS_PER_MINUTE: "1000" } });
const history = await writeHistory(product, MEMBER);
const titles = [QUESTION, ...EARLIER_QUESTIONS];
const [conversation = ""] = await history.chats(titles);
await history.messages(conversation, CONVERSATION);

const browser = await chromium.launch({ ...testChromium(), args: ["--no-sandbox"] });
for (const look of LOOKS) {
  const suffix = `${look.colorScheme}-${look.viewport.width}`;
  const context = await browser.newContext({ baseURL: product.origin, ...look });
  const page = await context.newPage();
  const visit = async (who: string, path: string) => {
    await page.goto(path);
    await shoot(page, `${who}${path.replaceAll("/", "-")}-${suffix}`);
  };
  for (const path of FOR_VISITORS) await visit("visitor", path);
  await page.goto("/login");
  await page.getByLabel("Email").fill(MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(MEMBER.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("/");
  for (const path of FOR_MEMBERS) await visit("member", path);
  for (const [name, reach] of Object.entries(STATES)) {
    await page.goto(`/chats/${conversation}`);
    await page.waitForLoadState("networkidle");
    await reach({ page, provider });
    await shoot(page, `chat-${name}-${suffix}`);
    await context.setOffline(false);
  }
  await context.close();
}
copyFileSync(join(FOLDER, "chat-conversation-light-1280.png"), join(ROOT, ".github/chat.png"));
await browser.close();
await product.stop();
await provider.stop();
