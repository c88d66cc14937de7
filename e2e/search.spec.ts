import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import { numbered } from "./support/chat-history.ts";
import { chatPane, chats, composer, messages, send, test, askAll } from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";
import {
  searchDialog as dialog,
  searchField as field,
  foundOptions as options,
} from "./support/search-dialog.ts";

test("a member's search says that it failed or is offline, and drops late results; short chats have no 'Jump to newest' [search.states] [search.current] [conversation.scrolls]", async ({
  page,
  context,
  member,
  history,
}) => {
  await history.chats(["Fruit"], ["an apple", "an apricot"]);
  await page.goto("/");
  // The key works once the page has signed the member in.
  await expect(page.getByText(member.email)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");

  // The answer to 'ap' comes after the one to 'apr'.
  const isLate = Promise.withResolvers<void>();
  await page.route("**/api/search", async (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (query === "ap") await isLate.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/api/search");
  await field(page).fill("ap");
  await asked;
  await field(page).fill("apr");
  await expect(options(page)).toHaveCount(1);
  isLate.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText("an apricot");

  await page.route("**/api/search", (route) =>
    route.fulfill({ status: 503, json: { error: "Not now.", code: "unavailable" } }),
  );
  await field(page).fill("apple");
  await expect(dialog(page)).toContainText("Not now.");
  await page.unroute("**/api/search");
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(options(page)).toHaveCount(1);

  await context.setOffline(true);
  await field(page).fill("apples");
  await expect(dialog(page)).toContainText("You are offline.");
  await context.setOffline(false);
  await expect(dialog(page)).toContainText("Nothing found.");

  await field(page).fill("apricot");
  await options(page).first().click();
  await expect(messages(page).filter({ hasText: "an apricot" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Jump to newest" })).toHaveCount(0);
});

test("a member's keys wait for the search they opened, or go into the box when it cannot be loaded; offline it says so [search.opens] [typing.anywhere] [typing.undo] [composer.files-at-once]", async ({
  page,
  member,
  history,
}) => {
  const [chat = "", other = ""] = await history.chats(["Okapi zebra", "Another"]);
  // Each first opening of a page has its code fetched only now, and late.
  const held = /assets\/(command-host|search-dialog|shortcuts-dialog|prefetch)-[\w-]+\.js/;
  const openSlowly = async (path: string) => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const release = await holdRequests(page, held);
    await page.goto(path);
    await expect(page.getByText(member.email)).toBeVisible();
    return release;
  };
  const box = page.locator("main textarea");

  let release = await openSlowly(`/chats/${other}`);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("okapi", { delay: 60 });
  release();
  await page.keyboard.type(" zeb", { delay: 120 });
  await expect(field(page)).toHaveValue("okapi zeb");
  await expect(box).toHaveValue("");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.keyboard.type("more");
  await expect(box).toHaveValue("more");

  release = await openSlowly("/");
  await page.getByRole("button", { name: "Search chats" }).click();
  await page.keyboard.type("okapi");
  await page.keyboard.press("Enter");
  release();
  await expect(page).toHaveURL(`/chats/${chat}`);
  await expect(box).toHaveValue("");
  await expect(messages(page)).toHaveCount(0);

  release = await openSlowly("/");
  await page.keyboard.press("ControlOrMeta+k");
  const typed = page.getByLabel("Search", { exact: true });
  await typed.evaluate((field, value) => Object.assign(field, { value }), `${"x".repeat(499)}👍y`);
  release();
  await expect(field(page)).toHaveValue("x".repeat(499));

  release = await openSlowly("/");
  await page.getByRole("button", { name: "Search chats" }).focus();
  await page.keyboard.press("?");
  await page.keyboard.type("lost on nobody");
  release();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(box).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search chats" })).toBeFocused();

  await openSlowly("/");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(held, (route) => route.abort());
  await page.route("**/", (route) =>
    route.request().method() === "HEAD" ? route.abort() : route.continue(),
  );
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("kept");
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  await expect(box).toHaveValue("kept");

  await openSlowly("/");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  const lines = Array.from({ length: 5_200 }, (_, index) => index).join("\n");
  await typed.evaluate((field, value) => Object.assign(field, { value }), lines);
  await page.keyboard.press("Escape");
  // It would take minutes line by line.
  await expect(box).toHaveValue(lines);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(box).toHaveValue("kept");

  await openSlowly("/");
  await page.context().setOffline(true);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toContainText("You are offline.");
});

test("a member sees the latest chats and commands before typing, then results by chat, on a phone in the whole screen [search.latest] [search.grouped] [search.full-screen] [search.key]", async ({
  page,
  history,
}) => {
  const titles = Array.from({ length: 10 }, (_, index) => `Chat ${index}`);
  const [newest = "", next = ""] = await history.chats(titles);
  const said = (chat: number) => Array.from({ length: 7 }, (_, n) => `okapi ${chat}${n}`);
  await history.messages(next, said(1));
  await history.messages(newest, said(0));
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    await expect(page.getByText("Hi, how can I help you?")).toBeVisible();
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    const entry = page.getByRole("button", { name: "Search chats", exact: true });
    await expect(entry.locator("[aria-hidden] kbd").first()).toBeAttached();
    await entry.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(entry.locator("> span[aria-hidden]")).toHaveCSS("opacity", "1");
    await entry.blur();
    await entry.hover();
    await expect(entry.locator("> span[aria-hidden]")).toHaveCSS("opacity", "1");
    await expect(entry).toContainText("CtrlK");
    await entry.click();
    await expect(page.getByRole("dialog")).toHaveCount(1);

    await expect(options(page).first()).toContainText("Chat 0");
    await expect(options(page).nth(7)).toContainText("Chat 7");
    await expect(options(page).nth(8)).toContainText("New chat");
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    expect(await violationsOn(page)).toEqual([]);
    const box = await boxOf(dialog(page));
    if (width === 390) expect(box).toEqual({ x: 0, y: 0, width, height: 800 });
    else expect(box.width).toBe(672);

    await field(page).fill("okapi");
    const shown = ["Chat 0", "okapi 05", "okapi 04", "and 4 more"];
    await expect(options(page)).toHaveCount(8);
    for (const [place, text] of shown.entries()) {
      await expect(options(page).nth(place)).toContainText(text);
    }
    await expect(options(page).nth(4)).toContainText("Chat 1");
    expect(await violationsOn(page)).toEqual([]);
    await options(page).nth(3).click();
    await expect(options(page)).toHaveCount(11);
    await expect(options(page).nth(3)).toContainText("okapi 03");
    await expect(options(page).nth(3)).toHaveAttribute("aria-selected", "true");
    await field(page).fill("");
    await expect(options(page).first()).toContainText("Chat 0");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/chats/${newest}`);
    // The key that opens a chat types nothing in its box.
    await expect(page.getByPlaceholder("Send a message...")).toBeFocused();
    await expect(page.getByPlaceholder("Send a message...")).toHaveValue("");
  }
});

/** Searches by keyboard and opens the first result. */
async function find(page: Page, query: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await field(page).fill(query);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#/);
  await expect(dialog(page)).toHaveCount(0);
}

test("a member sees the found words marked in a message, with its text unchanged, until they send or reload [search.marks-words]", async ({
  page,
  history,
}) => {
  const [chat = "", other = ""] = await history.chats(["Animals", "Plants"]);
  await history.messages(other, ["Another one?", "A fern."]);
  const reply = `## Of the **Okapi**\n\n${"A line of nothing.\n\n".repeat(60)}- A café, \`OKAPI\` and okapis\n\n\`\`\`sh\nfind okapi | wc\n\`\`\`\n`;
  await history.messages(chat, ["Which one?", reply, "An okapi 👨‍👩‍👧?", "Yes."]);
  const marks = messages(page).locator("mark");
  await page.goto(`/chats/${chat}`);
  await expect(messages(page)).toHaveCount(4);
  await find(page, "cafe okap");
  await expect(messages(page).nth(1)).toBeFocused();
  await expect(marks).toHaveText(["Okap", "café", "OKAP", "okap", "okap"]);
  expect(await messages(page).nth(1).locator("[data-content]").textContent()).toBe(reply);
  // Where both words stand together, and not where one of them stands alone.
  await expect(marks.nth(1)).toBeInViewport({ ratio: 1 });
  await expect(marks.first()).not.toBeInViewport();

  await find(page, "find");
  await expect(marks).toHaveText(["find"]);
  await expect(marks).toBeInViewport({ ratio: 1 });
  await find(page, "👨‍👩‍👧");
  await expect(marks).toHaveText(["👨‍👩‍👧"]);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(messages(page)).toHaveCount(0);
  await page.goBack();
  await expect(marks).toHaveCount(1);
  await send(page, "And now?");
  await expect(messages(page)).toHaveCount(6);
  await expect(marks).toHaveCount(0);

  // From another chat into one whose messages are there already.
  await chats(page).getByRole("link", { name: "Plants" }).click();
  await expect(composer(page)).toBeFocused();
  await find(page, "find");
  await expect(marks).toHaveCount(1);
  await expect(messages(page).nth(1)).toBeFocused();
  await page.reload();
  await expect(messages(page).nth(1)).toBeFocused();
  await expect(marks).toHaveCount(0);
});

test("a member who finds a covered reply sees it marked, and still continues from the reply chosen before [search.leads] [answers.chosen]", async ({
  page,
  providers,
  history,
}) => {
  test.slow();
  const [chat = ""] = await history.chats(["Animals"]);
  await history.messages(chat, numbered(120), (question) => question === 0);
  const pager = (text: string) => chatPane(page).getByText(text, { exact: true });
  const expectFound = async (text: string, place: string) => {
    const found = messages(page).filter({ hasText: text });
    await expect(found).toHaveAttribute("data-found", "");
    await expect(found).toBeFocused();
    await expect(found).toBeInViewport();
    await expect(found.getByText(place, { exact: true })).toBeVisible();
  };
  const address = `/chats/${chat}`;

  // Below a question far up, which is not loaded.
  await page.goto(address);
  await expect(messages(page).last()).toContainText("Message 119.");
  await find(page, '"older by 600"');
  await expectFound("Older by 600: Message 1.", "1 of 3");
  await page.reload();
  await expectFound("Older by 600: Message 1.", "1 of 3");
  const entries = await page.evaluate(() => window.history.length);
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(messages(page).last()).toBeInViewport();
  await expect(page).toHaveURL(address);
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
  await page.reload();
  await expect(messages(page).last()).toContainText("Message 119.");
  await expect(messages(page).last()).toBeInViewport();

  // Side by side.
  providers.forget();
  providers.script({ text: "From OpenAI" }, "openai");
  providers.script({ text: "From xAI" }, "xai");
  providers.script({ text: `From Anthropic: an okapi.${"\nAnd more.".repeat(40)}` }, "anthropic");
  await askAll(page, "Which one?");
  const card = (model: string) => chatPane(page).getByRole("region", { name: model, exact: true });
  await expect(card("Claude 4")).toContainText("And more.");
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  await find(page, "okapi");
  await expect(card("Claude 4")).toHaveAttribute("data-found", "");
  await expect(card("Claude 4")).toBeFocused();
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);

  // On a phone, where one of the four is shown, and not this one.
  await page.setViewportSize({ width: 390, height: 740 });
  const panel = chatPane(page).getByRole("tabpanel", { name: "Claude 4" });
  await expect(chatPane(page).getByRole("tabpanel", { name: "ChatGPT 4" })).toBeVisible();
  await expect(panel).toBeHidden();
  await find(page, "okapi");
  await expect(panel).toHaveAttribute("data-found", "");
  await expect(panel).toBeFocused();
  await expect(panel).toBeInViewport();
  await page.getByRole("tab", { name: "Grok" }).click();
  await page.reload();
  await expect(panel).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 720 });

  // Below the last message, behind the chosen reply.
  await card("Grok").getByRole("button", { name: "Use this answer" }).click();
  await expect(messages(page).last()).toContainText("From xAI");
  await expect(pager("3 of 4")).toBeVisible();
  await expect(page).toHaveURL(address);
  const note = page.getByRole("button", { name: "Goes on from Grok" });
  await expect(note).toHaveCount(0);
  await find(page, "okapi");
  await expectFound("an okapi", "4 of 4");
  await expect(note).toBeVisible();
  await page.reload();
  await expectFound("an okapi", "4 of 4");

  // Only the hash changes. The arrows lead on from there.
  const [second] = await history.read(
    "messages",
    `chat_id=eq.${chat}&content=eq.From OpenAI&model=eq.chatgpt-5`,
  );
  await page.evaluate((id) => (location.hash = id), second?.["id"] ?? "");
  await expectFound("From OpenAI", "2 of 4");
  await page.getByRole("button", { name: "Next answer: Grok" }).click();
  await expect(messages(page).last()).toContainText("From xAI");
  await expect(page.getByRole("button", { name: /^Next answer/ })).toBeFocused();
  await expect(page).toHaveURL(address);

  // The next message goes on from the chosen reply, which stands above it then.
  await find(page, "okapi");
  await expectFound("an okapi", "4 of 4");
  providers.forget();
  providers.script({ text: `The next reply.${"\nAnd more.".repeat(80)}` }, "xai");
  await send(page, "And then?");
  await expect(messages(page).last()).toContainText("The next reply.");
  await expect(messages(page).last()).toContainText("And more.");
  await expect(messages(page).nth(-3)).toContainText("From xAI");
  await expect(page).toHaveURL(address);
  expect(providers.requests("xai")[0]?.messages.slice(-3)).toStrictEqual([
    { role: "user", content: "Which one?" },
    { role: "assistant", content: "From xAI" },
    { role: "user", content: "And then?" },
  ]);

  // Below an earlier message.
  await find(page, "okapi");
  await expectFound("an okapi", "4 of 4");
  await expect(note).toHaveCount(0);
});
