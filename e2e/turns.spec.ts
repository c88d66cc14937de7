import type { Request, Route } from "@playwright/test";
import {
  askAll,
  chats,
  chatPane,
  composer,
  deleteChatByMenu,
  ECHO,
  expectQuiet,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
  toast,
  openChat,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member sees 'Thinking...' and a growing reply, hears it once, stops another before its first word, and retries [reply.streams] [reply.thinking] [access.announced] [reply.stop-unwritten] [access.keyboard]", async ({
  page,
  providers,
}) => {
  providers.script("by hand");
  await startChatFromHome(page, "Tell me a lot");
  const reply = await providers.next();
  await expect(chatPane(page).getByText("Thinking...")).toBeVisible();
  await expect(page.getByRole("status").getByText("Thinking", { exact: true })).toBeAttached();
  for (const word of ["One ", "two ", "three"]) {
    reply.write(word);
    await expect(chatPane(page).getByText(word)).toBeVisible();
  }
  await expect(chatPane(page).getByText("Thinking...")).toBeHidden();
  await expect(page.getByRole("status").getByText("two")).toHaveCount(0);
  reply.finish();
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByRole("status").getByText("One two three")).toBeAttached();
  expect(await chatPane(page).getAttribute("aria-live")).toBeNull();

  await send(page, "And more");
  await providers.next();
  await page.getByRole("button", { name: "Stop" }).press("Enter");
  await expectQuiet(messages(page).nth(2).getByText("Stopped.", { exact: true }));
  await expect(composer(page)).toBeFocused();
  await expect(toast(page, "Error")).toHaveCount(0);
  providers.script(ECHO);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: And more")).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
});

test("a member stops replies by the Stop button and by Esc, keeps what was written after a reload, and goes on [reply.stop]", async ({
  page,
  providers,
}) => {
  // The stored reply is shown whole at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const way of ["the Stop button", "Esc"] as const) {
    providers.script("by hand");
    const isFirst = way === "the Stop button";
    if (isFirst) await startChatFromHome(page, "Tell me a lot");
    else await send(page, "Tell me more");
    const reply = messages(page).nth(isFirst ? 1 : 5);
    (await providers.next()).write("The first words");
    await expect(page.locator("[aria-busy=true] > [dir=auto]")).toContainText("The first words");
    if (isFirst) await page.getByRole("button", { name: "Stop" }).click();
    else await page.keyboard.press("Escape");
    await expect(messages(page)).toHaveCount(isFirst ? 2 : 6);
    await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
    await expect(composer(page), way).toBeFocused();
    const kept = await reply.textContent();
    expect(kept, way).toContain("The first words");
    await page.reload();
    await expect(reply, way).toHaveText(kept ?? "");
    providers.script(ECHO);
    await send(page, `Go on after ${way}`);
    await expect(chatPane(page).getByText(`You asked: Go on after ${way}`)).toBeVisible();
  }
});

test("a member stops a reply before the server has its question, and the stop follows the question [reply.stop]", async ({
  page,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  providers.script("by hand");
  for (const endpoint of ["send_message", "start_chat"]) {
    const held = Promise.withResolvers<Route>();
    await page.route(`**/api/${endpoint}`, (route) => held.resolve(route), { times: 1 });
    if (endpoint === "send_message") await send(page, "Slowly");
    else {
      await page.goto("/");
      await send(page, "Slowly", homeBox(page));
    }
    const route = await held.promise;
    await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
    await route.continue();
    await expect(chatPane(page).getByText("Stopped.", { exact: true })).toBeVisible();
    await expect(toast(page, "Error")).toHaveCount(0);
  }
});

test("a member who stops 'Ask all four' before the server has the question gets no reply of the other three either [reply.stop] [answers.all]", async ({
  page,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  providers.script("by hand");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/send_message")) asked.push(request.postData() ?? "");
  });
  const held = Promise.withResolvers<Route>();
  await page.route("**/api/send_message", (route) => held.resolve(route), { times: 1 });
  await askAll(page, "By mistake");
  const route = await held.promise;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  await route.continue();
  await expect(chatPane(page).getByText("Stopped", { exact: true })).toHaveCount(4);
  await expect(toast(page, "Error")).toHaveCount(0);
  // One for the message, one for the stop.
  expect(asked).toHaveLength(2);
});

