import type { Page } from "@playwright/test";
import {
  composer,
  deleteChatByMenu,
  messages,
  openChat,
  openChatMenu,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect, asVisitor as visitor } from "./support/product.ts";

/** Esc that ends a word in the field with the focus closes no dialog, and the next one does. */
async function pressEsc(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  const field = page.locator(":focus");
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await field.dispatchEvent("keydown", { key: "Escape", bubbles: true, ...composing });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

visitor(
  "a visitor who has forgotten the password loses no dialog by Esc that ends a word of an input method [access.keyboard]",
  async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
    await pressEsc(page);
  },
);

test("a member loses no dialog by Esc that ends a word of an input method, nor by a press on a notice [access.keyboard] [notices.place]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Stays", "Goes"], ["One", "Re one"]);
  await openChat(page, chatId, 2);
  const dialog = page.getByRole("dialog");
  await deleteChatByMenu(page, "Goes");
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await openChatMenu(page, "Stays");
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await dialog.getByLabel("Title").fill("A better title");
  await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("nav [data-chat]").filter({ hasText: "Goes" })).toBeAttached();
  await expect(dialog.getByLabel("Title")).toHaveValue("A better title");
  await dialog.getByLabel("Title").focus();
  await pressEsc(page);

  await page.keyboard.press("ControlOrMeta+k");
  await expect(dialog.getByPlaceholder("Search chats and messages")).toBeFocused();
  await pressEsc(page);
  await messages(page).first().hover();
  await page.getByRole("button", { name: "Edit in a new chat" }).click();
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await pressEsc(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(dialog).toBeFocused();
  await pressEsc(page);
  await expect(composer(page)).toBeVisible();
});
