import { namesAt } from "../supabase/functions/_shared/models.ts";
import { boxOf } from "./support/box-of.ts";
import { chatPane as conversation, chats, deleteChatByMenu, toast } from "./support/chat-page.ts";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";

const MODELS = [
  {
    label: "ChatGPT 4",
    id: namesAt(["gpt-4.1", "gpt-6-luna"], Date.now())[0],
    provider: "openai",
    path: "/openai/v1/chat/completions",
  },
  {
    label: "ChatGPT 5",
    id: "gpt-5.6-terra",
    provider: "openai",
    path: "/openai/v1/chat/completions",
  },
  { label: "Grok", id: "grok-4.3", provider: "xai", path: "/xai/v1/chat/completions" },
  {
    label: "Claude 4",
    id: "claude-sonnet-4-6",
    provider: "anthropic",
    path: "/anthropic/v1/messages",
  },
] as const;

test("a visitor signs up, is refused on trial, becomes a member, and chats with every model [product.conversations] [sidebar.start-with-model] [home.starts-chat] [composer.appends] [chats.delete] [chats.title] [chats.current] [conversation.order] [conversation.model-name] [sidebar.footer]", async ({
  page,
  product,
  providers,
}) => {
  const member = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" };

  await page.goto("/signup");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByLabel("Confirm password").fill(member.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/login");
  await logInThroughForm(page, member);

  // On trial a note says so, sending is refused, and what was typed stays.
  const box = page.getByPlaceholder("Ask anything");
  await expect(page.getByText("Chatting needs a membership.")).toBeVisible();
  await box.fill("What is rain?");
  await box.press("Enter");
  const refusal = "You need an active membership to create chats. Please upgrade your account.";
  await expect(toast(page, "Membership Required")).toContainText(refusal);
  await expect(box).toHaveValue("What is rain?");
  await expect(page).toHaveURL("/");
  const refused = page.waitForResponse("**/api/create_chat");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  expect((await refused).status()).toBe(403);
  await expect(toast(page, refusal)).toHaveCount(1);
  await expect(box).toHaveValue("What is rain?");

  // The home box still holds what was typed before the refusal.
  await page.reload();
  await expect(page.getByText("Chatting needs a membership.")).toBeVisible();
  await expect(box).toHaveValue("What is rain?");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByText("Trial", { exact: true })).toBeVisible();

  // Membership comes while the page is open.
  await product.setMembership({ email: member.email, status: "active" });
  providers.forget();
  await box.press("Enter");
  await expect(sidebar.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText("Chatting needs a membership.")).toBeHidden();
  await expect(page).toHaveURL(/\/chats\/[\da-f-]{36}$/);
  await expect(conversation(page).getByText("You asked: What is rain?")).toBeVisible();
  await expect(conversation(page).getByText("Model: ChatGPT 4")).toBeVisible();
  await expect(chats(page).getByRole("link", { name: "What is rain?" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page).toHaveTitle(/What is rain\?/);

  for (const { label, id, provider, path } of MODELS) {
    providers.forget();
    await page.getByRole("button", { name: label, exact: true }).click();
    await expect(toast(page, "New chat created").first()).toBeVisible();
    await expect(chats(page).getByRole("link", { name: "New conversation" })).toHaveCount(1);
    await expect(page.getByLabel("Model")).toHaveValue(/./);
    await expect(page.getByLabel("Model").locator("option:checked")).toHaveText(label);

    const composer = page.getByPlaceholder("Send a message...");
    await composer.fill(`First for ${label}`);
    await composer.press("Enter");
    await expect(conversation(page).getByText(`You asked: First for ${label}`)).toBeVisible();
    await composer.fill(`Second for ${label}`);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(conversation(page).getByText(`You asked: Second for ${label}`)).toBeVisible();
    await expect(conversation(page).getByText(`Model: ${label}`)).toHaveCount(2);

    const requests = providers.requests(provider);
    expect(requests.map((request) => [request.path, request.model])).toStrictEqual([
      [path, id],
      [path, id],
    ]);
    const history = requests[1]?.messages.filter(({ role }) => role !== "system");
    expect(history).toStrictEqual([
      { role: "user", content: `First for ${label}` },
      { role: "assistant", content: `You asked: First for ${label}` },
      { role: "user", content: `Second for ${label}` },
    ]);
  }

  // The list is newest first, before and after a reload.
  const titles = MODELS.toReversed().map(({ label }) => `First for ${label}`);
  await expect(chats(page).getByRole("link")).toHaveText([...titles, "What is rain?"]);
  await page.reload();
  await expect(chats(page).getByRole("link")).toHaveText([...titles, "What is rain?"]);
  await expect(conversation(page).getByRole("article")).toHaveText([
    "First for Claude 4",
    /You asked: First for Claude 4$/,
    "Second for Claude 4",
    /You asked: Second for Claude 4Ask againCheck with…$/,
  ]);

  await deleteChatByMenu(page, "First for Claude 4");
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(chats(page).getByRole("link")).toHaveText([...titles.slice(1), "What is rain?"]);

  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Not signed in").first()).toBeVisible();
  await expect(page.getByText("First for Grok")).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByText("Not signed in").first()).toBeVisible();
  await expect(chats(page)).toHaveCount(0);
});

test("a member gets the next reply from the model they pick; the composer, 200 px high at most, is only in chats [models.header] [home.no-composer] [conversation.empty] [composer.box] [composer.height] [composer.limit] [composer.blocked]", async ({
  page,
  member,
  providers,
}) => {
  await logInThroughForm(page, member);
  await page.getByRole("combobox", { name: "Model" }).selectOption("Claude 4");
  await page.getByPlaceholder("Ask anything").fill("To Claude");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText("You asked: To Claude")).toBeVisible();
  await expect(conversation(page).getByText("Model: Claude 4")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();

  providers.forget();
  const model = page.getByRole("combobox", { name: "Model" });
  await expect(model).toHaveCSS("appearance", "base-select");
  await model.focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("option", { name: "Grok" })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(model).toHaveValue("grok");
  await expect(model).toBeFocused();
  await page.getByPlaceholder("Send a message...").fill("To Grok");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText("You asked: To Grok")).toBeVisible();
  await expect(conversation(page).getByText("Model: Grok")).toBeVisible();
  await expect(conversation(page).getByText("Model: Claude 4")).toBeVisible();
  expect(providers.requests("xai").map(({ model }) => model)).toStrictEqual(["grok-4.3"]);

  await page.reload();
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");
  await page.goto("/");
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");

  const composer = page.getByPlaceholder("Send a message...");
  await expect(page.getByPlaceholder("Ask anything")).toBeVisible();
  await expect(composer).toHaveCount(0);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  const hint = page.getByText("Press Enter to send, Shift + Enter for new line", { exact: true });
  await expect(hint).toBeVisible();
  await expect(page.getByText("Ctrl + Enter to ask all four")).toBeVisible();
  const height = () => composer.evaluate((box) => box.getBoundingClientRect().height);
  const one = await height();
  await composer.fill("1\n2\n3");
  await expect.poll(height).toBeGreaterThan(one);
  // Not past the button for files.
  const { x } = await boxOf(page.getByRole("button", { name: "Add a text file" }));
  expect((await boxOf(composer)).x).toBeLessThanOrEqual(x);
  await composer.fill("line\n".repeat(50));
  await expect.poll(height).toBe(200);
  await composer.fill("a".repeat(32_001));
  await expect(composer).toHaveAccessibleDescription("32,001 of 32,000: too long");
  await expect(page.getByRole("button", { name: "Send message" })).toBeDisabled();
  await composer.press("Enter");
  await page.keyboard.type("b");
  await expect(composer).toHaveValue(/^a{32001}b$/);
  await expect(conversation(page).getByRole("article")).toHaveCount(0);
});

