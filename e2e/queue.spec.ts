import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  chatPane,
  chats,
  composer,
  goOffline,
  homeBox,
  messages,
  send,
  startChatFromHome,
  test,
  askAll,
  startAnsweredChat,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member's queued messages, to one or all four, survive a reload, wait for a whole reply, and can be taken back [composer.stop-stays] [composer.queue] [composer.queue-held]", async ({
  page,
  providers,
}) => {
  const waiting = page.getByRole("region", { name: "Waiting message" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const sendButton = page.getByRole("button", { name: "Send after this reply" });
  providers.script("by hand");
  await startChatFromHome(page, "First");
  const first = await providers.next();
  first.write("The first ");

  await expect(stop).toBeVisible();
  await expect(page.getByRole("button", { name: "Send message" })).toHaveCount(0);
  await composer(page).fill("Second");
  await expect(stop).toBeVisible();
  await sendButton.click();
  await expect(composer(page)).toHaveValue("");
  await expect(waiting).toContainText("Second");
  await expect(waiting).toContainText("Will be sent when the reply is complete.");
  await send(page, "Third");
  await expect(waiting).toHaveCount(2);

  // Taken back, before what is typed.
  await composer(page).fill("typed");
  await waiting.last().getByRole("button", { name: "Take back" }).click();
  await expect(composer(page)).toHaveValue("Third\n\ntyped");
  await expect(composer(page)).toBeFocused();
  await composer(page).fill("");
  await expect(waiting).toHaveCount(1);

  // It is there after a reload, in another tab too, and is sent once.
  await page.reload();
  await expect(waiting).toContainText("Second");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("region", { name: "Waiting message" })).toContainText("Second");
  providers.forget();
  first.end("reply.");
  const second = await providers.next();
  expect(second.request.messages.at(-1)?.content).toBe("Second");
  await expect(waiting).toHaveCount(0);
  await expect(chatPane(page)).toContainText("The first reply.");
  second.end("The second reply.");
  await expect(messages(page)).toHaveCount(4);
  expect(providers.count()).toBe(1);
  await other.close();

  // A reply that fails holds it back until its person decides.
  await send(page, "Fourth");
  const third = await providers.next();
  await send(page, "Fifth");
  await expect(waiting).toContainText("Fifth");
  third.fail(400);
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(waiting).toContainText("Not sent: the reply it waited for is not complete.");
  await waiting.getByRole("button", { name: "Send now" }).click();
  const fourth = await providers.next();
  expect(fourth.request.messages.at(-1)?.content).toContain("Fifth");
  fourth.end("The last reply.");
  await expect(messages(page).last()).toContainText("The last reply.");
  await expect(waiting).toHaveCount(0);

  // A message can wait for its turn to be put to all four models.
  await send(page, "Sixth");
  const sixth = await providers.next();
  sixth.write("Half");
  await askAll(page, "Seventh");
  await expect(waiting).toContainText("Seventh");
  await expect(waiting).toContainText(
    "Will be sent to all four models when the reply is complete.",
  );
  await page.reload();
  await expect(waiting).toContainText(
    "Will be sent to all four models when the reply is complete.",
  );
  sixth.finish();
  const asked = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  expect(new Set(asked.map(({ request }) => request.model)).size).toBe(4);
  for (const call of asked) {
    expect(call.request.messages.at(-1)?.content).toContain("Seventh");
    call.end("One of four.");
  }
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  await expect(waiting).toHaveCount(0);
});

test("a member's message goes out behind three whole replies of four, when the last one fails while another page is shown [composer.queue]", async ({
  page,
  providers,
  history,
}) => {
  await startAnsweredChat(page, "First");
  const chatId = page.url().split("/").at(-1);
  providers.script("by hand");
  await askAll(page, "All of you");
  const asked = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  await send(page, "Behind");
  await expect(page.getByRole("region", { name: "Waiting message" })).toContainText("Behind");
  await page.getByRole("link", { name: "Quartet" }).click();
  await expect(homeBox(page)).toBeVisible();
  const [last, ...others] = asked;
  for (const call of others) call.end("One of four.");
  const replies = () => history.read("messages", `chat_id=eq.${chatId}&role=eq.assistant`);
  await expect.poll(replies).toHaveLength(4);
  last?.fail(401);
  const behind = await providers.next();
  expect(behind.request.messages.at(-1)?.content).toContain("Behind");
  behind.end("Next.");
});

