import { violationsOn } from "./support/axe.ts";
import {
  chats,
  composer,
  chatPane,
  deleteChatByMenu,
  goOffline,
  homeBox,
  messages,
  send,
  startChatFromHome,
  test,
  toast,
  openChat,
} from "./support/chat-page.ts";
import { stopClock } from "./support/deletion-steps.ts";
import { expect } from "./support/product.ts";

/** Another device reads only now and then. */
const SOON = { timeout: 20_000 };

test("a member takes a deletion back and has the chat in its place, open, with its messages and the draft [chats.undo-notice]", async ({
  page,
  context,
  history,
}) => {
  const titles = ["Newest", "Where is Rome?", "Oldest"];
  const [, chatId = ""] = await history.chats(titles);
  const ids = await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await openChat(page, chatId, 2);
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
  await expect(homeBox(page)).toHaveValue("");
  await expect(chats(page).getByRole("link")).toHaveText(["Newest", "Oldest"]);
  await expect(chats(other).getByRole("link")).toHaveText(["Newest", "Oldest"]);
  expect(await history.read("chats", `id=eq.${chatId}&select=id`)).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  await chats(page).getByRole("link", { name: "Newest" }).click();
  // The box takes the focus when the chat is there. Until then the notice stays because it is pointed at.
  await undo.hover();
  await expect(page).toHaveTitle(/^Newest/);
  await expect(composer(page)).toBeFocused();
  await undo.focus();
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

test("a member who deletes a chat finds Undo after a reload on any screen, and gets back its messages and draft [chats.undo] [chats.undo-notice]", async ({
  page,
  history,
}) => {
  const titles = ["Newest", "Where is Rome?"];
  const [, chatId = ""] = await history.chats(titles);
  await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await page.goto(`/chats/${chatId}`);
  await composer(page).fill("And since when");
  const undo = toast(page, "Chat deleted").getByRole("button", { name: "Undo" });
  await deleteChatByMenu(page, "Where is Rome?");
  await undo.focus();
  await page.reload();
  await undo.focus();
  // A screen without the list of chats.
  await page.goto("/nowhere");
  await undo.click();
  await expect(toast(page, "Chat deleted")).toHaveCount(0);
  await page.goto(`/chats/${chatId}`);
  await expect(chats(page).getByRole("link")).toHaveText(titles);
  await expect(composer(page)).toHaveValue("And since when");

  await deleteChatByMenu(page, "Where is Rome?");
  await undo.focus();
  await expect(page).toHaveURL("/");
  await page.reload();
  await undo.click();
  await expect(page).toHaveURL(`/chats/${chatId}`);
  await expect(messages(page)).toHaveText([/Where is Rome\?/, /In Italy\./]);
  await expect(composer(page)).toHaveValue("And since when");

  // Nothing is offered again once it is dismissed, nor to whoever logs in next.
  await deleteChatByMenu(page, "Newest");
  await toast(page, "Chat deleted").getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page, "Chat deleted")).toHaveCount(0);
  await deleteChatByMenu(page, "Where is Rome?");
  await undo.focus();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("undo"))).toContain(chatId);
  await page.goto("/settings/account");
  await undo.focus();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(toast(page, "Logged out")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a member who undoes a deletion offline keeps the Undo until it works, and has the chat back when the network is [chats.undo-notice]", async ({
  page,
  context,
  history,
}) => {
  const titles = ["Newest", "Where is Rome?"];
  await history.chats(titles);
  await page.goto("/");
  const undo = page.getByRole("button", { name: "Undo" });
  const failure = toast(page, "Failed to restore the chat").filter({ visible: true });
  await deleteChatByMenu(page, "Where is Rome?");
  await undo.focus();
  // The notice of a read that is cut off would cover it.
  await goOffline(page, context);
  await undo.press("Enter");
  await expect(failure).toBeVisible();
  await stopClock(page);
  await page.clock.runFor(500_000);
  await expect(undo).toBeVisible();
  await page.clock.resume();
  const again = page.waitForEvent("requestfailed", (one) => one.url().includes("update_chat"));
  await undo.click();
  await again;
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(chats(page).getByRole("link")).toHaveText(titles);
  await expect(failure).toHaveCount(0);

  // A server that is away says nothing when it is back.
  await page.route("**/api/update_chat", (route) => route.abort());
  await deleteChatByMenu(page, "Where is Rome?");
  await undo.click();
  await expect(failure).toBeVisible();
  await page.unroute("**/api/update_chat");
  await undo.click();
  await expect(chats(page).getByRole("link")).toHaveText(titles);
  await expect(page).toHaveURL("/");
});

