import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { chats, expectNotice, messages, test } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit in a new chat" });
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Message" });
const answeredBy = (page: Page) => dialog(page).getByRole("combobox", { name: "Answered by" });
const sendButton = (page: Page) => dialog(page).getByRole("button", { name: "Send" });

async function openEdit(page: Page, index: number): Promise<void> {
  const message = messages(page).nth(index);
  await message.hover();
  await message.getByRole("button", { name: "Edit in a new chat" }).click();
}

test("a member edits a message in a new chat, with the conversation before it, another model, and a link back [chats.edit]", async ({
  page,
  providers,
  history,
}) => {
  test.slow();
  const [chatId = ""] = await history.chats(["The source"]);
  const ids = await history.messages(chatId, [
    "One",
    "Re one",
    "Two",
    "Re two",
    "Three",
    "Re three",
  ]);
  const rows = () => history.read("messages", `chat_id=eq.${chatId}&order=created_at`);
  const chat = () => history.read("chats", `id=eq.${chatId}`);
  const before = [await rows(), await chat()];
  await page.goto(`/chats/${chatId}`);
  await page.getByRole("combobox", { name: "Model" }).selectOption("Grok");

  // By keyboard: what was typed is kept when the dialog is closed.
  await messages(page).nth(2).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("Two");
  await field(page).fill("Two, but better");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(dialog(page)).toContainText("the conversation up to here: 2 messages.");
    await expect(answeredBy(page)).toHaveValue("grok");
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
    expect(await violationsOn(page)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await openEdit(page, 2);
  await expect(field(page)).toHaveValue("Two, but better");

  providers.forget();
  await field(page).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(chatId));
  await expect(messages(page)).toHaveText([
    /One$/,
    /Re one/,
    /Two, but better$/,
    /Model: Grok.*You asked: Two, but better/,
  ]);
  const [, ...given] = providers.requests("xai").at(-1)?.messages ?? [];
  expect(given.map(({ content }) => content)).toEqual(["One", "Re one", "Two, but better"]);
  expect([await rows(), await chat()]).toEqual(before);
  await page.reload();
  await expect(messages(page)).toHaveCount(4);
  const copy = page.url();

  await page.getByRole("link", { name: "Continued from The source" }).click();
  await expect(page).toHaveURL(`/chats/${chatId}#${ids[2]}`);
  await expect(messages(page).nth(2)).toBeFocused();
  await openEdit(page, 2);
  await expect(field(page)).toHaveValue("Two");
  await page.keyboard.press("Escape");

  // The first message of a chat, as long as one may be.
  await openEdit(page, 0);
  await expect(dialog(page)).toContainText("The new chat begins with this message.");
  await answeredBy(page).selectOption("Claude 4");
  const long = "x".repeat(32_000);
  await field(page).fill(`${long}y`);
  await expect(sendButton(page)).toBeDisabled();
  await field(page).fill(long);
  providers.script({ text: "That was long." });
  await sendButton(page).click();
  await expect(messages(page).last()).toContainText(/Model: Claude 4.*That was long./);
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Continued from The source" })).toBeVisible();
  expect([await rows(), await chat()]).toEqual(before);

  await history.remove("chats", chatId);
  await page.goto(copy);
  await expect(page.getByText("Continued from a chat that was deleted")).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
});

test("a member whose edited message is refused finds it in the dialog again, and sends it from there after a reload [chats.edit-refused]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["The source"], ["One", "Re one", "Two", "Re two"]);
  await page.goto(`/chats/${chatId}`);
  await page.route("**/api/start_chat", (route) =>
    route.fulfill({
      status: 403,
      json: { error: "Active membership required", code: "membership_required" },
    }),
  );
  await openEdit(page, 2);
  await field(page).fill("Two, but better");
  await sendButton(page).click();
  await expectNotice(
    page,
    "Membership Required",
    "You need an active membership to create chats. Please upgrade your account.",
  );
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(field(page)).toHaveValue("Two, but better");

  // The page is left before the server has the message.
  await page.unroute("**/api/start_chat");
  await page.route("**/api/start_chat", () => {});
  await sendButton(page).click();
  await expect(page).not.toHaveURL(new RegExp(chatId));
  await expect(messages(page)).toHaveText([/Two, but better/]);
  await page.reload();
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(field(page)).toHaveValue("Two, but better");
  await page.unroute("**/api/start_chat");
  await sendButton(page).click();
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(3)).toContainText("You asked: Two, but better");
  await expect(chats(page).getByRole("link")).toHaveCount(2);
});
