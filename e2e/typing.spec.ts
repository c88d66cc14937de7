import type { Locator, Page, Route } from "@playwright/test";
import { numbered } from "./support/chat-history.ts";
import {
  chatOptions,
  chats,
  composer,
  chatPane,
  homeBox,
  messages,
  test,
  toast,
  send,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

// What is typed on a slow connection, character by character.

const WORDS = "Every key of this must be here: 1, 2 and 3!";

/** Adds 400 ms to every request of the page. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", { ...unlimited, latency: 400 });
}

/** Types as fast as a quick typist, without waiting for anything on the page. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 25 });

/** Opens the home screen and goes on before the page has fetched more than it needs for it. */
async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await expect(chats(page)).toContainText("Your chats will be listed here.");
  await slowDown(page);
}

test("a member who presses 'New Chat' or a model and types on finds every character in the new chat's box [typing.new-chat]", async ({
  page,
}) => {
  const newChat = page.getByRole("button", { name: "New Chat", exact: true });
  const grok = page.getByRole("button", { name: "Grok", exact: true });
  await openHome(page);
  await grok.click();
  await Promise.all([
    type(page, WORDS),
    expect(toast(page, "New chat created"), "it may be gone once all is typed").toBeVisible(),
  ]);
  await expect(composer(page)).toHaveValue(WORDS);
  await expect(composer(page)).toBeFocused();
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");

  // The code of a chat is there by now; the next one opens from a chat.
  await newChat.click();
  await type(page, "Another");
  await expect(composer(page)).toHaveValue("Another");
  await expect(chats(page).getByRole("link")).toHaveCount(2);
});

test("a member who sends from a chat that is still being created gets the reply there, and types on [typing.new-chat]", async ({
  page,
}) => {
  await openHome(page);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await type(page, "Quick question");
  await page.keyboard.press("Enter");
  await type(page, WORDS);
  await expect(messages(page).first()).toHaveText("Quick question");
  await expect(chatPane(page).getByText("You asked: Quick question")).toBeVisible();
  await expect(composer(page)).toHaveValue(WORDS);
  await expect(chats(page).getByRole("link")).toHaveText(["Quick question"]);
  await expect(toast(page, "Error")).toHaveCount(0);
});

test("a member who leaves a new chat before it is made finds there what they typed and sent, or at home where it is refused [typing.new-chat] [typing.refused]", async ({
  page,
}) => {
  await openHome(page);
  let answer: (route: Route) => Promise<void>;
  await page.route("**/api/create_chat", (route) => answer(route));
  const openUnmade = async (text: string) => {
    // What is held is never sent: it ends with its page.
    answer = async () => undefined;
    await page.getByRole("button", { name: "New Chat", exact: true }).click();
    await type(page, text);
    await expect(composer(page)).toHaveValue(text);
    answer = (route) => route.continue();
  };
  await openUnmade("For later");
  await page.goto("/");
  await chats(page).getByRole("link", { name: "New conversation" }).click();
  await expect(composer(page)).toHaveValue("For later");

  await openUnmade("At its address");
  await page.keyboard.press("Enter");
  await page.keyboard.type("More");
  await page.reload();
  await expect(composer(page)).toHaveValue("More");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("You asked: At its address")).toBeVisible();

  await openUnmade("Refused");
  const json = { error: "Your membership has ended.", code: "membership_required" };
  answer = (route) => route.fulfill({ status: 403, json });
  await page.goto("/");
  await expect(homeBox(page)).toHaveValue("Refused");
  await expect(chats(page).getByRole("link")).toHaveCount(2);
});

test("a member who presses Enter on the home screen sees the question in the same frame and types on in the chat [typing.home]", async ({
  page,
}) => {
  await openHome(page);
  await page.evaluate(() => {
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      requestAnimationFrame(() => {
        document.body.dataset["frame"] = document.querySelector("article")?.textContent ?? "";
      });
    });
  });
  await type(page, "What is rain?");
  await page.keyboard.press("Enter");
  await type(page, WORDS);
  expect(await page.evaluate(() => document.body.dataset["frame"])).toBe("What is rain?");
  await expect(chatPane(page).getByText("You asked: What is rain?")).toBeVisible();
  await expect(composer(page)).toHaveValue(WORDS);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chatPane(page).getByText(`You asked: ${WORDS}`)).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
});

test("a member who sends twice before a chat's code has arrived sees both messages, and types on at the cursor [typing.home]", async ({
  page,
}) => {
  const releaseSending = await holdRequests(page, "**/api/start_chat");
  const releaseCode = await holdRequests(page, "**/assets/conversation-*.js");
  await openHome(page);
  await send(page, "First", homeBox(page));
  await expect(composer(page)).toBeFocused();
  await type(page, "Second");
  await page.keyboard.press("Enter");
  await expect(messages(page)).toHaveText(["First", "Second"]);
  releaseSending();
  await page.waitForFunction(() => !JSON.stringify(localStorage).includes("Second"));
  await expect(messages(page)).toHaveText(["First", "Second"]);
  await expect(chatPane(page).getByText("Thinking...")).toBeVisible();
  await type(page, "bread");
  await page.keyboard.press("Home");
  releaseCode();
  await expect(chatPane(page).getByText("You asked: Second")).toBeVisible();
  await type(page, "fresh ");
  await expect(composer(page)).toHaveValue("fresh bread");
  await expect(messages(page)).toHaveCount(4);
});

