import type { Page } from "@playwright/test";
import {
  chatPane,
  chats,
  deleteChatByMenu,
  expectNotice,
  goOffline,
  homeBox,
  messages,
  openChatMenu,
  test,
  toast,
  openChat,
  send,
  startAnsweredChat,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

/** Counts the requests to a path from now on. */
const count = (page: Page, path: RegExp) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && path.test(request.url())) asked += 1;
  });
  return () => asked;
};

test("a member reads 'Failed to load chats' at once and only once while the list is read again, and can try again [notices.load-chats-failed] [look.loading]", async ({
  page,
  history,
}) => {
  await history.chats(["Kept"]);
  const asked = count(page, /\/rest\/v1\/chats\?.*user_id/);
  await page.clock.install();
  await page.route("**/rest/v1/chats*", (route) => route.abort("connectionreset"));
  await page.goto("/");
  await expectNotice(page, "Error", "Failed to load chats");
  expect(asked(), "asked once, so shown at once").toBe(1);
  const notice = await toast(page, "Failed to load chats").elementHandle();
  await page.clock.fastForward(4_000);
  await expect.poll(asked).toBe(2);
  expect(await notice?.isVisible(), "the notice of the first read stays").toBe(true);
  await page.unroute("**/rest/v1/chats*");
  await chats(page).getByRole("button", { name: "Try again" }).click();
  await expect(chats(page).getByRole("link")).toHaveText(["Kept"]);
  await expect(toast(page, "Failed to load chats")).toHaveCount(0);
});

test("a member keeps the listed chats when the next page cannot be loaded, and can try again [notices.load-chats-failed]", async ({
  page,
  context,
  history,
}) => {
  await history.chats(Array.from({ length: 60 }, (_, index) => `Chat ${index}`));
  await page.goto("/");
  const rows = chats(page).getByRole("listitem");
  await expect(rows).toHaveCount(50);
  await goOffline(page, context);
  await page.clock.install();
  const asked = count(page, /\/rest\/v1\/chats\?/);
  await rows.last().scrollIntoViewIfNeeded();
  await expectNotice(page, "Error", "Failed to load chats");
  await expect(rows).toHaveCount(50);
  await page.clock.fastForward(60_000);
  await rows.first().scrollIntoViewIfNeeded();
  await rows.last().scrollIntoViewIfNeeded();
  expect(asked(), "not asked for again and again").toBe(1);
  await chats(page).getByRole("button", { name: "Try again" }).click();
  await expect.poll(asked).toBe(2);
  await context.setOffline(false);
  await expect(rows).toHaveCount(60);
});

test("a member whose messages cannot be loaded sees 'Failed to load messages' at once and can try again [notices.load-messages-failed] [notices.over]", async ({
  page,
  context,
  history,
}) => {
  const [one = "", two = ""] = await history.chats(["One", "Two"], ["In the first", "Its reply"]);
  await history.messages(two, ["In the second", "Another reply"]);
  await openChat(page, one, 2);
  await goOffline(page, context);
  const asked = count(page, /\/rest\/v1\/messages\?.*chat_id/);
  // Without pointing at the row, which would fetch the chat.
  await chats(page).getByRole("link", { name: "Two" }).dispatchEvent("click");
  await expectNotice(page, "Error", "Failed to load messages");
  expect(asked(), "asked once, so shown at once").toBe(1);
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/messages?"),
  );
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await failed;
  // Once the page has noticed the failure too, it does not repeat that request when the network is back.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(asked()).toBe(2);
  await context.setOffline(false);
  await expect(messages(page)).toHaveText([/In the second/, /Another reply/]);
  await expect(toast(page, "Failed to load messages")).toHaveCount(0);
});

