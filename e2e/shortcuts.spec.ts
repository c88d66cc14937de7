import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { numbered } from "./support/chat-history.ts";
import {
  chatPane,
  chats,
  composer,
  homeBox,
  messages,
  send,
  test,
  toast,
  openChat,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const search = (page: Page) => page.getByRole("dialog", { name: "Search chats" });
const command = (page: Page, name: string) => search(page).getByRole("option", { name });

test("a member walks through their chats, copies a reply, stops one and begins a chat by keys alone [shortcuts.keys] [shortcuts.chats] [shortcuts.copy-reply]", async ({
  page,
  providers,
  history,
}) => {
  const ids = await history.chats(["The newest", "The one between", "The oldest"]);
  const [newest, between, oldest] = ids;
  await history.messages(between ?? "", ["A question", "  An answer,\nwith two lines "]);
  await page.goto("/");
  await expect(page.getByText("The newest")).toBeVisible();

  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect(page).toHaveURL(`/chats/${newest}`);
  // Nothing to copy here.
  await page.keyboard.press("Alt+Shift+L");
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect(page).toHaveURL(`/chats/${between}`);
  await expect(messages(page)).toHaveCount(2);
  await page.keyboard.press("Alt+Shift+L");
  await expect(toast(page, "Reply copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "  An answer,\nwith two lines ",
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
  });
  await page.keyboard.press("Alt+Shift+L");
  await expect(toast(page, "Failed to copy the reply").locator("[data-title]")).toHaveText("Error");

  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect(page).toHaveURL(`/chats/${oldest}`);
  // The end of the list.
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(page).toHaveURL(`/chats/${between}`);

  // In the box, outside it, and back.
  await expect(composer(page)).toBeFocused();
  await messages(page).last().focus();
  await page.keyboard.press("Alt+Shift+M");
  await expect(composer(page)).toBeFocused();

  // Esc stops a reply, and so does the command of the search, which is there only meanwhile.
  providers.script("by hand");
  await send(page, "Tell me");
  (await providers.next()).write("The first words");
  await expect(page.getByText("The first words")).toBeVisible();
  await page.keyboard.press("Control+k");
  await command(page, "Stop the reply").click();
  await expect(page.getByText("You stopped this reply.")).toBeVisible();
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press("Alt+Shift+O");
  await expect(page).not.toHaveURL(`/chats/${between}`);
  await page.keyboard.type("typed at once");
  await expect(composer(page)).toHaveValue("typed at once");
});

for (const width of [390, 1280]) {
  test.describe(() => {
    test.use({ hasTouch: width < 500, isMobile: width < 500, viewport: { width, height: 800 } });
    test(`a member moves from the box to messages by arrow keys and acts on them by one letter, ${width} px wide [shortcuts.message]`, async ({
      page,
      history,
    }) => {
      const [chatId = ""] = await history.chats(["Keys"], ["One", "Re one", "Two", "Re two"]);
      const dialog = page.getByRole("dialog");
      await openChat(page, chatId, 4);
      await composer(page).press("x");
      await page.keyboard.press("ArrowUp");
      await expect(composer(page)).toBeFocused();
      await composer(page).fill("");
      await page.keyboard.press("ArrowUp");
      await expect(messages(page).last()).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(messages(page).nth(2)).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(messages(page).last()).toBeFocused();
      await page.keyboard.press("d");
      await expect(dialog).toHaveAccessibleName("What the model saw");
      await page.keyboard.press("Escape");
      await expect(messages(page).last()).toBeFocused();
      await page.keyboard.press("e");
      await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue("Two");
      await page.keyboard.press("Escape");
      await expect(messages(page).last()).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(messages(page).nth(2)).toBeFocused();
      await page.keyboard.press("c");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Two");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await expect(composer(page)).toBeFocused();

      // Any other letter is typed, and every letter at a message that ↑ from the box, a click or Tab has led to.
      const typed = ["could you", "do it", "explain", "see"];
      for (const words of typed) {
        await composer(page).fill("");
        await page.keyboard.press("ArrowUp");
        await expect(messages(page).last()).toBeFocused();
        await expect(messages(page).last()).toHaveCSS("outline-style", "solid");
        await page.keyboard.type(words);
        await expect(composer(page)).toHaveValue(words);
        await expect(dialog).toHaveCount(0);
      }
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Two");
      // As are words after two arrow keys, whose first letters would press a button. A busy machine types slowly here.
      await page.evaluate(() => {
        const own = window.setTimeout;
        const later = (call: () => void, ms = 0) => own(call, ms === 400 ? 60_000 : ms);
        window.setTimeout = later as typeof setTimeout;
      });
      for (const words of ["copy this", "does it", "edit that", "c d e"]) {
        await composer(page).fill("");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        await expect(messages(page).nth(2)).toBeFocused();
        await page.keyboard.type(words);
        await expect(composer(page)).toHaveValue(words);
        await expect(dialog).toHaveCount(0);
      }
      await composer(page).fill("see");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Two");
      await messages(page).first().focus();
      await page.keyboard.type("code");
      await expect(composer(page)).toHaveValue("seecode");
      await composer(page).fill("");
    });
  });
}

test("a member in the message box scrolls the conversation by Page Up and Page Down, and a long text in the box itself [shortcuts.message]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Pages"]);
  await history.messages(chatId, numbered(40));
  await openChat(page, chatId, 40);
  await messages(page).last().getByText("Message 39.").click();
  await expect(composer(page)).toBeFocused();
  const top = () => chatPane(page).evaluate((pane) => pane.scrollTop);
  const height = await chatPane(page).evaluate((pane) => pane.clientHeight);
  const end = await top();
  await page.keyboard.press("PageUp");
  await expect.poll(top).toBe(end - height + 92);
  await page.keyboard.press("PageUp");
  await expect.poll(top).toBe(end - 2 * (height - 92));
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await expect.poll(top).toBe(end);

  await composer(page).fill("A line.\n".repeat(40));
  await expect(composer(page)).toBeFocused();
  const before = await top();
  const inBox = () => composer(page).evaluate((box) => [box.scrollTop, box.scrollHeight]);
  await composer(page).press("ControlOrMeta+Home");
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await inBox())[0]).toBeGreaterThan(0);
  expect(await top()).toBe(before);
});

