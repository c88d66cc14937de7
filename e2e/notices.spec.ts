import type { BrowserContext, Page } from "@playwright/test";
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

// The chat's rows of SPEC 8, caused by taking the browser off the network, dropping a connection, or in the database.

/** A notice with this title and this text, word for word. */
const expectNotice = async (page: Page, title: string, text: string) => {
  const notice = toast(page, text).first();
  await expect(notice.locator("[data-title]")).toHaveText(title);
  await expect(notice.locator("[data-description]")).toHaveText(text);
};

/** Counts what is asked of a path from now on. */
const count = (page: Page, path: RegExp) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && path.test(request.url())) asked += 1;
  });
  return () => asked;
};

/** Takes the browser off the network once it has what shows notices. */
const goOffline = async (page: Page, context: BrowserContext) => {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/toaster-")),
  );
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
};

test.beforeEach(({ providers }) => {
  providers.script(ECHO);
});

test.describe("reading (SPEC 8)", () => {
  test("a chat list that cannot be loaded is said at once, and can be tried again", async ({
    page,
    product,
    member,
  }) => {
    const history = await writeHistory(product, member);
    await history.chats(["Kept"]);
    const asked = count(page, /\/rest\/v1\/chats\?.*user_id/);
    await page.route("**/rest/v1/chats*", (route) => route.abort("connectionreset"));
    await page.goto("/");
    await expectNotice(page, "Error", "Failed to load chats");
    expect(asked(), "asked once, so told at once").toBe(1);
    await page.unroute("**/rest/v1/chats*");
    await chats(page).getByRole("button", { name: "Try again" }).click();
    await expect(chats(page).getByRole("link")).toHaveText(["Kept"]);
  });

  test("a further page of the list that cannot be loaded is said, and what is there stays", async ({
    page,
    context,
    product,
    member,
  }) => {
    const history = await writeHistory(product, member);
    await history.chats(Array.from({ length: 60 }, (_, index) => `Chat ${index}`));
    await page.goto("/");
    const rows = chats(page).getByRole("listitem");
    await expect(rows).toHaveCount(50);
    await goOffline(page, context);
    const asked = count(page, /\/rest\/v1\/chats\?/);
    await rows.last().scrollIntoViewIfNeeded();
    await expectNotice(page, "Error", "Failed to load chats");
    await expect(rows).toHaveCount(50);
    await page.waitForTimeout(1_500);
    expect(asked(), "not asked for again and again").toBe(1);
    await chats(page).getByRole("button", { name: "Try again" }).click();
    await expect.poll(asked).toBe(2);
    await context.setOffline(false);
    await expect(rows).toHaveCount(60);
  });

  test("messages that cannot be loaded are said at once, and come with the network", async ({
    page,
    context,
    product,
    member,
  }) => {
    const history = await writeHistory(product, member);
    const [one = "", two = ""] = await history.chats(["One", "Two"]);
    await history.messages(one, ["In the first", "Its reply"]);
    await history.messages(two, ["In the second", "Another reply"]);
    await page.goto(`/chats/${one}`);
    await expect(messages(page)).toHaveCount(2);
    await goOffline(page, context);
    const asked = count(page, /\/rest\/v1\/messages\?.*chat_id/);
    await chats(page).getByRole("link", { name: "Two" }).click();
    await expectNotice(page, "Error", "Failed to load messages");
    expect(asked(), "asked once, so told at once").toBe(1);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect.poll(asked).toBe(2);
    await context.setOffline(false);
    await expect(messages(page)).toHaveText([/In the second/, /Another reply/]);
  });
});

