import { violationsOn } from "./support/axe.ts";
import { boxOf, edgesOf } from "./support/box-of.ts";
import {
  composer,
  expectNotice,
  chatPane,
  chats,
  ECHO,
  homeBox,
  messages,
  send,
  startChatFromHome,
  test,
  toast,
  askAll,
  startAnsweredChat,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

test("a member sees a refused or lost message in its place, also after a reload, and sends it once by Retry [failed.stays] [failed.offline] [notices.send-failed]", async ({
  page,
  providers,
  history,
}) => {
  await startAnsweredChat(page, "First");
  providers.script({ failure: { status: 400, message: "secret words of a provider" } });
  await send(page, "Second");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(toast(page, "Error")).toBeVisible();
  await expect(messages(page).nth(2)).toContainText("Second");
  await expect(page.getByRole("status").getByText("could not answer this question")).toBeAttached();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await expect(page.getByText("secret words")).toHaveCount(0);
  await expect(composer(page)).toHaveValue("");

  await page.reload();
  await expect(messages(page).nth(2)).toContainText("could not answer this question");
  providers.script(ECHO);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(messages(page).nth(2)).toBeFocused();
  await expect(chatPane(page).getByText("You asked: Second")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  expect(await history.questions()).toStrictEqual(["First", "Second"]);

  await page.route("**/api/send_message", (route) => route.abort());
  await send(page, "Lost on the way");
  await expectNotice(page, "Error", "Failed to send message");
  await expect(messages(page).nth(4)).toContainText("Failed to send message");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [retry, edit] = await Promise.all(
      ["Retry", "Edit"].map((name) => boxOf(page.getByRole("button", { name, exact: true }))),
    );
    expect(edit?.y, `side by side at ${width} px`).toBe(retry?.y);
  }
  await page.reload();
  await expect(messages(page).nth(4)).toContainText("Lost on the way");
  await page.unroute("**/api/send_message");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: Lost on the way")).toBeVisible();
  await page.reload();
  await expect(messages(page)).toHaveCount(6);
  expect(await history.questions()).toStrictEqual(["First", "Second", "Lost on the way"]);
});

test("a member who sends too fast reads when to try again, retries or edits the message, and sees a text for every error [failed.edit] [failed.limit] [notices.fallbacks]", async ({
  page,
}) => {
  await page.clock.install();
  await startAnsweredChat(page, "First");
  await page.route("**/api/send_message", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "34" },
      json: { error: "You are going too fast. Please try again in 34 seconds." },
    }),
  );
  await send(page, "Too fast");
  await expect(messages(page).nth(2)).toContainText("try again in 34 seconds");
  await page.clock.fastForward("00:35");
  await expect(messages(page).nth(2)).toContainText("You can try again now.");
  await expect(messages(page).nth(2)).not.toContainText("34 seconds");
  await page.unroute("**/api/send_message");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: Too fast")).toBeVisible();
  await expect(messages(page)).toHaveCount(4);

  await page.route("**/api/send_message", (route) => route.abort());
  await send(page, "With a tpyo");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(composer(page)).toHaveValue("With a tpyo");
  await expect(messages(page)).toHaveCount(4);

  // Our functions always send a text; a gateway in front of them may not.
  const tooMany = { status: 429, contentType: "text/html", body: "<h1>Slow down</h1>" };
  await page.route("**/api/**", (route) => route.fulfill(tooMany));
  await send(page, "Too much");
  await expectNotice(page, "Error", "Failed to send message");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expectNotice(page, "Error", "Failed to create chat");
  await page.getByRole("link", { name: "Quartet" }).click();
  await send(page, "Far too much", homeBox(page));
  await expectNotice(page, "Error", "Failed to start chat");
});

test("a member whose message a firewall or gateway refuses finds Retry, and reads of no membership or deleted chat [calls.codes]", async ({
  page,
  history,
}) => {
  await startAnsweredChat(page, "First");
  const address = page.url();
  for (const [index, status] of [403, 404, 410].entries()) {
    await page.route("**/api/send_message", (route) =>
      route.fulfill({ status, contentType: "text/html", body: "<h1>No</h1>" }),
    );
    const sent = messages(page).filter({ hasText: `Number ${status}` });
    await send(page, `Number ${status}`);
    await expect(sent.first()).toContainText("Failed to send message");
    await expect(toast(page, "Membership Required")).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(composer(page)).toHaveValue("");
    await page.unroute("**/api/send_message");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(messages(page)).toHaveCount(2 * index + 4);
  }
  expect(await history.questions()).toStrictEqual([
    "First",
    ...[403, 404, 410].map((status) => `Number ${status}`),
  ]);
});