test("a member who types while the dialog of E is loaded finds every letter in it, and reads there that they are offline [shortcuts.message] [chats.edit]", async ({
  page,
  context,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Keys"], ["One", "Re one"]);
  const release = await holdRequests(page, "**/assets/edit-dialog-*.js");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Message" });
  const open = async () => {
    await messages(page).last().focus();
    await page.keyboard.press("ArrowUp");
    await expect(messages(page).first()).toBeFocused();
    await page.keyboard.press("e");
    await expect(dialog).toBeVisible();
  };
  await openChat(page, chatId, 2);
  await open();
  await page.keyboard.type(" and");
  await expect(field).toHaveValue("One and");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(messages(page).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await open();
  await context.setOffline(true);
  await expect(dialog).toContainText("You are offline.");
  await context.setOffline(false);
  const typing = page.keyboard.type(" two, three, four and five", { delay: 20 });
  release();
  await typing;
  await expect(dialog).toHaveAccessibleName("Edit in a new chat");
  await expect(field).toHaveValue("One and two, three, four and five");
  await expect(composer(page)).toHaveValue("");
  // What was typed before the dialog was there is taken back too.
  const pressUntil = (keys: string, value: string) =>
    expect(async () => {
      await page.keyboard.press(keys);
      await expect(field).toHaveValue(value, { timeout: 100 });
    }).toPass();
  await pressUntil("ControlOrMeta+z", "One and");
  await pressUntil("ControlOrMeta+Shift+z", "One and two, three, four and five");
  await page.keyboard.press("Escape");
  await expect(messages(page).first()).toBeFocused();

  await page.keyboard.press("ArrowDown");
  await open();
  await page.keyboard.type(", and six");
  await expect(field).toHaveValue("One and two, three, four and five, and six");
});

test("`?` lists the shortcuts for the person's system, but not in text fields, and the search offers them as commands [shortcuts.list] [search.commands]", async ({
  page,
  member,
}) => {
  await page.goto("/");
  await expect(page.getByText(member.email)).toBeVisible();
  await homeBox(page).fill("Why");
  await homeBox(page).press("?");
  await expect(homeBox(page)).toHaveValue("Why?");
  await expect(list(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Search chats" }).focus();
  await page.keyboard.press("?");
  await expect(list(page)).toBeVisible();
  await expect(list(page)).toContainText("New chatAltShiftO");
  await expect(list(page)).toContainText("Search chatsCtrlK");
  expect(await violationsOn(page)).toEqual([]);
  // Under a dialog the keys rest.
  await page.keyboard.press("Control+k");
  await expect(search(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search chats" })).toBeFocused();
  await expect(homeBox(page)).toHaveValue("Why?");

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await homeBox(page).press("Control+/");
    await expect(list(page).getByRole("heading", { level: 3 })).toHaveText([
      "Everywhere",
      "In a conversation",
    ]);
    await expect(list(page)).toContainText("Keyboard shortcuts?Ctrl/");
    await expect(list(page)).toContainText("Move between messages↑↓");
    await expect(list(page)).toContainText("Scroll the conversationPgUpPgDn");
    await expect(list(page)).toContainText("Ask all four modelsCtrlEnter");
    await expect(list(page)).toContainText("Use one of several answersAlt1 – 4");
    await expect(list(page)).toContainText("Quote the selected textShiftEnter");
    if (width === 1280) await expect(list(page)).toBeInViewport({ ratio: 1 });
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(homeBox(page)).toBeFocused();
    await expect(homeBox(page)).toHaveValue("Why?");
    await page.keyboard.press("Control+k");
    await expect(search(page).getByRole("textbox")).toBeFocused();
    await page.keyboard.press("Control+/");
    await expect(list(page)).toBeVisible();
    await expect(search(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
  }

  await page.keyboard.press("Control+k");
  await expect(command(page, "New chat")).toHaveAttribute("aria-selected", "true");
  await expect(command(page, "Stop the reply")).toHaveCount(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.type("short");
  await expect(search(page)).toContainText("Nothing found.");
  await expect(search(page).getByRole("option")).toHaveText(["Keyboard shortcuts?"]);
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeVisible();
  await expect(search(page)).toHaveCount(0);

  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Macintosh)" });
  });
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(list(page)).toContainText("New chat⌃⌘O");
  await expect(list(page)).toContainText("Search chats⌘K");
});

test("a shortcut closes a member's open drawer, their next keys go to what it opened, and a dialog blocks shortcuts [shortcuts.keys] [shortcuts.list] [shortcuts.chats] [sidebar.drawer] [sidebar.drawer-back]", async ({
  page,
  history,
}) => {
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const menu = page.getByRole("button", { name: "Open menu" });
  const openMenu = async () => {
    // Closed by a shortcut, the drawer leaves its history entry a moment later.
    await page.waitForFunction(() => window.history.state?.usr?.menu === undefined);
    await menu.click();
    await expect(drawer).toBeFocused();
  };
  const [newest = ""] = await history.chats(["Newest", "Oldest"]);
  const created: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/create_chat")) created.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings");
  await page.goto("/");

  await openMenu();
  await expect(chats(page).getByRole("link")).toHaveText(["Newest", "Oldest"]);
  await page.keyboard.press("Space");
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("old est");
  await expect(search(page).getByRole("textbox")).toHaveValue("old est");
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(search(page)).toHaveCount(0);
  await expect(menu).toBeFocused();

  await openMenu();
  await page.keyboard.press("?");
  await expect(list(page)).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await openMenu();
  await page.keyboard.press("Alt+Shift+M");
  await page.keyboard.type("typed at once");
  await expect(homeBox(page)).toHaveValue("typed at once");
  await expect(drawer).toHaveCount(0);

  await openMenu();
  await chats(page).getByRole("button", { name: "Chat options" }).first().click();
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await expect(page.getByRole("dialog", { name: "Rename chat" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Rename chat" })).toHaveCount(0);
  await expect(search(page)).toHaveCount(0);
  await expect(drawer).toBeVisible();

  // None of them has left a history entry.
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/settings");
  await page.goForward();
  await expect(page).toHaveURL("/");

  await openMenu();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect(page).toHaveURL(`/chats/${newest}`);
  await expect(drawer).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  expect(created).toEqual([]);

  await openMenu();
  await page.keyboard.press("Alt+Shift+O");
  await page.keyboard.type("typed at once");
  await expect(composer(page)).toHaveValue("typed at once");
  await expect(drawer).toHaveCount(0);
  await expect(page).not.toHaveURL(`/chats/${newest}`);
  await expect.poll(() => created).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(`/chats/${newest}`);
  await page.goBack();
  await expect(page).toHaveURL("/");
});