test("a member reads another chat while a reply is written, and sees it only in its own chat [conversation.right-chat] [chats.select]", async ({
  page,
  providers,
  history,
}) => {
  await startAnsweredChat(page, "First chat");
  const first = page.url();
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page).not.toHaveURL(first);
  providers.script("by hand");
  await send(page, "Second chat");
  const reply = await providers.next();
  reply.write("Here are words");
  await expect(chatPane(page).getByText("Here are words")).toBeVisible();
  const second = page.url().split("/").at(-1);
  await chats(page).getByRole("link", { name: "First chat" }).click();
  await expect(page).toHaveURL(first);
  await expect(messages(page)).toHaveCount(2);
  await expect(chatPane(page).getByText("words")).toHaveCount(0);
  reply.end(" and more words");
  const answers = () => history.read("messages", `chat_id=eq.${second}&role=eq.assistant`);
  await expect.poll(answers).toHaveLength(1);
  await expect(chatPane(page).getByText("words")).toHaveCount(0);
  await chats(page).getByRole("link", { name: "Second chat" }).click();
  await expect(chatPane(page).getByText("Here are words and more words")).toBeVisible();
  await expect(messages(page)).toHaveCount(2);
});

test("a member whose Stop fails reads so and finds the whole reply later; a chat deleted during a reply never returns [reply.stop] [reply.leaving] [chats.delete-final]", async ({
  page,
  providers,
  history,
}) => {
  providers.script("by hand");
  await startChatFromHome(page, "Tell me a lot");
  const reply = await providers.next();
  reply.write("The first words");
  await expect(chatPane(page).getByText("The first words")).toBeVisible();
  // Without `times: 1`: a request at the moment in which a route ends may get no response.
  await page.route("**/api/send_message", (route) => route.abort());
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(toast(page, "Failed to stop the reply")).toBeVisible();
  await page.unroute("**/api/send_message");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.reload();
  await expect(chatPane(page).getByText("The first words")).toBeVisible();
  reply.end(" and the last");
  await expect(chatPane(page).getByText("The first words and the last")).toBeVisible();
  await expect(messages(page)).toHaveCount(2);

  const stream = (request: Request) => request.url().endsWith("/api/send_message");
  const ended = Promise.race([
    page.waitForEvent("requestfinished", stream),
    page.waitForEvent("requestfailed", stream),
  ]);
  await send(page, "And more");
  (await providers.next()).write("Still more words");
  await expect(chatPane(page).getByText("Still more words")).toBeVisible();
  await deleteChatByMenu(page, "Tell me a lot");
  await expect(page).toHaveURL("/");
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await expect(chats(page).getByRole("link")).toHaveCount(0);
  await ended;
  await expect(chats(page).getByRole("link")).toHaveCount(0);
  await expect(toast(page, "Error")).toHaveCount(0);
  await page.reload();
  await expect(chats(page).getByText("Your chats will be listed here.")).toBeVisible();
  expect(await history.read("chats", `user_id=eq.${history.userId}`)).toEqual([]);
});

test("a member sees a reply that was asked for elsewhere, and can retry at once what a dead function left unfinished [reply.unanswered] [answers.unfinished] [answers.one-read]", async ({
  page,
  history,
}) => {
  const [chatId = "", alive = ""] = await history.chats(["Dead", "Elsewhere"]);
  const soon = new Date(Date.now() + 20_000).toISOString();
  const asked = await history.question(alive, "Asked elsewhere", soon);
  await page.goto(`/chats/${alive}`);
  await expect(chatPane(page).getByText("Thinking...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await history.reply(alive, asked, "Written elsewhere");
  await expect(chatPane(page).getByText("Written elsewhere")).toBeVisible();
  await expect(chatPane(page).getByText("Thinking...")).toBeHidden();

  const over = new Date(Date.now() - 60_000).toISOString();
  const earlier = await history.question(chatId, "Who wrote this?", over);
  await history.pieces(earlier, ["Half of ", "a reply"]);
  await history.question(chatId, "Anybody?", over);
  const reads: string[] = [];
  page.on("request", (request) => {
    if (/\/rest\/v1\/rpc\/open_answers/.test(request.url())) reads.push(request.url());
  });
  // Renewing a claim takes seconds, and a page that took it for alive would show 'Thinking...' as long.
  await openChat(page, chatId, 3);
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(2);
  for (const visit of ["first", "second"]) {
    if (visit === "second") await page.reload();
    await expect(messages(page).nth(1)).toContainText("Half of a reply");
    await expect(messages(page).nth(1)).toContainText("Unfinished");
    await expect(messages(page).nth(1)).toContainText("The connection broke.");
    await expect(messages(page).nth(2)).toContainText("No reply was written to this message.");
    await expect(chatPane(page).getByText("Thinking...")).toHaveCount(0);
    await expect(chats(page).getByText("Replying")).toHaveCount(0);
  }
  // Each visit looks for what runs, and reads the chat's open answers.
  const before = reads.length;
  expect(before).toBeLessThanOrEqual(6);
  await page.getByRole("button", { name: "Retry" }).last().click();
  await expect(chatPane(page).getByText("You asked: Anybody?")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(1);
});
