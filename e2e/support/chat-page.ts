import type { BrowserContext, Locator, Page } from "@playwright/test";
import { sessionOf } from "./chat-history.ts";
import { asVisitor, echo, expect } from "./product.ts";

/** Playwright's `test` with pages on which a new active member is signed in already; `device` is one on another device. */
export const test = asVisitor.extend<{ device: Page }>({
  storageState: async ({ product, member }, provide) => {
    const session = await sessionOf(product, member);
    const value = JSON.stringify(session);
    const localStorage = [{ name: "sb-localhost-auth-token", value }];
    await provide({ cookies: [], origins: [{ origin: product.origin, localStorage }] });
  },
  device: async ({ browser, storageState }, provide) => {
    const context = await browser.newContext({
      ...(storageState !== undefined && { storageState }),
    });
    await provide(await context.newPage());
    await context.close();
  },
});

/** The pane with the messages of the open chat. */
export const chatPane = (page: Page) => page.getByRole("region", { name: "Conversation" });
/** The messages that are shown there, oldest first. */
export const messages = (page: Page) => chatPane(page).getByRole("article");
/** The card of a model's answer, where several stand side by side; on phones the panel of its tab. */
export const answerCard = (page: Page, model: string) => {
  const pane = chatPane(page);
  const panel = pane.getByRole("tabpanel", { name: model, exact: true });
  return pane.getByRole("region", { name: model, exact: true }).or(panel);
};
/** Waits until a text has the quiet colour, which the name of a model has, in light and in dark. */
export async function expectQuiet(text: Locator): Promise<void> {
  const page = text.page();
  const name = chatPane(page)
    .getByText(/^Model: /)
    .first();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const color = await name.evaluate((element) => getComputedStyle(element).color);
    await expect(text).toHaveCSS("color", color);
  }
}

/** The list of chats in the sidebar. */
export const chats = (page: Page) => page.getByRole("navigation", { name: "Chats" });
/** The row of a chat in it, and the button that opens its menu. */
export const chatRow = (page: Page, title: string) =>
  chats(page).getByRole("listitem").filter({ hasText: title });
export const chatOptions = (page: Page, title: string) =>
  chatRow(page, title).getByRole("button", { name: "Chat options" });
/** The text box of the home screen. */
export const homeBox = (page: Page) => page.getByPlaceholder("Ask anything");
/** The text box of a chat. */
export const composer = (page: Page) => page.getByPlaceholder("Send a message...");
/** The notices with this text. */
export const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text });

/** A provider that repeats the question. */
export const ECHO = { text: echo };
/** A reply of many words, of which tests break off the rest. */
export const LONG = Array.from({ length: 80 }, (_, index) => `word${index}`).join(" ");

/** Sends a message in the open chat, or from another box. */
export async function send(page: Page, content: string, box = composer(page)): Promise<void> {
  await box.fill(content);
  await box.press("Enter");
}

/** The same to all four models. */
export async function askAll(page: Page, content: string, box = composer(page)): Promise<void> {
  await box.fill(content);
  await page.getByRole("button", { name: "Ask all four" }).click();
}

/** Opens a chat and waits until this many messages are shown. */
export async function openChat(page: Page, chatId: string, count: number): Promise<void> {
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page)).toHaveCount(count);
}

/** Starts a chat from the home screen and waits until its page is open. */
export async function startChatFromHome(page: Page, content: string): Promise<void> {
  await page.goto("/");
  await send(page, content, homeBox(page));
  await expect(page).toHaveURL(/\/chats\//);
}

/** The same, and waits until its first message is answered. */
export async function startAnsweredChat(page: Page, content: string): Promise<void> {
  await startChatFromHome(page, content);
  await expect(messages(page)).toHaveCount(2);
}

/** Opens the menu of a chat in the list. */
export async function openChatMenu(page: Page, title: string): Promise<void> {
  await chatRow(page, title).hover();
  await chatOptions(page, title).click();
}

/** Deletes a chat by the menu of its row. */
export async function deleteChatByMenu(page: Page, title: string): Promise<void> {
  await openChatMenu(page, title);
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
}

/** Waits for a notice with exactly this title and this text. */
export async function expectNotice(page: Page, title: string, text: string): Promise<void> {
  const notice = toast(page, text).first();
  await expect(notice.locator("[data-title]")).toHaveText(title);
  await expect(notice.locator("[data-description]")).toHaveText(text);
}

/** Takes the browser offline once it has loaded the code that shows notices. */
export async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.evaluate(() => (window as Window & { becomeIdle?: () => void }).becomeIdle?.());
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/toaster-")),
  );
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
}
