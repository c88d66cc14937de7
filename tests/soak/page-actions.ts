import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright";
import { jsonFile, ofChatGpt } from "../../e2e/support/import-files.ts";
import { wholeReplyTo } from "./ledger.ts";

/** A question that was asked on a page. Its content is typed once, but may come back and be sent with a later one. */
export type Asked = { content: string; chatId: string | null };

/** Longer than any step takes where what it needs is on the screen. */
const STEP_MS = 3_000;
/** What a page has to fetch, read or store first. */
const WORK_MS = 15_000;
const OFFLINE_MS = 4_000;

/** Does one thing that a person does, chosen by chance among what the page offers. Returns the question that it asked, if any. */
export type Action = (page: Page, content: string, random: () => number) => Promise<Asked | void>;

const press = async (page: Page, name: string) => {
  const buttons = page.getByRole("button", { name, exact: true });
  if ((await buttons.count()) === 0) throw new Error(`There is no ${name}.`);
  await buttons.first().click({ timeout: STEP_MS });
};

const chatOf = (page: Page) => /\/chats\/([\w-]+)/.exec(page.url())?.[1] ?? null;

/** Asks in the chat that is open, and in a new one where none is. */
const ask = async (page: Page, content: string, isToAll: boolean): Promise<Asked> => {
  let chatId = chatOf(page);
  if (chatId === null) await page.goto("/");
  const field = page.getByPlaceholder(chatId === null ? "Ask anything" : "Send a message...");
  await field.focus({ timeout: STEP_MS });
  await page.keyboard.insertText(content);
  if (isToAll) await press(page, "Ask all four");
  else await field.press("Enter", { timeout: STEP_MS });
  if (chatId === null) {
    await page.waitForURL(/\/chats\//, { timeout: STEP_MS }).catch(() => undefined);
    chatId = chatOf(page);
  }
  return { content, chatId };
};

const askInNewChat = async (page: Page, content: string, isToAll: boolean): Promise<Asked> => {
  await page.goto("/");
  return ask(page, content, isToAll);
};

const oneOf = async (locator: Locator, random: () => number): Promise<Locator> => {
  const count = await locator.count();
  if (count === 0) throw new Error("There is none.");
  return locator.nth(Math.floor(random() * count));
};

const openChat = async (page: Page, random: () => number) => {
  const links = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  await (await oneOf(links, random)).click({ timeout: STEP_MS });
};

const deleteChat = async (page: Page, random: () => number) => {
  const rows = page.getByRole("navigation", { name: "Chats" }).getByRole("listitem");
  const row = await oneOf(rows, random);
  await row.hover({ timeout: STEP_MS });
  await row.getByRole("button", { name: "Chat options" }).click({ timeout: STEP_MS });
  await page.getByRole("menuitem", { name: "Delete chat" }).click({ timeout: STEP_MS });
};

/** Presses a button that opens a menu of models, and chooses one. */
const withModel = async (page: Page, name: string, random: () => number) => {
  await press(page, name);
  const models = page.getByRole("menuitem");
  await models.nth(Math.floor(random() * 4)).click({ timeout: STEP_MS });
};

/** Imports a chat of one question, with the reply that it would have got here. */
const importChat = async (page: Page, content: string) => {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Import chats" }).click({ timeout: WORK_MS });
  const chat = ofChatGpt(content, content, "2025-03-14", [[content, wholeReplyTo(content)]]);
  const field = page.getByLabel("Files to import");
  await field.setInputFiles(jsonFile("conversations.json", [chat]), { timeout: WORK_MS });
  await page.getByRole("button", { name: /^Import 1 chat/ }).click({ timeout: WORK_MS });
  const report = page.getByRole("region", { name: "What was imported" });
  await report.waitFor({ timeout: WORK_MS });
};

/** Also for the other tabs of the same person. */
const loseNetwork = async (page: Page, random: () => number) => {
  await page.context().setOffline(true);
  await sleep(random() * OFFLINE_MS);
  await page.context().setOffline(false);
};

/** Each is as frequent as its entries. What the page does not offer at the moment fails, and another one is tried. */
export const ACTIONS: readonly Action[] = [
  (page, content) => askInNewChat(page, content, false),
  (page, content) => askInNewChat(page, content, true),
  (page, content) => ask(page, content, false),
  (page, content) => ask(page, content, false),
  (page, content) => ask(page, content, true),
  (page, _, random) => openChat(page, random),
  (page, _, random) => openChat(page, random),
  (page) => page.reload().then(() => undefined),
  (page, _, random) => loseNetwork(page, random),
  (page) => press(page, "Stop"),
  (page) => press(page, "Stop and send now"),
  (page) => press(page, "Send now"),
  (page) => press(page, "Take back"),
  (page) => press(page, "Edit"),
  (page) => press(page, "Retry"),
  (page) => press(page, "Use this answer"),
  (page) => press(page, "Previous answer"),
  (page, _, random) => withModel(page, "Ask again", random),
  (page, _, random) => withModel(page, "Compare", random),
  (page, _, random) => deleteChat(page, random),
  (page) => press(page, "Undo"),
  (page, content) => importChat(page, content),
  (page) => press(page, "Undo import"),
];
