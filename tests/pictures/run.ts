// `npm run screenshots`: takes pictures of every screen and of a few states, light and dark, wide and on a phone, into
// `screenshots`. The README's picture is the one of the conversation, wide and light.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { writeHistory } from "../../e2e/support/chat-history.ts";
import {
  askAll,
  chatPane,
  composer,
  homeBox,
  messages,
  send,
} from "../../e2e/support/chat-page.ts";
import { provideChromium, testChromium } from "../../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import {
  choose,
  dialog,
  importButton,
  openImport,
  report,
} from "../../e2e/support/import-dialog.ts";
import { jsonFile } from "../../e2e/support/import-files.ts";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { buildApp, buildForEmbeddedBackend } from "../../supabase/local/server/build.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../support/providers/scripted-provider.ts";
import {
  CODE_REPLY,
  comparisonOf,
  CONVERSATION,
  CUT_REPLY,
  EARLIER_QUESTIONS,
  EGG_QUESTION,
  EGG_REPLIES,
  IMPORTED,
  IMPORTED_OF_CLAUDE,
  OPINION,
  QUESTION,
  REPLY,
} from "./conversation.ts";

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

/** Presses a button of a message, on a phone in its menu. */
async function chooseAction(page: Page, name: string, at: number): Promise<void> {
  const isPhone = page.viewportSize()?.width === 390;
  const button = { name: isPhone ? "More" : name, exact: true };
  await messages(page).nth(at).getByRole("button", button).click();
  if (isPhone) await page.getByRole("menuitem", { name }).click();
}

/** The same, and waits for what the dialog of that title shows. */
const press =
  (name: string, at: number, title: string, shown: RegExp) =>
  async ({ page }: Studio) => {
    await chooseAction(page, name, at);
    await page.getByRole("dialog", { name: title }).getByText(shown).first().waitFor();
  };

const undoButton = (page: Page) =>
  dialog(page).getByRole("button", { name: "Undo import" }).first();

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
  checked: async ({ page, provider }) => {
    provider.script({ text: OPINION, pieceMs: 0 }, "xai");
    await chooseAction(page, "Check with…", -1);
    await page.getByRole("menuitem", { name: "Grok" }).click();
    const note = page.getByRole("note", { name: "Second opinion" });
    await note.getByRole("button", { name: "Show more" }).click();
    await note.getByText("Not checked").waitFor();
  },
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
    await page.getByText("Will be sent when you are online again.").waitFor();
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
    await page.getByText("could not answer").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Stop" }).first().waitFor({ state: "detached" });
  },
  chosen: async ({ page }) => {
    await page.evaluate(() => window.history.go(-2));
    await page.getByRole("button", { name: "Use this answer" }).first().click();
    await page.getByRole("button", { name: "Next answer" }).waitFor();
    await page.getByText("could not answer").waitFor({ state: "attached" });
  },
  compared: async ({ page, provider }) => {
    for (const [name, text] of Object.entries(EGG_REPLIES))
      provider.script({ text, pieceMs: 0 }, name as keyof typeof EGG_REPLIES);
    await page.goto("/");
    await askAll(page, EGG_QUESTION, homeBox(page));
    await page
      .getByRole("button", { name: "Use this answer", includeHidden: true })
      .nth(3)
      .waitFor({ state: "attached" });
    provider.script({ text: comparisonOf, pieceMs: 0 }, "anthropic");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Claude 4" }).click();
    await page.getByRole("region", { name: "Comparison" }).getByText("What decides it").waitFor();
  },
  "compared-one": async ({ page }) => {
    await page.evaluate(() => window.history.go(-2));
    await page.getByRole("button", { name: "Use this answer" }).first().click();
    await page.getByRole("region", { name: "Comparison" }).getByText("Every reply").waitFor();
  },
  unfinished: async ({ page, provider }) => {
    provider.script("by hand");
    await send(page, "Can I have a tide clock in my terminal?");
    const call = await provider.next();
    call.write(CUT_REPLY);
    call.finish("length");
    await messages(page).last().getByRole("button", { name: "Continue" }).waitFor();
  },
  continued: async ({ page, provider }) => {
    provider.script("by hand");
    await page.getByRole("button", { name: "Continue" }).click();
    const call = await provider.next();
    call.end('```sh\n  left=$(( period - (now - start) % period ))\n  echo "$left s"\ndone\n```');
    await chatPane(page).getByText("left=$((").waitFor();
  },
  import: async ({ page }) => openImport(page),
  importable: async ({ page }) =>
    choose(page, [
      jsonFile("conversations.json", [...IMPORTED, null]),
      jsonFile("claude.json", IMPORTED_OF_CLAUDE),
    ]),
  imported: async (studio) => {
    await STATES["importable"]?.(studio);
    await importButton(studio.page).click();
    await report(studio.page).waitFor();
    await undoButton(studio.page).waitFor();
  },
  undoable: async ({ page }) => {
    await openImport(page);
    await undoButton(page).waitFor();
  },
  undone: async ({ page }) => {
    await openImport(page);
    await undoButton(page).click();
    await dialog(page).getByText("The import was undone.").waitFor();
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