test("a member sends, reads messages and deletes a chat by keyboard alone, and Enter chooses a word in an input method [access.keyboard] [composer.enter-sends] [composer.input-method]", async ({
  page,
  member,
}) => {
  await logInThroughForm(page, member);
  const box = page.getByPlaceholder("Ask anything");
  await expect(box).toBeFocused();
  await page.keyboard.type("One");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    await box.dispatchEvent("keydown", { key: "Enter", ...composing });
  }
  await expect(box).toHaveValue("One\ntwo");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText("You asked: One two")).toBeVisible();
  await expect(page.getByPlaceholder("Send a message...")).toBeFocused();

  // Shift+Tab leaves the composer for the newest message's buttons and the message; arrow keys move through the messages.
  const messages = conversation(page).getByRole("article");
  await expect(messages).toHaveCount(2);
  // A notice would stand between the two.
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Add a text file" })).toBeFocused();
  for (const name of ["More", "Check with…", "Ask again", "Details", "Copy"]) {
    await page.keyboard.press("Shift+Tab");
    await expect(messages.nth(1).getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Shift+Tab");
  await expect(messages.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(messages.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(messages.nth(1)).toBeFocused();

  // The chat's menu, whose code comes after the list.
  const options = chats(page).getByRole("button", { name: "Chat options" });
  await expect(options).toBeAttached();
  await chats(page).getByRole("link", { name: "One" }).focus();
  await page.keyboard.press("Tab");
  await expect(options).toBeFocused();
  await expect(options).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename chat" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(options).toBeFocused();
  for (const key of ["ArrowDown", "End", "Enter"]) await page.keyboard.press(key);
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(box).toBeFocused();
});