test.describe("creating and deleting (SPEC 8)", () => {
  test("a chat that cannot be created is said, and nothing is listed", async ({
    page,
    context,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    const before = page.url();
    await goOffline(page, context);
    for (const name of ["New Chat", "Grok"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await expectNotice(page, "Error", "Failed to create new chat");
      await expect(toast(page, "Failed to create new chat")).toHaveCount(name === "Grok" ? 2 : 1);
    }
    await expect(page).toHaveURL(before);
    await context.setOffline(false);
    await page.reload();
    await expect(chats(page).getByRole("link")).toHaveText(["First"]);
  });

  test("a chat that cannot be deleted is said, and stays", async ({ page, context }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    const before = page.url();
    await goOffline(page, context);
    await deleteChat(page, "First");
    await expectNotice(page, "Error", "Failed to delete chat");
    await expect(page).toHaveURL(before);
    await expect(chats(page).getByRole("link")).toHaveText(["First"]);
    await context.setOffline(false);
    await deleteChat(page, "First");
    await expect(toast(page, "Chat deleted")).toBeVisible();
    await expect(chats(page).getByRole("link")).toHaveCount(0);
  });
});

test.describe("sending (SPEC 8)", () => {
  test("without a network it is 'Failed to send message', in a chat and from home", async ({
    page,
    context,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await goOffline(page, context);
    await send(page, "Into the void");
    await expectNotice(page, "Error", "Failed to send message");
    await expect(messages(page).nth(2)).toContainText("Into the void");
    await toast(page, "Failed to send message").getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page, "Failed to send message")).toHaveCount(0);
    await page.getByRole("link", { name: "Quartet" }).click();
    await homeBox(page).fill("From home");
    await homeBox(page).press("Enter");
    await expectNotice(page, "Error", "Failed to send message");
    await expect(homeBox(page)).toHaveValue("From home");
  });

  test("the server's own words are shown when it has some", async ({ page, product, member }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    const id = new URL(page.url()).pathname.split("/").pop() ?? "";
    const gone = await product.send(`/rest/v1/chats?id=eq.${id}`, {
      method: "DELETE",
      headers: { apikey: product.secrets.secretKey },
    });
    expect(gone.ok).toBe(true);
    await send(page, "Is anybody there?");
    await expectNotice(page, "Error", "This chat could not be found.");
    const history = await writeHistory(product, member);
    expect(await history.read("chats", `user_id=eq.${history.userId}`)).toEqual([]);
  });

  test("a membership that has ended is 'Membership Required', for creating and for sending", async ({
    page,
    product,
    member,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await product.setMembership({ email: member.email, status: "expired" });
    await page.getByRole("button", { name: "New Chat" }).click();
    await expectNotice(
      page,
      "Membership Required",
      "You need an active membership to create chats. Please upgrade your account.",
    );
    await send(page, "Keep me");
    await expectNotice(
      page,
      "Membership Required",
      "You need an active membership to send messages. Please upgrade your account.",
    );
    await expect(composer(page)).toHaveValue("Keep me");
  });

  test("an error without a text gets the fallback of what was asked", async ({ page }) => {
    // Ours always gives one: this is a gateway before it.
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    const page429 = { status: 429, contentType: "text/html", body: "<h1>Slow down</h1>" };
    await page.route("**/api/**", (route) => route.fulfill(page429));
    await send(page, "Too much");
    await expectNotice(page, "Error", "Failed to send message");
    await page.getByRole("button", { name: "New Chat" }).click();
    await expectNotice(page, "Error", "Failed to create chat");
    await page.getByRole("link", { name: "Quartet" }).click();
    await homeBox(page).fill("Far too much");
    await homeBox(page).press("Enter");
    await expectNotice(page, "Error", "Failed to start chat");
  });
});

test("success is said: 'New chat created' and 'Chat deleted'", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(toast(page, "New chat created").locator("[data-title]")).toHaveText(
    "New chat created",
  );
  await expect(page).toHaveURL(/\/chats\//);
  await deleteChat(page, "New conversation");
  await expect(toast(page, "Chat deleted").locator("[data-title]")).toHaveText("Chat deleted");
});

test("a notice that cannot be shown yet waits for the network, and the page stands", async ({
  page,
  context,
}) => {
  // Nothing is fetched ahead: the first failure finds the browser without what shows notices.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto("/");
  await expect(chats(page).getByText("Your chats will be listed here.")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(page.getByRole("button", { name: "New Chat" })).toBeEnabled();
  await expect(homeBox(page)).toBeVisible();
  await context.setOffline(false);
  await expectNotice(page, "Error", "Failed to create new chat");
});
