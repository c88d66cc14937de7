import { writeHistory } from "./support/chat-history.ts";
import {
  chats,
  composer,
  deleteChat,
  ECHO,
  homeBox,
  messages,
  send,
  startChat,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

/** What a fault behind the product looks like: not JSON, and nothing to show anybody. */
const FAULT = { status: 500, contentType: "text/html", body: "<h1>Internal</h1>" };
/** A notice comes at once; the rest of a second is the browser's. */
const SOON = { timeout: 2_000 };

test.beforeEach(({ providers }) => {
  providers.script(ECHO);
});

test("chats that cannot be read: 'Failed to load chats', and another try", async ({ page }) => {
  await page.route("**/rest/v1/chats*", (route) => route.fulfill(FAULT));
  const failed = page.waitForResponse("**/rest/v1/chats*");
  await page.goto("/");
  await failed;
  await expect(toast(page, "Error").first()).toContainText("Failed to load chats", SOON);
  await page.unroute("**/rest/v1/chats*");
  await chats(page).getByRole("button", { name: "Try again" }).click();
  await expect(chats(page).getByText("Your chats will be listed here.")).toBeVisible();
});

test("messages that cannot be read: 'Failed to load messages', and another try", async ({
  page,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  const [chatId = ""] = await history.chats(["Some chat"]);
  await history.messages(chatId, ["A question", "A reply"]);
  await page.route("**/rest/v1/messages*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.goto(`/chats/${chatId}`);
  await failed;
  await expect(toast(page, "Error").first()).toContainText("Failed to load messages", SOON);
  await page.unroute("**/rest/v1/messages*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(messages(page)).toHaveCount(2);
});

test("a chat that cannot be created: 'Failed to create new chat'", async ({ page }) => {
  await page.route("**/api/create_chat", (route) => route.fulfill(FAULT));
  await page.goto("/");
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(toast(page, "Error")).toContainText("Failed to create new chat", SOON);
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Grok", exact: true }).click();
  await expect(toast(page, "Failed to create new chat")).toHaveCount(2);
});

test("a chat whose making was not heard of is there", async ({ page }) => {
  await page.route("**/api/create_chat", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto("/");
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(toast(page, "New chat created")).toBeVisible();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(chats(page).getByRole("link")).toHaveCount(1);
});

test("a chat that cannot be deleted: 'Failed to delete chat', and it stays", async ({ page }) => {
  await startChat(page, "Stay");
  await expect(messages(page)).toHaveCount(2);
  await page.route("**/rest/v1/chats*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill(FAULT) : route.continue(),
  );
  await deleteChat(page, "Stay");
  await expect(toast(page, "Error")).toContainText("Failed to delete chat", SOON);
  await expect(chats(page).getByRole("link", { name: "Stay" })).toBeVisible();
  await expect(messages(page)).toHaveCount(2);
});

test("'Chat deleted' is said only when a chat really went", async ({ page, product, member }) => {
  const history = await writeHistory(product, member);
  const [gone = ""] = await history.chats(["Gone already", "Still here"]);
  await page.goto("/");
  await expect(chats(page).getByRole("link")).toHaveCount(2);
  await history.remove("chats", gone);
  await deleteChat(page, "Gone already");
  await expect(chats(page).getByRole("link")).toHaveText(["Still here"]);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("a message that fails without a word: 'Failed to send message'", async ({ page }) => {
  await startChat(page, "First");
  await expect(messages(page)).toHaveCount(2);
  await page.route("**/api/send_message", (route) => route.fulfill(FAULT));
  await send(page, "Second");
  await expect(toast(page, "Error")).toContainText("Failed to send message", SOON);
});

test("a session that is missing: 'No authentication token found'", async ({ page }) => {
  await startChat(page, "First");
  await expect(messages(page)).toHaveCount(2);
  await page.evaluate(() => localStorage.removeItem("sb-localhost-auth-token"));
  await send(page, "Second");
  await expect(toast(page, "Error")).toContainText("No authentication token found", SOON);
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
});

test("a message into a chat that is gone waits in the home box", async ({
  page,
  product,
  member,
}) => {
  await startChat(page, "First");
  await expect(messages(page)).toHaveCount(2);
  const history = await writeHistory(product, member);
  await history.remove("chats", page.url().split("/").at(-1) ?? "");
  await send(page, "Worth keeping");
  await expect(toast(page, "Error")).toContainText("This chat could not be found.");
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await page.goto("/");
  await expect(homeBox(page)).toHaveValue("Worth keeping");
});
