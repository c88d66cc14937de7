import type { Page, Route } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  askAll,
  chats,
  composer,
  chatPane,
  deleteChatByMenu,
  ECHO,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { endSessions, expect, logInThroughForm } from "./support/product.ts";

test("a member sees the same chat in two tabs without a reload, in narrow windows too [conversation.other-tabs]", async ({
  page,
  context,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(messages(other)).toHaveCount(2);

  providers.script("by hand");
  await send(page, "Seen by both");
  await expect(messages(other)).toHaveCount(3);
  await expect(chatPane(other).getByText("Thinking...")).toBeVisible();
  await providers.answerNext("A reply for both");
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(other)).toHaveCount(4);
  await expect(chatPane(other).getByText("Thinking...")).toHaveCount(0);
  await expect(messages(other).nth(3)).toContainText("A reply for both");

  providers.script(ECHO);
  for (const each of [page, other]) await each.setViewportSize({ width: 680, height: 800 });
  await other.reload();
  await send(page, "Side by side");
  await expect(messages(other)).toHaveCount(6);
  await expect(messages(other).nth(5)).toContainText("You asked: Side by side");
  for (const each of [page, other]) await each.setViewportSize({ width: 1280, height: 720 });

  await other.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(toast(other, "New chat created")).toBeVisible();
  await expect(chats(page).getByRole("link")).toHaveCount(2);
  await deleteChatByMenu(other, "First");
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
});