test("a member whose server stops responding during a reply reads that, keeps messages and list, and gets the reply later [opening.offline] [notices.load-messages-failed] [notices.load-chats-failed]", async ({
  page,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  providers.script("by hand");
  await send(page, "Tell me a lot");
  const reply = await providers.next();
  reply.write("The first words");
  await expect(chatPane(page)).toContainText("The first words");
  // From here on it is followed by reading, as after a stream that broke off.
  await page.reload();
  await expect(chatPane(page)).toContainText("The first words");
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes("Failed to load"))
        document.documentElement.dataset["saidFailed"] = "";
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.route("**/rest/v1/**", (route) => route.abort("connectionrefused"));
  const status = page.getByRole("status").filter({ hasText: "The server is not responding." });
  await expect(status).toBeVisible();
  // The chat itself and the list are read again too.
  const failed = [/\/messages\?/, /\/chats\?.*user_id/].map((path) =>
    page.waitForEvent("requestfailed", (request) => path.test(request.url())),
  );
  await status.getByRole("button", { name: "Try again" }).click();
  await Promise.all(failed);
  await expect(status).toBeVisible();
  await expect(messages(page)).toHaveCount(3);
  await expect(chats(page).getByRole("link")).toHaveText(["First"]);
  await expect(page.locator("[data-said-failed]")).toHaveCount(0);

  await page.unroute("**/rest/v1/**");
  await status.getByRole("button", { name: "Try again" }).click();
  await expect(status).toHaveCount(0);
  reply.end(" and the last");
  await expect(messages(page).last()).toContainText("The first words and the last");
});

test("a member whose chat cannot be created or deleted is told so, and gets no new chat and keeps the old one [notices.create-chat-failed] [notices.delete-chat-failed]", async ({
  page,
  context,
}) => {
  await startAnsweredChat(page, "First");
  const before = page.url();
  await page.route("**/api/create_chat", (route) => route.abort());
  for (const name of ["New Chat", "Grok"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expectNotice(page, "Error", "Failed to create new chat");
    await expect(toast(page, "Failed to create new chat")).toHaveCount(1);
  }
  await expect(page).toHaveURL(before);
  await goOffline(page, context);
  await deleteChatByMenu(page, "First");
  await expectNotice(page, "Error", "Failed to delete chat");
  await expect(page).toHaveURL(before);
  await expect(chats(page).getByRole("link")).toHaveText(["First"]);

  await context.setOffline(false);
  await page.reload();
  await expect(chats(page).getByRole("link")).toHaveText(["First"]);
  await deleteChatByMenu(page, "First");
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await expect(chats(page).getByRole("link")).toHaveCount(0);
});

test("a member sees 'New chat created' also when the response was lost, and 'Chat deleted' only if the chat was there [sidebar.new-chat] [notices.chat-created] [notices.chat-deleted]", async ({
  page,
  history,
}) => {
  const [gone = ""] = await history.chats(["Gone already", "Still here"]);
  await page.goto("/");
  await expect(chats(page).getByRole("link")).toHaveCount(2);
  await history.remove("chats", gone);
  await deleteChatByMenu(page, "Gone already");
  await expect(chats(page).getByRole("link")).toHaveText(["Still here"]);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);

  await page.route("**/api/create_chat", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(toast(page, "New chat created").locator("[data-title]")).toHaveText(
    "New chat created",
  );
  await expect(page).toHaveURL(/\/chats\//);
  await expect(chats(page).getByRole("link")).toHaveText(["New conversation", "Still here"]);
  await deleteChatByMenu(page, "New conversation");
  await expect(toast(page, "Chat deleted").locator("[data-title]")).toHaveText("Chat deleted");
});

test("a member whom nobody can be asked for and no notice shown to sees it once the network is back [notices.wait]", async ({
  page,
  context,
  history,
}) => {
  // Without prefetching, the code that shows notices is not loaded when the first request fails.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await history.chats(["Still here"]);
  await page.goto("/");
  await expect(chats(page).getByRole("link")).toHaveText(["Still here"]);
  // The code of menus comes with the first of them.
  await openChatMenu(page, "Still here");
  await expect(page.getByRole("menuitem", { name: "Delete chat" })).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await deleteChatByMenu(page, "Still here");
  await homeBox(page).fill("kept");
  await context.setOffline(false);
  // Browsers that never ask twice for a script reload the page.
  await expectNotice(page, "Error", "Failed to delete chat");
  await expect(homeBox(page)).toHaveValue("kept");
});