test("a member whose deletion gets no response can undo it, at the second press where nobody said what became of it [notices.chat-deleted] [notices.delete-chat-failed]", async ({
  page,
  history,
}) => {
  const titles = ["Newest", "Where is Rome?"];
  const [, chatId = ""] = await history.chats(titles);
  await page.goto("/");
  const undo = toast(page, "Chat deleted").getByRole("button", { name: "Undo" });
  let isAway = false;
  await page.route(`**/rest/v1/chats?*id=eq.${chatId}*`, async (route) => {
    const isDeletion = route.request().method() === "DELETE";
    if (isDeletion) await route.fetch();
    await (isDeletion || isAway ? route.abort() : route.continue());
  });
  await deleteChatByMenu(page, "Where is Rome?");
  await undo.click();
  await expect(chats(page).getByRole("link")).toHaveText(titles);

  isAway = true;
  await deleteChatByMenu(page, "Where is Rome?");
  await expect(toast(page, "Failed to delete chat")).toBeVisible();
  expect(await history.read("chats", `id=eq.${chatId}&select=id`)).toEqual([]);
  await page.unrouteAll();
  await deleteChatByMenu(page, "Where is Rome?");
  await expect(chats(page).getByRole("link")).toHaveText(["Newest"]);
  await undo.click();
  await expect(chats(page).getByRole("link")).toHaveText(titles);
});

test("a member who undoes a deletion during a reply sees the unfinished text at once on every device, and retries [chats.undo-running]", async ({
  page,
  device: far,
  context,
  providers,
}) => {
  const deleted = "This chat was deleted before the reply was complete.";
  const deleteAndUndo = async (by = page) => {
    await deleteChatByMenu(by, "Where is Rome?");
    await toast(by, "Chat deleted").getByRole("button", { name: "Undo" }).click();
    await expect(by).toHaveURL(/\/chats\//);
  };
  providers.script("by hand");
  await startChatFromHome(page, "Where is Rome?");
  const call = await providers.next();
  call.write("In Italy, as far");
  const other = await context.newPage();
  await other.goto(page.url());
  // Another tab shows it, so it has been written to the database.
  await expect(chatPane(other)).toContainText("In Italy, as far");
  await far.goto(page.url());
  await expect(chatPane(far)).toContainText("In Italy, as far");
  await page.bringToFront();
  // This has not been written to the database when the chat is deleted.
  call.write(" as anybody knows");
  await expect(chatPane(page)).toContainText("as anybody knows");
  await deleteAndUndo();
  for (const each of [page, other, far]) {
    await expect(messages(each).last()).toContainText("In Italy, as far as anybody knows", SOON);
    await expect(messages(each).last()).toContainText("Unfinished");
    await expect(messages(each).last()).toContainText(deleted);
    await expect(each.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
    await expect(chats(each).getByText("Replying")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Retry" }).click();
  await providers.answerNext("In Italy.");
  for (const each of [page, other]) {
    await expect(messages(each)).toHaveCount(2);
    await expect(messages(each).last()).toContainText("In Italy.");
    await expect(messages(each).last()).not.toContainText("Unfinished");
  }

  // The other tab deletes the chat that this one streams, and undoes the deletion. This one learns of it last.
  await send(page, "Since when?");
  const heard = await providers.next();
  heard.write("For as long");
  await expect(chatPane(other)).toContainText("For as long");
  await expect(async () => {
    await far.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(chatPane(far)).toContainText("For as long", { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await other.bringToFront();
  await deleteChatByMenu(other, "Where is Rome?");
  const undo = toast(other, "Chat deleted").getByRole("button", { name: "Undo" });
  await undo.focus();
  await expect(far.getByRole("heading", { name: "This conversation is not here" })).toBeVisible(
    SOON,
  );
  await undo.click();
  heard.write(" as anybody knows");
  for (const each of [other, page, far]) {
    await expect(messages(each).last()).toContainText("For as long", SOON);
    await expect(messages(each).last()).toContainText(deleted);
    await expect(messages(each).last().getByRole("button", { name: "Retry" })).toBeVisible();
  }
  await expect(chats(far).getByRole("link")).toHaveText(["Where is Rome?"]);
  await page.bringToFront();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
  await expect(messages(page).last()).toContainText(deleted);
  await expect(toast(page, "This chat has been deleted.")).toHaveCount(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await providers.answerNext("Since ever.");
  await expect(messages(page).last()).toContainText("Since ever.");
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);

  // Nothing of the next one is written yet.
  await send(page, "Since when?");
  await providers.next();
  await expect(messages(page)).toHaveCount(5);
  await deleteAndUndo();
  await expect(messages(page)).toHaveCount(5);
  await expect(messages(page).last()).toContainText("No reply was written to this message.");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await providers.answerNext("Since ever.");
  await expect(messages(page).nth(5)).toContainText("Since ever.");
});
