import { violationsOn } from "./support/axe.ts";
import { writeHistory } from "./support/chat-history.ts";
import {
  chats,
  composer,
  chatPane,
  deleteChatByMenu,
  messages,
  test,
  toast,
} from "./support/chat-page.ts";
import { stopClock } from "./support/deletion-steps.ts";
import { expect } from "./support/product.ts";

test("a member takes a deletion back and has the chat in its place, open, with its messages and the draft [chats.undo-notice]", async ({
  page,
  context,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  const titles = ["Newest", "Where is Rome?", "Oldest"];
  const [, chatId = ""] = await history.chats(titles);
  const ids = await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page)).toHaveCount(2);
  await composer(page).fill("And since when");
  const other = await context.newPage();
  await other.goto("/");
  await expect(chats(other).getByRole("link")).toHaveText(titles);
  await page.bringToFront();

  await deleteChatByMenu(page, "Where is Rome?");
  const undo = toast(page, "Chat deleted").getByRole("button", { name: "Undo" });
  // It stays for as long as it has the focus, and on the next screen.
  await undo.focus();
  await expect(page).toHaveURL("/");
  await expect(chats(page).getByRole("link")).toHaveText(["Newest", "Oldest"]);
  await expect(chats(other).getByRole("link")).toHaveText(["Newest", "Oldest"]);
  expect(await history.read("messages", `chat_id=eq.${chatId}&select=id`)).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  await chats(page).getByRole("link", { name: "Newest" }).click();
  await undo.focus();
  await expect(page).toHaveTitle(/^Newest/);
  await expect(undo).toBeFocused();
  await stopClock(page);
  await page.clock.runFor(20_000);
  await page.clock.resume();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(`/chats/${chatId}`);
  await expect(chatPane(page)).toContainText("In Italy.");
  await expect(composer(page)).toHaveValue("And since when");
  await expect(chats(page).getByRole("link")).toHaveText(titles);
  await expect(chats(other).getByRole("link")).toHaveText(titles);
  await expect(toast(page, "Chat deleted")).toHaveCount(0);
  const rows = await history.read("messages", `chat_id=eq.${chatId}&select=id&order=created_at`);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("a member who undoes a deletion without a network is told so and undoes it later", async ({
  page,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  await history.chats(["Where is Rome?"]);
  await page.goto("/");
  await page.route("**/api/update_chat", (route) => route.abort());
  await deleteChatByMenu(page, "Where is Rome?");
  await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).click();
  const failure = toast(page, "Failed to restore the chat");
  await expect(failure).toBeVisible();
  await page.unroute("**/api/update_chat");
  await failure.getByRole("button", { name: "Undo" }).click();
  await expect(chats(page).getByRole("link")).toHaveText(["Where is Rome?"]);
  await expect(page).toHaveURL("/");
});