test("a member who stops a further reply, after they have chosen one of four, finds what waited for it held [composer.queue-held]", async ({
  page,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  await askAll(page, "All of you");
  const use = page.getByRole("button", { name: "Use this answer" });
  await expect(use).toHaveCount(4);
  await use.first().click();
  providers.script("by hand");
  await page.getByRole("button", { name: "Ask again" }).last().click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const further = await providers.next();
  further.write("Half of it");
  await expect(chatPane(page)).toContainText("Half of it");
  await send(page, "Waits");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("You stopped this reply.")).toBeVisible();
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain(`waitsFor\\":\\"person`);
  await expect(page.getByRole("region", { name: "Waiting message" })).toContainText(
    "Not sent: the reply it waited for is not complete.",
  );
});

test("a member who stops a reply finds what waited for it held, which never follows by itself what they send while it stops [composer.queue-held] [composer.stop-stays] [reply.stop]", async ({
  page,
  providers,
}) => {
  const HELD = "Not sent: the reply it waited for is not complete.";
  const waiting = page.getByRole("region", { name: "Waiting message" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const askAll = page.getByRole("button", { name: "Ask all four" });
  providers.script("by hand");
  await startChatFromHome(page, "First");
  const first = await providers.next();
  first.write("Half of it");
  await expect(chatPane(page)).toContainText("Half of it");
  await send(page, "Before");
  await expect(waiting).toContainText("Will be sent when the reply is complete.");

  // A Stop that fails changes nothing for those that wait.
  const reached = ["lost", "delivered"].map(() => Promise.withResolvers<void>());
  const [lost, delivered] = reached;
  const stops = [...reached];
  await page.route("**/send_message", async (route) => {
    const isStop = route.request().postData()?.includes('"stop":true') === true;
    const sent = isStop ? stops.shift() : undefined;
    await sent?.promise;
    await (sent !== undefined && sent === lost ? route.abort() : route.continue());
  });
  await stop.click();
  await expect(waiting).toContainText(HELD);
  await send(page, "Too early");
  await expect(waiting.last()).toContainText("Will be sent when the reply has ended.");
  lost?.resolve();
  await expect(waiting.last()).toContainText("Will be sent when the reply is complete.");
  await expect(waiting.first()).toContainText("Will be sent when the reply is complete.");
  await waiting.last().getByRole("button", { name: "Take back" }).click();
  await composer(page).fill("");
  await expect(waiting).toHaveCount(1);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await stop.click();
  await expect(stop).toHaveCount(0);
  await expect(waiting).toContainText(HELD);
  first.write(" and more");
  await expect(chatPane(other)).toContainText("Half of it and more");
  await other.close();
  await expect(chatPane(page)).not.toContainText("and more");
  await composer(page).fill("After");
  await askAll.click();
  await expect(waiting).toHaveCount(2);
  await expect(waiting.last()).toContainText(
    "Will be sent to all four models when the reply has ended.",
  );
  delivered?.resolve();
  const asked = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  for (const call of asked) {
    expect(call.request.messages.at(-1)?.content).toContain("After");
    call.write("One of four.");
  }
  await expect(messages(page).nth(1)).toContainText("Half of it and more");
  await expect(messages(page).nth(1)).toContainText("You stopped this reply.");
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText("Before");
  await expect(waiting).toContainText(HELD);
  for (const call of asked) call.finish();
  const use = page.getByRole("button", { name: "Use this answer" });
  await expect(use).toHaveCount(4);

  // It does not follow the next one either, until its person says so.
  await send(page, "Later");
  const later = await providers.next();
  expect(later.request.messages.at(-1)?.content).toBe("Later");
  await expect(waiting).toContainText(HELD);
  await waiting.getByRole("button", { name: "Send now" }).click();
  await expect(waiting).toContainText("Will be sent when the reply is complete.");
  later.end("The later reply.");
  const before = await providers.next();
  expect(before.request.messages.at(-1)?.content).toBe("Before");
  before.write("Half of that");
  await expect(chatPane(page)).toContainText("Half of that");
  await send(page, "Last");
  await stop.click();
  await expect(page.getByText("You stopped this reply.")).toHaveCount(2);
  await expect(waiting).toContainText(HELD);

  // Nor does it follow another reply to the question that was stopped.
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain(`waitsFor\\":\\"person`);
  await page.getByRole("button", { name: "Ask again" }).last().click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const again = await providers.next();
  again.write("Another reply");
  await expect(chatPane(page)).toContainText("Another reply");
  await expect(waiting).toContainText(HELD);
  again.finish();
  await expect(stop).toHaveCount(0);
  await waiting.getByRole("button", { name: "Send now" }).click();
  const last = await providers.next();
  expect(last.request.messages.at(-1)?.content).toBe("Last");
  last.end("The last reply.");
  await expect(chatPane(page)).toContainText("The last reply.");
  await expect(waiting).toHaveCount(0);
});

const OFFLINE = "Will be sent when you are online again";

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test("a member with text in the box stops a reply, and stops one to send at once what waits for it [composer.stop-stays] [composer.queue]", async ({
    page,
    providers,
  }) => {
    const waiting = page.getByRole("region", { name: "Waiting message" });
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    const now = waiting.getByRole("button", { name: "Stop and send now" });
    providers.script("by hand");
    await startChatFromHome(page, "First");
    (await providers.next()).write("Half of it");
    await expect(chatPane(page)).toContainText("Half of it");
    await send(page, "Second");
    await send(page, "Third");
    await composer(page).fill("typed");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(stop).toBeInViewport({ ratio: 1 });
      const later = page.getByRole("button", { name: "Send after this reply" });
      await expect(later).toBeEnabled();
      // An arrow and a clock.
      await expect(later.locator("svg")).toHaveCount(2);
      await expect(waiting.getByRole("button", { name: "Take back" })).toHaveCount(2);
      expect(await violationsOn(page)).toStrictEqual([]);
    }

    await now.first().click();
    const second = await providers.next();
    expect(second.request.messages.at(-1)?.content).toBe("Second");
    await expect(messages(page).nth(1)).toContainText("You stopped this reply.");
    await expect(waiting).toHaveCount(1);
    await expect(waiting).toContainText("Will be sent when the reply is complete.");
    await expect(composer(page)).toHaveValue("typed");
    second.end("All of it");
    const third = await providers.next();
    expect(third.request.messages.at(-1)?.content).toBe("Third");
    third.write("Half of that");
    await expect(chatPane(page)).toContainText("Half of that");
    await stop.click();
    await expect(page.getByText("You stopped this reply.")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Send message" })).toBeEnabled();
    await expect(composer(page)).toHaveValue("typed");
  });
});

