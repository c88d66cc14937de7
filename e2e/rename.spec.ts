import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  chatOptions as options,
  chatRow as row,
  chats,
  openChatMenu,
  test,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Rename chat" });
const field = (page: Page) => dialog(page).getByLabel("Title");
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" });
const alert = (page: Page) => dialog(page).getByRole("alert");

async function openDialog(page: Page, title: string): Promise<void> {
  await openChatMenu(page, title);
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await expect(field(page)).toBeFocused();
}

const selectedText = (page: Page) =>
  field(page).evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );

test.beforeEach(async ({ page, history }) => {
  const [chatId = ""] = await history.chats(["Where is Rome?", "Another"]);
  await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await page.goto(`/chats/${chatId}`);
  await expect(page).toHaveTitle(/^Where is Rome\?/);
});

test("a member renames a chat by mouse and sees the new title in the list, the tab and other tabs [chats.rename]", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(row(other, "Where is Rome?")).toBeVisible();
  await page.bringToFront();

  await openDialog(page, "Where is Rome?");
  await expect(field(page)).toHaveValue("Where is Rome?");
  expect(await selectedText(page)).toBe("Where is Rome?");
  for (const unsaved of ["Where is Rome?", "  Where  is Rome? ", "", " ", "x".repeat(201)]) {
    await field(page).fill(unsaved);
    await expect(save(page), unsaved).toBeDisabled();
  }
  await expect(dialog(page).getByText("A title can have at most 200 characters.")).toBeVisible();
  await field(page).fill("  Rome,   the city ");
  await save(page).click();

  await expect(dialog(page)).toBeHidden();
  await expect(options(page, "Rome, the city")).toBeFocused();
  await expect(chats(page).getByRole("link")).toHaveText(["Rome, the city", "Another"]);
  await expect(page).toHaveTitle(/^Rome, the city/);
  await expect(row(other, "Rome, the city")).toBeVisible();
  await expect(other).toHaveTitle(/^Rome, the city/);
  await page.reload();
  await expect(page).toHaveTitle(/^Rome, the city/);
  await expect(chats(page).getByRole("link")).toHaveText(["Rome, the city", "Another"]);
});

test("a member renames a chat by keyboard, and pressing Enter twice saves once", async ({
  page,
}) => {
  let saved = 0;
  page.on("request", (request) => (saved += request.url().endsWith("/api/update_chat") ? 1 : 0));
  const release = await holdRequests(page, "**/api/update_chat");
  await expect(options(page, "Where is Rome?")).toBeAttached();
  await chats(page).getByRole("link", { name: "Where is Rome?" }).focus();
  // One Enter more while the code of the dialog is on its way.
  for (const key of ["Tab", "Enter", "Enter", "Enter"]) await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("Given up");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(options(page, "Where is Rome?")).toBeFocused();

  // A focused item has an outline. Tab closes the menu and moves on to what follows its button.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename chat" })).not.toHaveCSS(
    "outline-style",
    "none",
  );
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(chats(page).getByRole("link", { name: "Another" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");

  for (const key of ["Enter", "End", "Home", "Enter"]) await page.keyboard.press(key);
  await expect(field(page)).toHaveValue("Where is Rome?");
  await page.keyboard.type("Paris");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Saving..." })).toBeDisabled();
  release();
  await expect(dialog(page)).toBeHidden();
  await expect(options(page, "Paris")).toBeFocused();
  await expect(page).toHaveTitle(/^Paris/);
  expect(saved).toBe(1);
});

test("a person whose membership has ended renames a chat, and reads failures in the dialog, not in a notice [chats.rename-free]", async ({
  page,
  context,
  product,
  member,
  history,
}) => {
  await product.setMembership({ email: member.email, status: "expired" });
  await openDialog(page, "Where is Rome?");
  await field(page).fill("Rome");
  await context.setOffline(true);
  await save(page).click();
  await expect(alert(page)).toHaveText("The chat could not be renamed.");
  await expect(field(page)).toHaveValue("Rome");
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Where is Rome\?/);
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Rome/);

  await openDialog(page, "Rome");
  await field(page).fill("Paris");
  await page.route("**/api/update_chat", (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Internal</h1>" }),
  );
  await save(page).click();
  await expect(alert(page)).toHaveText("The chat could not be renamed.");
  await page.unroute("**/api/update_chat");
  await expect(field(page)).toHaveValue("Paris");

  await history.remove("chats", page.url().split("/").at(-1) ?? "");
  await save(page).click();
  await expect(alert(page)).toHaveText("This chat has been deleted.");
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("a member opens the rename dialog from sidebar and drawer, and axe finds nothing", async ({
  page,
}) => {
  await page.route("**/api/update_chat", (route) => route.abort());
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    await openDialog(page, "Another");
    await field(page).fill("Something else");
    await save(page).click();
    await expect(alert(page)).toBeVisible();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await violationsOn(page), `${colorScheme}, ${width} px`).toEqual([]);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(options(page, "Another")).toBeFocused();
  }
});
