import type { Locator } from "@playwright/test";
import { boxOf, edgesOf } from "./support/box-of.ts";
import {
  chats,
  chatOptions,
  composer,
  goOffline,
  messages,
  send,
  homeBox,
  openChat,
  openChatMenu,
  test,
  toast,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

/** Waits until a menu stands whole within the window. */
async function expectInside(menu: Locator, width: number, height: number) {
  await expect(async () => {
    const { x, y, right, bottom } = await edgesOf(menu);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(bottom).toBeLessThanOrEqual(height);
  }).toPass({ timeout: 20_000 });
}

test("a member at a zoom of 400 % reaches every item of a menu by the keys, by its first letters and by the wheel [look.menus]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Small"], ["One", "Re one"]);
  await page.setViewportSize({ width: 320, height: 256 });
  await openChat(page, chatId, 2);
  const items = page.getByRole("menuitem");
  const menu = page.getByRole("menu");
  const walk = async () => {
    await expectInside(menu, 320, 256);
    for (const item of await items.all()) {
      await expect(item).toBeFocused();
      await expect(item).toBeInViewport({ ratio: 0.9 });
      await page.keyboard.press("ArrowDown");
    }
    await expect(items.first()).toBeFocused();
  };
  const button = page.getByRole("button", { name: "Ask again" });
  await button.click();
  await expect(items).toHaveCount(5);
  await walk();
  await page.keyboard.type("cl");
  await expect(items.filter({ hasText: "Claude 4" })).toBeFocused();
  await page.keyboard.press("Home");
  await menu.hover();
  await page.mouse.wheel(0, 200);
  await expect(items.last()).toBeInViewport({ ratio: 0.9 });
  await expect(items).toHaveCount(5);
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.getByRole("button", { name: "Open menu" }).click();
  await openChatMenu(page, "Small");
  await expect(items).toHaveCount(4);
  await walk();
  // The menu alone.
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  await expect(chatOptions(page, "Small")).toBeFocused();
});

test("a member who presses keys before the code of a menu is there has them pressed in it [look.menus]", async ({
  page,
  history,
}) => {
  await history.chats(["Early", "Other"]);
  const release = await holdRequests(page, "**/assets/open-menu-*.js");
  await page.goto("/");
  const [options, others] = [chatOptions(page, "Early"), chatOptions(page, "Other")];
  const items = page.getByRole("menuitem");
  // Esc, Tab, a press elsewhere, and one on the button itself take it back.
  await options.focus();
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("heading", { level: 1 }).click(),
    () => options.click(),
    () => page.keyboard.press("Tab"),
  ]) {
    await options.press("Enter");
    await expect(options).toHaveAttribute("aria-expanded", "true");
    await leave();
    await expect(options).toHaveAttribute("aria-expanded", "false");
  }
  await options.click();
  await others.click();
  await expect(options).toHaveAttribute("aria-expanded", "false");
  await expect(others).toHaveAttribute("aria-expanded", "true");
  await others.press("Escape");

  await options.focus();
  for (const key of ["ArrowUp", "ArrowUp", "x", "ArrowDown", "ArrowDown", "Enter"])
    await page.keyboard.press(key);
  await expect(items).toHaveCount(0);
  release();
  // From the last item one up, two down and round: the first.
  const dialog = page.getByRole("dialog", { name: "Rename chat" });
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await expect(dialog.getByLabel("Title")).toHaveValue("Early");
  await expect(items).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(options).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Delete chat" })).toBeFocused();
});

