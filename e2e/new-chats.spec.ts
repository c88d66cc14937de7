import type { Page } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import {
  chats,
  composer,
  chatPane,
  ECHO,
  expectNotice,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

test("a member who presses New Chat again gets their empty chat with the chosen model, or another if it has messages [chats.one-empty] [answers.chosen]", async ({
  page,
  device,
  history,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(chats(page).getByRole("link")).toHaveText(["New conversation"]);
  const first = page.url();
  const created = toast(page, "New chat created");
  await expect(created).toBeVisible();
  await created.getByRole("button").click();
  await expect(created).toHaveCount(0);
  await page.getByRole("link", { name: "Quartet" }).click();
  await expect(page).toHaveURL("/");
  const asked = page.waitForResponse("**/create_chat");
  await page.getByRole("button", { name: "Grok", exact: true }).click();
  await expect(page).toHaveURL(first);
  await asked;
  await expect(composer(page)).toBeFocused();
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");
  const empty = page.getByRole("heading", { level: 2, name: "What would you like to ask Grok?" });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await expect(composer(page)).toBeFocused();
    await expect(page).toHaveURL(first);
    await expect(created).toHaveCount(0);
    await expect(empty).toBeInViewport({ ratio: 1 });
    expect((await boxOf(composer(page))).y).toBeGreaterThan(700);
  }
  await page.keyboard.type("To Grok");
  await page.keyboard.press("Enter");
  await expect(chatPane(page).getByText("Model: Grok")).toBeVisible();
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page).not.toHaveURL(first);
  await expect(chats(page).getByRole("link")).toHaveText(["New conversation", "To Grok"]);
  expect(await history.read("chats", `user_id=eq.${history.userId}`)).toHaveLength(2);

  // The empty chat is not empty any more, and this page has not heard of it.
  const second = page.url();
  await device.goto(second);
  await send(device, "From elsewhere");
  await expect(messages(device)).toHaveCount(2);
  const release = await holdRequests(page, "**/api/create_chat");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page).toHaveURL(second);
  await page.keyboard.type("Sent at once");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Typed on");
  release();
  await expect(page).not.toHaveURL(second);
  await expect(chats(page).getByRole("link")).toHaveText([
    "New conversation",
    "From elsewhere",
    "To Grok",
  ]);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue("Sent at once\n\nTyped on");
  await expect(messages(page)).toHaveCount(0);
  await expect(page.locator("[data-sonner-toast]", { hasText: "Error" })).toHaveCount(0);
  const third = page.url();
  await page.getByRole("link", { name: "From elsewhere" }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(composer(page)).toHaveValue("");

  // It also sends to a chat that it takes for empty, and then shows the earlier messages above.
  await page.goto(third, { waitUntil: "networkidle" });
  await device.goto(third);
  await send(device, "From elsewhere again");
  await expect(messages(device)).toHaveCount(2);
  await composer(page).press("Enter");
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).first()).toContainText("From elsewhere again");
  await expect(messages(page).nth(2)).toContainText("Typed on");
  expect(await history.read("messages", `user_id=eq.${history.userId}&role=eq.user`)).toHaveLength(
    4,
  );
});

/** Starts a chat from the home screen without loading the page again. */
async function startChatBeside(page: Page, content: string): Promise<void> {
  await page.getByRole("link", { name: "Quartet" }).click();
  await send(page, content, homeBox(page));
}

test("a member sees a chat move up once its reply is stored, and starts new chats with the model used last, in every tab [chats.moves-up] [models.last-used]", async ({
  page,
  context,
  providers,
}) => {
  const shown = (tab: Page) => tab.getByLabel("Model").locator("option:checked");
  await page.goto("/");
  await expect(shown(page)).toHaveText("ChatGPT 4");
  providers.script("by hand");
  await startChatFromHome(page, "The slow one");
  const slow = await providers.next();
  slow.write("Slow and steady");
  providers.script(ECHO);
  await startChatBeside(page, "The quick one");
  await expect(chatPane(page).getByText("You asked: The quick one")).toBeVisible();
  await expect(chats(page).getByRole("link")).toHaveText(["The quick one", "The slow one"]);
  slow.finish();
  await expect(chats(page).getByRole("link")).toHaveText(["The slow one", "The quick one"]);

  await page.getByRole("button", { name: "Grok", exact: true }).click();
  await expect(composer(page)).toBeFocused();
  const other = await context.newPage();
  await other.goto("/");
  await expect(shown(other)).toHaveText("Grok");
  await send(other, "To the last one", homeBox(other));
  await expect(chatPane(other).getByText("Model: Grok")).toBeVisible();

  await other.goto("/");
  await other.getByRole("combobox", { name: "Model" }).selectOption("Claude 4");
  await homeBox(other).fill("A draft");
  // Browsers pass what is stored on to other tabs a moment later.
  await page.waitForFunction(() => JSON.stringify(localStorage).includes("A draft"));
  await page.getByRole("combobox", { name: "Model" }).selectOption("ChatGPT 5");
  await page.goto("/");
  await expect(shown(page)).toHaveText("Claude 4");
  await homeBox(page).fill("");
  await send(page, "Sent", homeBox(page));
  await expect(chatPane(page).getByText("Model: Claude 4")).toBeVisible();
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(shown(page)).toHaveText("Claude 4");
});

test("a member whose new chat is refused or unanswered is back where they were, with what they typed in the home box [typing.refused] [notices.membership-required]", async ({
  page,
  product,
  member,
}) => {
  await page.clock.install();
  await startAnsweredChat(page, "First");
  const before = page.url();
  await product.setMembership({ email: member.email, status: "cancelled" });
  // The refusal comes once everything is typed, however long that takes here.
  const release = await holdRequests(page, "**/api/create_chat");
  await page.getByRole("button", { name: "Claude 4", exact: true }).click();
  await page.keyboard.type("Keep ");
  await page.keyboard.press("Enter");
  await page.keyboard.type("me");
  release();
  await expectNotice(
    page,
    "Membership Required",
    "You need an active membership to create chats. Please upgrade your account.",
  );
  await expect(page).toHaveURL(before);
  await expect(messages(page)).toHaveCount(2);
  await expect(toast(page, "Membership Required")).toHaveCount(1);
  await page.getByRole("link", { name: "Quartet" }).click();
  await expect(homeBox(page)).toHaveValue("Keep\n\nme");
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Claude 4");

  const asked = Promise.withResolvers<void>();
  await page.route("**/api/create_chat", () => asked.resolve());
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await page.keyboard.type("Unanswered");
  await page.keyboard.press("Enter");
  await asked.promise;
  await page.clock.fastForward(30_000);
  await expectNotice(page, "Error", "Failed to create new chat");
  await expect(page).toHaveURL("/");
  await expect(homeBox(page)).toHaveValue("Keep\n\nme\n\nUnanswered");
});