test("a member who watches four long replies in a second tab reads each text hardly more than once there [conversation.other-tabs]", async ({
  page,
  context,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(messages(other)).toHaveCount(2);
  const text = "Thirty kilobytes of text. ".repeat(1_200);
  providers.script({ text, pieceCharacters: 300, pieceMs: 60 });
  const reads: Promise<number>[] = [];
  other.on("response", (response) => {
    if (!response.url().includes("/rest/v1/")) return;
    reads.push(
      response.body().then(
        ({ length }) => length,
        () => 0,
      ),
    );
  });
  await askAll(page, "At length");
  for (const each of [page, other])
    await expect(each.getByRole("button", { name: "Use this answer" })).toHaveCount(4, {
      timeout: 60_000,
    });
  const read = (await Promise.all(reads)).reduce((sum, length) => sum + length, 0);
  expect(read).toBeGreaterThan(text.length);
  expect(read).toBeLessThan(1.5 * 4 * text.length);
});

test("a member sees what one tab is sending as being sent in another, and with 'Retry' once it is not [failed.reloaded]", async ({
  page,
  context,
}) => {
  await startAnsweredChat(page, "First");
  let held = Promise.withResolvers<Route>();
  await page.route("**/api/send_message", (route) => held.resolve(route));
  await send(page, "Slowly");
  const slow = await held.promise;
  const other = await context.newPage();
  await other.goto(page.url());
  const isSent = async () => {
    await expect(messages(other).nth(2)).toContainText("Slowly");
    await expect(chatPane(other).getByText("Thinking...")).toBeVisible();
    await expect(other.getByRole("button", { name: "Retry" })).toHaveCount(0);
  };
  await isSent();
  // It is no failure either when the tab has looked for its reply in the database.
  await other.waitForResponse(/rest\/v1\/messages\?.*reply_to/);
  await isSent();
  await slow.abort();
  await expect(other.getByRole("button", { name: "Retry" })).toBeVisible();

  held = Promise.withResolvers();
  await page.getByRole("button", { name: "Retry" }).click();
  const again = await held.promise;
  await isSent();
  await again.continue();
  await expect(messages(other).nth(3)).toContainText("You asked: Slowly");
  await expect(messages(page).nth(3)).toContainText("You asked: Slowly");
});

test("a member stops a reply from another tab, and deletes the chat there during the next one, of which nothing is left here", async ({
  page,
  context,
  providers,
}) => {
  providers.script("by hand");
  await startChatFromHome(page, "Tell me a lot");
  const reply = await providers.next();
  reply.write("The first words");
  await expect(chatPane(page).getByText("The first words")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Stop" }).click();
  await expect(messages(other)).toHaveCount(2);
  await expect(messages(page)).toHaveCount(2);
  // The end of a reply comes at its pace.
  await expect
    .poll(() => messages(page).nth(1).textContent())
    .toBe(await messages(other).nth(1).textContent());

  await send(page, "And more");
  (await providers.next()).write("Still more words");
  await expect(chatPane(page).getByText("Still more words")).toBeVisible();
  await other.goto("/");
  await deleteChatByMenu(other, "Tell me a lot");
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  // Nor is anything of it read out.
  await expect(page.locator("output[aria-live]")).toHaveCount(0);
});

test("a member's drafts are kept for each chat and for home, and cleared in every tab when sent [drafts.kept]", async ({
  page,
  context,
}) => {
  await startAnsweredChat(page, "First");
  const first = page.url();
  await composer(page).fill("For the first chat");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page).not.toHaveURL(first);
  await expect(composer(page)).toHaveValue("");
  await composer(page).fill("For the new chat");
  await page.goto("/");
  await expect(chats(page).getByRole("link", { name: "First" })).toBeVisible();
  await homeBox(page).fill("For home");
  await page.reload();
  await expect(homeBox(page)).toHaveValue("For home");
  await chats(page).getByRole("link", { name: "First" }).click();
  await expect(composer(page)).toHaveValue("For the first chat");

  // The other tab shows the draft too, and clears it when this tab sends it.
  const other = await context.newPage();
  await other.goto(first);
  await expect(composer(other)).toHaveValue("For the first chat");
  await composer(page).press("Enter");
  await expect(messages(page)).toHaveCount(4);
  await expect(composer(other)).toHaveValue("");
  await page.reload();
  await expect(composer(page)).toHaveValue("");
  await chats(page).getByRole("link", { name: "New conversation" }).click();
  await expect(composer(page)).toHaveValue("For the new chat");
});

test("what a member had typed in a chat that is deleted elsewhere is in the home box, until an Undo brings it back [drafts.chat-gone]", async ({
  page,
  device: far,
  context,
  providers,
  history,
}) => {
  const [chatId = "", second = ""] = await history.chats(["Where is Rome?", "Where is Athens?"]);
  await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await history.messages(second, ["Where is Athens?", "In Greece."]);
  const gone = (where: Page) =>
    where.getByRole("heading", { name: "This conversation is not here" });
  const kept = (where: Page) => where.getByText("What you typed is kept");
  await page.clock.install();
  await page.goto("/");
  await homeBox(page).fill("At home");
  await chats(page).getByRole("link", { name: "Where is Rome?" }).click();
  // Three kinds of text: an edited message, one that waits for a reply, and one that is being typed.
  await messages(page).first().getByRole("button", { name: "Edit in a new chat" }).click();
  const edited = page.getByRole("dialog").getByRole("textbox", { name: "Message" });
  await edited.fill("Where was Rome?");
  await page.keyboard.press("Escape");
  providers.script("by hand");
  await send(page, "Since when?");
  const call = await providers.next();
  call.write("For as long");
  await expect(chatPane(page)).toContainText("For as long");
  await send(page, "And until when?");
  await composer(page).fill("Not sent yet");
  const all = "At home\n\nAnd until when?\n\nNot sent yet\n\nWhere was Rome?";

  const other = await context.newPage();
  await other.goto(`/chats/${second}`);
  await deleteChatByMenu(other, "Where is Rome?");
  const undo = toast(other, "Chat deleted").getByRole("button", { name: "Undo" });
  await undo.focus();
  await expect(gone(page)).toBeVisible();
  await expect(kept(page)).toBeVisible();
  // It stays there while it is read again.
  const isRead = page.waitForResponse("**/rest/v1/chats?*user_id*");
  await page.evaluate(() => {
    const note = () => document.querySelector("textarea") && sessionStorage.setItem("box", "shown");
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  const change = { userId: history.userId, chatId };
  await other.evaluate((message) => new BroadcastChannel("chats").postMessage(message), change);
  await isRead;
  expect(await page.evaluate(() => sessionStorage.getItem("box"))).toBeNull();
  await page.getByRole("button", { name: "Start a new conversation" }).click();
  await expect(homeBox(page)).toHaveValue(all);
  await undo.click();
  await expect(homeBox(page)).toHaveValue("At home");
  await chats(page).getByRole("link", { name: "Where is Rome?" }).click();
  await expect(composer(page)).toHaveValue("Not sent yet");
  await expect(chatPane(page)).toContainText("And until when?");
  await expect(messages(page).first()).toContainText("Where is Rome?");
  await messages(page).first().getByRole("button", { name: "Edit in a new chat" }).click();
  await expect(edited).toHaveValue("Where was Rome?");
  await page.keyboard.press("Escape");

  // The other device deletes it. This one learns of it when it is looked at again.
  await far.goto("/");
  await deleteChatByMenu(far, "Where is Rome?");
  const undoThere = toast(far, "Chat deleted").getByRole("button", { name: "Undo" });
  await undoThere.focus();
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(gone(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(kept(page)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await undoThere.click();
  await expect(undoThere).toHaveCount(0);
  await expect(chats(far).getByRole("link", { name: "Where is Rome?" })).toBeVisible();
  // It is looked for while the page is seen.
  await page.clock.fastForward(15_000);
  await expect(chatPane(page)).toContainText("In Italy.");
  await expect(composer(page)).toHaveValue("Not sent yet");
  // The tabs have one clock again.
  await page.clock.setSystemTime(Date.now());
  await page.goto("/");
  await expect(homeBox(page)).toHaveValue("At home");

  // The deletion becomes final while this page stands there, and the page is reloaded.
  await chats(page).getByRole("link", { name: "Where is Rome?" }).click();
  await expect(composer(page)).toHaveValue("Not sent yet");
  await other.reload();
  await deleteChatByMenu(other, "Where is Rome?");
  await expect(kept(page)).toBeVisible();
  await toast(other, "Chat deleted").getByRole("button", { name: "Dismiss" }).click();
  const inPlace = () =>
    page.evaluate((id) => id in localStorage, `draft:${history.userId}:${chatId}`);
  await expect.poll(inPlace).toBe(false);
  await page.reload();
  await expect(kept(page)).toBeVisible();
  await page.getByRole("button", { name: "Start a new conversation" }).click();
  await expect(homeBox(page)).toHaveValue(all);
});

test("a member who types in two boxes in two tabs at once, and sends from one, loses nothing [drafts.two-tabs]", async ({
  page,
  context,
}) => {
  await startAnsweredChat(page, "First");
  const other = await context.newPage();
  await other.goto("/");
  await Promise.all([
    composer(page).pressSequentially("In the chat"),
    homeBox(other).pressSequentially("At home"),
  ]);
  await Promise.all([
    composer(page).press("Enter"),
    homeBox(other).pressSequentially(", and more of it"),
  ]);
  await Promise.all([
    composer(page).pressSequentially("And then"),
    homeBox(other).pressSequentially(" while the other is sent"),
  ]);
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(2)).toContainText("In the chat");
  await page.reload();
  await other.reload();
  await expect(composer(page)).toHaveValue("And then");
  await expect(homeBox(other)).toHaveValue("At home, and more of it while the other is sent");
  await expect(messages(page)).toHaveCount(4);
});

test("a member who types in a tab that was frozen undoes nothing of what another tab has sent and typed meanwhile [drafts.two-tabs]", async ({
  page,
  context,
}) => {
  await startAnsweredChat(page, "First");
  await composer(page).fill("Typed before");
  const frozen = await context.newPage();
  await frozen.addInitScript(() => {
    const onStorage = (event: Event) => {
      if (document.body.dataset["frozen"]) event.stopImmediatePropagation();
    };
    window.addEventListener("storage", onStorage, true);
  });
  await frozen.goto("/");
  await expect(homeBox(frozen)).toBeVisible();
  await frozen.evaluate(() => (document.body.dataset["frozen"] = "yes"));

  await composer(page).press("Enter");
  await expect(messages(page)).toHaveCount(4);
  await composer(page).fill("Typed since");
  await homeBox(frozen).pressSequentially("At home");
  await frozen.evaluate(() => delete document.body.dataset["frozen"]);
  await frozen.evaluate(() => window.dispatchEvent(new StorageEvent("storage")));
  await expect(homeBox(frozen)).toHaveValue("At home");
  await chats(frozen).getByRole("link", { name: "First" }).click();
  await expect(composer(frozen)).toHaveValue("Typed since");
  await page.reload();
  await expect(composer(page)).toHaveValue("Typed since");
  await expect(messages(page)).toHaveCount(4);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Typed before");
});

test("a member whose session has ended elsewhere is asked to log in when they send, and finds the message after that [drafts.expired-session]", async ({
  page,
  product,
  member,
}) => {
  // The page reports the reply as seen a second later, and a refusal of that would end its session too early.
  const seen = page.waitForResponse("**/api/update_chat");
  await startAnsweredChat(page, "First");
  const chat = page.url();
  await seen;
  await endSessions(page, product);
  await send(page, "Still here");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
  await logInThroughForm(page, member);
  await page.goto(chat);
  await expect(messages(page).nth(2)).toContainText("Still here");
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(messages(page)).toHaveCount(4);
});

test("a member whose message is refused with 401 in a valid session is not asked to log in, and sends it by 'Retry' [session.refused]", async ({
  page,
}) => {
  await startAnsweredChat(page, "First");
  let refusals = 0;
  await page.route("**/api/send_message", (route) => {
    refusals += 1;
    return route.fulfill({ status: 401, json: { error: "Your session has ended." } });
  });
  await send(page, "Still here");
  await expect(toast(page, "Failed to send message")).toBeVisible();
  expect(refusals).toBe(2);
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toHaveCount(0);
  await expect(toast(page, "Your session has ended")).toHaveCount(0);
  await page.unroute("**/api/send_message");
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(2)).toContainText("Still here");
});