test("a member whose machine is busy has each key act where the one before has led [look.menus]", async ({
  page,
  history,
}) => {
  await history.chats(["Busy"]);
  await page.goto("/");
  await chatOptions(page, "Busy").focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  await page.evaluate(() => {
    const own = window.setTimeout;
    window.setTimeout = ((call: () => void, ms = 0) => own(call, ms + 300)) as typeof setTimeout;
  });
  for (const key of ["ArrowDown", "End", "ArrowUp", "ArrowDown", "Enter"])
    await page.keyboard.press(key);
  await expect(chats(page).getByText("Busy")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a member whose browser cannot fetch a menu is told so, offline and when its file is gone, and has it when it is there [notices.part-missing]", async ({
  page,
  context,
  history,
}) => {
  await history.chats(["Gone"]);
  const menus = "**/assets/open-menu-*.js";
  await page.route(menus, (route) => route.abort());
  await page.goto("/");
  const options = chatOptions(page, "Gone");
  await homeBox(page).fill("Kept");
  await expect(options).toBeVisible();
  await goOffline(page, context);
  await options.press("Enter");
  const notice = toast(page, "This part could not be loaded");
  await expect(notice).toContainText("Check your connection. What you typed is kept.");
  await expect(options).toHaveAttribute("aria-expanded", "false");
  await expect(options).toBeFocused();
  await context.setOffline(false);
  await page.route("**/", (route) => route.abort());
  await homeBox(page).click();
  await expect(notice).toHaveCount(0);
  await options.click();
  await expect(notice).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Older browsers remember what could not be fetched: there the page reloads once, and the next press opens the menu.
  await expect(async () => {
    if ((await page.getByRole("menuitem").count()) === 0) await options.click();
    await expect(page.getByRole("menuitem").first()).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await expect(homeBox(page)).toHaveValue("Kept");
});

test("a member leaves a menu by a press elsewhere, by its button, by Tab, and for another by one press [look.menus]", async ({
  page,
  history,
}) => {
  await history.chats(["One", "Other"]);
  await page.goto("/");
  const [one, other] = [chatOptions(page, "One"), chatOptions(page, "Other")];
  const menu = page.getByRole("menu");
  await one.click();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await homeBox(page).click();
  await expect(menu).toHaveCount(0);
  await expect(homeBox(page)).toBeFocused();
  await one.click();
  await expect(menu).toBeVisible();
  await one.click();
  await expect(menu).toHaveCount(0);
  await expect(one).toBeFocused();
  await one.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Other", exact: true })).toBeFocused();
  // The menu lies over what is below.
  await other.click();
  await expect(menu).toBeVisible();
  await one.click();
  await expect(other).toHaveAttribute("aria-expanded", "false");
  await expect(menu).toHaveCount(1);
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const { right } = await edgesOf(menu);
  expect(right).toBeCloseTo((await edgesOf(one)).right, 0);
  await page.keyboard.press("Escape");
  await expect(one).toBeFocused();
});

test("a member reads an icon's name in a tooltip, which describes it and lets every click and key through [look.names] [access.keyboard]", async ({
  page,
  providers,
  history,
}) => {
  // As browsers without it, where Esc is Radix's alone.
  await page.addInitScript(() => void Object.assign(globalThis, { CloseWatcher: undefined }));
  const [chatId = ""] = await history.chats(["Named"], ["One", "Re one"]);
  await openChat(page, chatId, 2);
  const tooltip = page.getByRole("tooltip");
  const copy = messages(page).last().getByRole("button", { name: "Copy" });
  await copy.hover();
  await expect(tooltip).toHaveText("Copy");
  await expect(copy).toHaveAccessibleDescription("Copy");
  const { x, y, width, height } = await boxOf(tooltip);
  const isPressed = ([left, top]: readonly [number, number]) =>
    document.elementFromPoint(left, top)?.closest("[role=tooltip]") !== null;
  expect(await page.evaluate(isPressed, [x + width / 2, y + height / 2] as const)).toBe(false);
  await page.keyboard.press("Shift");
  await expect(tooltip).toHaveCount(0);
  await expect(copy).toHaveAttribute("title", "Copy");

  // With the keys; there it describes what something else describes too.
  await chatOptions(page, "Named").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Chat options");
  await expect(chatOptions(page, "Named")).toHaveAccessibleDescription("Named Chat options");

  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await expect(tooltip).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).hover();
  await expect(tooltip).toHaveText("Close");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(tooltip).toHaveCount(0);

  providers.script("by hand");
  await send(page, "Tell me");
  await providers.next();
  await copy.first().hover();
  await expect(tooltip).toHaveText("Copy");
  await page.keyboard.press("Escape");
  await expect(messages(page).last()).toContainText("Stopped.");
  await expect(tooltip).toHaveCount(0);
});

test("a member who points at a button again whose menu is open sees no tooltip over the menu [look.names]", async ({
  page,
  history,
}) => {
  await history.chats(["Rain"]);
  await page.goto("/");
  await chats(page).getByRole("link", { name: "Rain" }).hover();
  const button = chats(page).getByRole("button", { name: "Chat options" });
  await button.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Chat options");
  await button.click();
  await expect(page.getByRole("menuitem", { name: "Rename chat" })).toBeVisible();
  await page.clock.install();
  await page.getByRole("menuitem", { name: "Delete chat" }).hover();
  await button.hover();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test("a member who opens the menu of a chat while its conversation is on the way keeps it open when that comes [look.menus]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Rain"], ["One", "Re one"]);
  const release = await holdRequests(page, "**/assets/conversation-*.js");
  await page.goto(`/chats/${chatId}`);
  await openChatMenu(page, "Rain");
  const items = page.getByRole("menuitem");
  release();
  await expect(messages(page)).toHaveCount(2);
  await expect(composer(page)).toBeVisible();
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
});

test("a member who points at a button with words, or has pressed what they point at, sees no tooltip [look.names]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Named"], ["One", "Re one"]);
  await page.setViewportSize({ width: 390, height: 844 });
  const code = Promise.withResolvers<void>();
  await page.route(/tooltips.*\.js/, (route) => code.promise.then(() => route.continue()));
  await openChat(page, chatId, 2);
  await page.clock.install();
  const fetched = page.waitForResponse(/tooltips.*\.js/);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  code.resolve();
  await (await fetched).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const reply = messages(page).last();
  await reply.getByRole("button", { name: "Ask again" }).hover();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await reply.getByRole("button", { name: "Details" }).hover();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("tooltip")).toHaveText("Details");
});