test("a member whose membership has ended finds the message in the composer and is told why [failed.back-in-box] [notices.membership-required] [notices.membership-active] [composer.wall]", async ({
  page,
  product,
  member,
}) => {
  await startAnsweredChat(page, "First");
  await product.setMembership({ email: member.email, status: "cancelled" });
  await send(page, "Keep me");
  await expectNotice(
    page,
    "Membership Required",
    "You need an active membership to send messages. Please upgrade your account.",
  );
  await expect(composer(page)).toHaveValue("Keep me");
  await expect(messages(page)).toHaveCount(2);
  const card = page.getByText("Your membership ended. Your question is kept.");
  const plans = page.getByRole("link", { name: "Renew" });
  await expect(card).toBeVisible();
  await page.reload();
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 400 });
    await expect(plans).toBeInViewport({ ratio: 1 });
    // The conversation can be read to its end above it.
    await expect(async () => {
      expect((await edgesOf(chatPane(page))).bottom).toBeLessThanOrEqual((await boxOf(card)).y);
    }).toPass({ timeout: 30_000 });
    await expect(plans).toHaveAttribute("rel", "noopener noreferrer");
    await expect(composer(page)).toHaveValue("Keep me");
    expect(await violationsOn(page)).toStrictEqual([]);
  }
  // The page was opened before the membership began, also with the five minutes that a clock may be ahead.
  const startedAt = new Date(Date.now() + 299_900).toISOString();
  await product.setMembership({ email: member.email, status: "active", startedAt });
  // What was read within the last five seconds is not read again.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(plans).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText("Your membership has not started yet.")).toHaveCount(0);
  await expect(composer(page)).toHaveValue("Keep me");
  // It is said once, and not again after a reload.
  const active = page.getByRole("listitem").filter({ hasText: "Your membership is active" });
  await expect(active).toBeVisible();
  await page.reload();
  await expect(composer(page)).toHaveValue("Keep me");
  await expect(active).toHaveCount(0);
  await composer(page).press("Enter");
  await expect(chatPane(page).getByText("You asked: Keep me")).toBeVisible();
});

test("a member sends one message by pressing Enter three times, and reads 'Failed to send message' also at home [composer.once] [notices.send-failed]", async ({
  page,
  history,
}) => {
  await startAnsweredChat(page, "First");
  await composer(page).fill("Only once");
  await composer(page).evaluate((box) => {
    const enter = () =>
      box.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      );
    enter();
    enter();
    setTimeout(enter, 15);
  });
  await expect(chatPane(page).getByText("You asked: Only once")).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
  expect(await history.questions()).toStrictEqual(["First", "Only once"]);

  await page.route("**/api/start_chat", (route) => route.abort());
  await page.getByRole("link", { name: "Quartet" }).click();
  await send(page, "From home", homeBox(page));
  await expectNotice(page, "Error", "Failed to send message");
  await expect(homeBox(page)).toHaveValue("From home");
});

test("a member finds what they sent in the home box when its chat was deleted or could not start, also after a reload [notices.send-failed] [failed.back-in-box]", async ({
  page,
  history,
}) => {
  await startAnsweredChat(page, "First");
  await expect(chats(page).getByText("First")).toBeVisible();
  const chatId = page.url().split("/").at(-1) ?? "";
  // Else the page's report that the reply was seen would find the chat gone before the message does.
  const isSeen = async () => (await history.read("chats", `id=eq.${chatId}`))[0]?.["seen_at"];
  await expect.poll(isSeen).toBeTruthy();
  await history.remove("chats", chatId);
  await send(page, "Worth keeping");
  await expectNotice(page, "Error", "This chat has been deleted.");
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expect(chats(page).getByText("First")).toHaveCount(0);
  await page.goto("/");
  await expect(homeBox(page)).toHaveValue("Worth keeping");
  expect(await history.read("chats", `user_id=eq.${history.userId}`)).toEqual([]);

  await page.route("**/api/start_chat", (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Oops</h1>" }),
  );
  await send(page, "Do not lose me", homeBox(page));
  await expect(toast(page, "Failed to start chat")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(homeBox(page)).toHaveValue("Do not lose me");
  await page.reload();
  await expect(homeBox(page)).toHaveValue("Do not lose me");
});

test("a member whose message to all four does not reach the server sees it fail in its place, and gets four replies by Retry [failed.offline] [answers.all]", async ({
  page,
}) => {
  await startAnsweredChat(page, "First");
  await page.route("**/api/send_message", (route) => route.abort());
  await askAll(page, "To all of you");
  await expect(messages(page).nth(2)).toContainText("Failed to send message");
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await page.unroute("**/api/send_message");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: To all of you")).toHaveCount(4);
});

test("a member whose two messages from home fail finds them there in order, also after a reload, and sends each once [failed.two-from-home]", async ({
  page,
  history,
}) => {
  const waiting = page.getByRole("region", { name: "Waiting message" });
  const fail = await holdRequests(page, "**/api/start_chat", (route) => route.abort());
  await startChatFromHome(page, "The first");
  await page.goBack();
  await send(page, "The second", homeBox(page));
  await expect(page).toHaveURL(/\/chats\//);
  fail();
  await expect(waiting).toContainText(["The first", "The second"]);
  await expect(page).toHaveURL("/");
  await expect(homeBox(page)).toHaveValue("");
  await page.reload();
  await expect(waiting).toContainText(["The first", "The second"]);
  await expect(waiting.getByRole("button", { name: "Retry" })).toHaveCount(2);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toStrictEqual([]);
  }

  await waiting.first().getByRole("button", { name: "Retry" }).click();
  await expect(waiting).toContainText(["The first", "The second"]);
  await page.unroute("**/api/start_chat");
  await waiting.last().getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: The second")).toBeVisible();
  await page.goto("/");
  await waiting.getByRole("button", { name: "Take back" }).click();
  await expect(homeBox(page)).toHaveValue("The first");
  await homeBox(page).press("Enter");
  await expect(chatPane(page).getByText("You asked: The first")).toBeVisible();
  expect(await history.questions()).toStrictEqual(["The second", "The first"]);
});