const WIDE = { width: 1280, height: 800 };

/** There, and in a wide window. */
async function expectUsable(page: Page): Promise<void> {
  const size = page.viewportSize() ?? WIDE;
  for (const each of [WIDE, size]) {
    await page.setViewportSize(each);
    expect(await violationsOn(page)).toStrictEqual([]);
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test("a member's offline messages go once and in order when the network is back, also from two tabs and after a reload [composer.offline]", async ({
    page,
    context,
    history,
  }) => {
    const waiting = page.getByRole("region", { name: "Waiting message" });
    await startAnsweredChat(page, "First");
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(messages(other)).toHaveCount(2);
    await page.bringToFront();
    await goOffline(page, context);
    await send(page, "Second");
    await expect(composer(page)).toHaveValue("");
    await expect(waiting).toContainText(OFFLINE);
    await expect(page.getByRole("button", { name: "Send message" })).toBeVisible();
    await send(page, "Third");
    await askAll(page, "Fourth");
    await expect(waiting.last()).toContainText("to all four models when you are online again");
    await expect(other.getByRole("region", { name: "Waiting message" })).toHaveCount(3);
    await waiting.nth(1).getByRole("button", { name: "Take back" }).click();
    await expect(composer(page)).toHaveValue("Third");
    await expect(composer(page)).toBeFocused();
    await composer(page).fill("");
    await expect(waiting).toHaveCount(2);
    await expectUsable(page);
    const sentIds = await page.evaluate(() =>
      Object.keys(localStorage).flatMap((key) =>
        key.startsWith("out:") ? (key.split(":").at(-1) ?? []) : [],
      ),
    );

    await context.setOffline(false);
    await expect(chatPane(page).getByText("You asked: Second")).toBeVisible();
    await expect(chatPane(page).getByText("You asked: Fourth")).toHaveCount(4);
    await expect(waiting).toHaveCount(0);
    await other.close();

    // The page is left before the network is back; then its person is in another chat.
    await goOffline(page, context);
    await send(page, "Fifth");
    await expect(waiting).toContainText(OFFLINE);
    const url = page.url();
    await page.goto("about:blank");
    await context.setOffline(false);
    await page.goto(url);
    await expect(chatPane(page).getByText("You asked: Fifth")).toBeVisible();
    await goOffline(page, context);
    await send(page, "Sixth");
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await expect(page).not.toHaveURL(url);
    await context.setOffline(false);

    const contents = ["First", "Second", "Fourth", "Fifth", "Sixth"];
    await expect.poll(() => history.questions()).toStrictEqual(contents);
    const sent = `user_id=eq.${history.userId}&content=in.(Second,Fourth)&role=eq.user`;
    const rows = await history.read("messages", `${sent}&order=created_at`);
    expect(rows.map((row) => row["id"])).toStrictEqual(sentIds.sort());
  });

  test("a member whose page is reloaded as the network comes back has what waited sent once, in order [composer.offline]", async ({
    page,
    context,
    history,
  }) => {
    const waiting = page.getByRole("region", { name: "Waiting message" });
    await startAnsweredChat(page, "First");
    await goOffline(page, context);
    await send(page, "Second");
    await send(page, "Third");
    await expect(waiting).toHaveCount(2);
    const sending = page.waitForRequest("**/api/send_message");
    await page.route("**/api/send_message", () => undefined);
    await context.setOffline(false);
    await sending;
    await page.unroute("**/api/send_message");
    await page.reload();
    await expect(chatPane(page).getByText("You asked: Third")).toBeVisible();
    expect(await history.questions()).toStrictEqual(["First", "Second", "Third"]);
  });

  test("a member can send from home and open a new chat offline; messages start their chats when the network is back [composer.offline] [typing.new-chat-offline]", async ({
    page,
    context,
  }) => {
    const waiting = page.getByRole("region", { name: "Waiting message" });
    const calls: string[] = [];
    page.on("request", (request) => {
      const call = request.url().split("/api/")[1];
      if (call !== undefined && call !== "update_chat") calls.push(call);
    });
    await page.goto("/");
    await expect(homeBox(page)).toBeVisible();
    await goOffline(page, context);
    await send(page, "From home", homeBox(page));
    await expect(page).toHaveURL(/\/chats\//);
    await expect(waiting).toContainText(OFFLINE);
    await waiting.getByRole("button", { name: "Take back" }).click();
    await expect(composer(page)).toHaveValue("From home");
    await composer(page).press("Enter");
    await send(page, "And then");
    await expect(waiting).toHaveCount(2);
    await expectUsable(page);
    await page.goBack();
    await expect(homeBox(page)).toBeVisible();
    await expect(waiting.first()).toContainText("From home");
    await expect(waiting.first()).toContainText(OFFLINE);
    await expectUsable(page);
    await page.goForward();
    await expect(waiting).toHaveCount(2);
    await context.setOffline(false);
    await expect(chatPane(page).getByText("You asked: From home")).toBeVisible();
    await expect(chatPane(page).getByText("You asked: And then")).toBeVisible();
    await expect(messages(page)).toHaveCount(4);

    await goOffline(page, context);
    const before = page.url();
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await expect(page).not.toHaveURL(before);
    const url = page.url();
    await expect(composer(page)).toBeFocused();
    await expect(chatPane(page).getByRole("heading")).toBeVisible();
    await expectUsable(page);
    await composer(page).fill("Typed offline");
    await context.setOffline(false);
    // It is there after a reload too, although the server knows nothing of it.
    await page.goto(url);
    await expect(composer(page)).toHaveValue("Typed offline");
    await composer(page).press("Enter");
    await expect(chatPane(page).getByText("You asked: Typed offline")).toBeVisible();
    await expect(page).toHaveURL(url);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await page.setViewportSize(WIDE);
    await expect(chats(page).getByRole("link")).toHaveCount(2);
    expect(calls).toStrictEqual(["start_chat", "send_message", "start_chat"]);

    // One that is left without sending is in the list once there is a network.
    await goOffline(page, context);
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await composer(page).fill("Left offline");
    await chats(page).getByRole("link").first().click();
    await expect(composer(page)).toHaveValue("");
    await context.setOffline(false);
    await chats(page).getByRole("link", { name: "New conversation" }).click();
    await expect(composer(page)).toHaveValue("Left offline");
  });

  test("a member finds at home what waited and was typed in a chat that another device has deleted meanwhile [composer.queue-held] [drafts.chat-gone]", async ({
    page,
    context,
    history,
  }) => {
    await page.setViewportSize(WIDE);
    const [, gone = ""] = await history.chats(["Another", "To be deleted"]);
    await page.goto(`/chats/${gone}`);
    await expect(composer(page)).toBeVisible();
    await goOffline(page, context);
    await send(page, "One");
    await send(page, "Two");
    await composer(page).fill("Three");
    await chats(page).getByRole("link", { name: "Another" }).click();
    await history.remove("chats", gone);
    await context.setOffline(false);
    await expect(chats(page).getByRole("link")).toHaveCount(1);
    await page.getByRole("link", { name: "Quartet" }).click();
    await expect(homeBox(page)).toHaveValue("One\n\nTwo\n\nThree");
  });
});