test("a member types into the composer from anywhere, but not over a dialog, with a modifier, or by Space on a button [typing.anywhere]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Long"], numbered(40));
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page).last()).toContainText("Message 39.");
  await slowDown(page);

  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await type(page, "one ");
  await expect(composer(page)).toBeFocused();
  await messages(page).last().click();
  await type(page, "two ");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await type(page, "three ");
  const newChat = page.getByRole("button", { name: "New Chat", exact: true });
  await newChat.focus();
  await type(page, "four");
  await expect(composer(page)).toHaveValue("one two three four");

  await newChat.focus();
  await page.keyboard.press("Control+b");
  await expect(newChat).toBeFocused();
  const options = chats(page).getByRole("button", { name: "Chat options" });
  await options.focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("menuitem", { name: "Rename chat" })).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("y");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(composer(page)).toHaveValue("one two three four");
});

test("a member who presses Enter before the script has arrived has the message sent, and types on in the chat [typing.before-scripts]", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/assets/index-*.js");
  await page.goto("/", { waitUntil: "commit" });
  await page.keyboard.press("Enter");
  await homeBox(page).click();
  await type(page, "Sent too early");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  for (let letter = 0; letter < " too early".length; letter += 1)
    await page.keyboard.press("Backspace");
  await type(page, " early");
  // These end words of an input method.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await homeBox(page).dispatchEvent("keydown", { key: "Enter", bubbles: true, ...composing });
  await type(page, " this morning");
  await page.keyboard.press("Enter");
  await type(page, "and more");
  await slowDown(page);
  release();
  await type(page, WORDS);
  await expect(page).toHaveURL(/\/chats\//);
  await expect(chatPane(page).getByText("You asked: Sent early this morning")).toBeVisible();
  await expect(composer(page)).toHaveValue(`and more${WORDS}`);
});

test("a member finds the model that they chose for a draft again after a reload [typing.model]", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Model" }).selectOption("Claude 4");
  await homeBox(page).fill("For Claude");
  await page.reload();
  await expect(homeBox(page)).toHaveValue("For Claude");
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Claude 4");
  await homeBox(page).press("Enter");
  await expect(chatPane(page).getByText("Model: Claude 4")).toBeVisible();
  await page.getByRole("combobox", { name: "Model" }).selectOption("Grok");
  await page.reload();
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");
});

/** How often Ctrl+Z has to be pressed until the field has what it had. */
async function pressesToTakeBack(page: Page, field: Locator, before: string): Promise<number> {
  for (let presses = 1; presses <= 20; presses += 1) {
    await page.keyboard.press("ControlOrMeta+z");
    if ((await field.inputValue()) === before) return presses;
  }
  throw new Error("What was typed is not taken back.");
}

test("a person takes back what they typed in any field with as many Ctrl+Z as in a bare field, also after a draft was restored [typing.undo]", async ({
  page,
  history,
}) => {
  const typed = "hello big world";
  const check = async (field: Locator, before = "") => {
    await field.press("End");
    await page.keyboard.type(typed);
    await expect(field).toHaveValue(before + typed);
    expect(await pressesToTakeBack(page, field, before)).toBeLessThanOrEqual(3);
  };
  await page.goto("/");
  await check(homeBox(page));
  const [chatId = ""] = await history.chats(["Rain"], ["A question", "A reply"]);
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page)).toHaveCount(2);
  await page.keyboard.type("kept ");
  await page.reload();
  await expect(composer(page)).toHaveValue("kept ");
  await page.waitForLoadState("networkidle");
  await check(composer(page), "kept ");
  await messages(page).first().hover();
  await page.getByRole("button", { name: "Edit in a new chat" }).click();
  await check(page.getByRole("dialog").getByLabel("Message"), "A question");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await check(page.getByPlaceholder("Search chats and messages"));
  await page.keyboard.press("Escape");
  await chatOptions(page, "Rain").click();
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await check(page.getByLabel("Title"), "Rain");
  await page.goto("/settings/support");
  await check(page.getByRole("main").getByRole("textbox").last());

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await check(page.getByLabel("Email"));
  await check(page.getByLabel("Password", { exact: true }));
});

test("a member pastes 20,000 lines, Hebrew first, in under three times a bare field's time, each in its own direction [typing.direction]", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await expect(homeBox(page)).toHaveCSS("direction", "ltr");
  const lines = `1. שלום${"\nline".repeat(20_000)}`;
  await page.evaluate(async (lines) => {
    const bare = document.body.appendChild(document.createElement("textarea"));
    Object.assign(bare, { ariaLabel: "Bare", style: "position: fixed; z-index: 9" });
    await navigator.clipboard.writeText(lines);
    document.addEventListener("keydown", () => performance.mark("pressed"));
    document.addEventListener("input", ({ target }) => {
      (target as HTMLElement).getBoundingClientRect();
      document.body.dataset["took"] = String(performance.measure("", "pressed").duration);
    });
  }, lines);
  const pasteInto = async (field: Locator) => {
    await field.press("ControlOrMeta+a");
    await field.press("ControlOrMeta+v");
    await expect.poll(async () => (await field.inputValue()).length).toBe(lines.length);
    const took = await page.evaluate(() => document.body.dataset["took"]);
    await field.press("ControlOrMeta+z");
    return Number(took);
  };
  // The least times: what else runs on a busy machine only adds to them. A right-to-left box is laid out once more.
  let [box, bare] = [Infinity, Infinity];
  const ratio = async () => {
    box = Math.min(box, await pasteInto(homeBox(page)));
    bare = Math.min(bare, await pasteInto(page.getByLabel("Bare")));
    return box / bare;
  };
  await expect.poll(ratio).toBeLessThan(3);
  await page.keyboard.press("Escape");
  await homeBox(page).fill("1. שלום");
  await expect(homeBox(page)).toHaveCSS("direction", "rtl");
  await expect(homeBox(page)).toHaveCSS("unicode-bidi", "plaintext");
});
