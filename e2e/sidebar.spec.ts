import type { Page } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import {
  chatOptions as options,
  chats,
  composer,
  homeBox,
  messages,
  openChat,
  test,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, sidebar } from "./support/product.ts";

const download = (page: Page) => sidebar(page).getByRole("link", { name: "Download" });

test("a member sees the 'Chat options' button of a chat on hover and on focus only [chats.menu]", async ({
  page,
  history,
}) => {
  await history.chats(["Near", "Far"]);
  await page.goto("/");
  await expect(chats(page).getByRole("link")).toHaveText(["Near", "Far"]);
  for (const title of ["Near", "Far"]) {
    await expect(options(page, title)).toHaveCSS("opacity", "0");
  }
  await chats(page).getByRole("link", { name: "Near" }).hover();
  await expect(options(page, "Near")).toHaveCSS("opacity", "1");
  await expect(options(page, "Far")).toHaveCSS("opacity", "0");
  await page.getByRole("main").hover();
  await expect(options(page, "Near")).toHaveCSS("opacity", "0");

  await chats(page).getByRole("link", { name: "Far" }).focus();
  await page.keyboard.press("Tab");
  await expect(options(page, "Far")).toBeFocused();
  await expect(options(page, "Far")).toHaveCSS("opacity", "1");
  await expect(options(page, "Near")).toHaveCSS("opacity", "0");

  const items = page.getByRole("menuitem");
  await page.keyboard.press("Space");
  await expect(items).toHaveText([
    "Rename chat",
    "Copy conversation",
    "Export chat",
    "Delete chat",
  ]);
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(items).toHaveCount(0);
});

test("a member sees the product's logo and name on every screen, and the Download card, in low windows by scrolling [sidebar.logo] [sidebar.download-card]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["A chat"]);
  for (const path of ["/", `/chats/${chatId}`, "/settings"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await expect(download(page)).toBeInViewport({ ratio: 1 });
    for (const height of [500, 300]) {
      await page.setViewportSize({ width: 1280, height });
      // By the wheel over the logo, as a person would: a script can scroll what nobody else can.
      await page.mouse.move(60, 28);
      await page.mouse.wheel(0, 2000);
      await expect(download(page), `${path} at ${height} px`).toBeInViewport({ ratio: 1 });
    }
    const home = sidebar(page).getByRole("link", { name: "Quartet", exact: true });
    await expect(home.getByText("Quartet", { exact: true })).toBeVisible();
    await expect(home.locator("svg")).toBeVisible();
    await expect(home.locator("svg path")).toHaveCount(4);
    await home.click();
    await expect(page).toHaveURL("/");
  }
});

test("a member without chats sees an empty list; a folded sidebar stays folded over a reload until a key opens it [chats.empty] [conversation.empty] [sidebar.fold]", async ({
  page,
}) => {
  const read: string[] = [];
  page.on("request", (request) => read.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(chats(page).getByText("Your chats will be listed here.")).toBeVisible();
  await expect(chats(page).getByRole("link")).toHaveCount(0);
  await expect(messages(page)).toHaveCount(0);
  await expect(composer(page)).toHaveCount(0);
  expect(read).not.toContain("/rest/v1/messages");

  await page.getByRole("button", { name: "Hide sidebar" }).click();
  await expect(sidebar(page)).toBeHidden();
  const show = page.getByRole("button", { name: "Show sidebar" });
  await expect(show).toBeFocused();
  const place = await boxOf(homeBox(page));

  // Also the small script that comes before all others: what it did late would be seen.
  const release = await holdRequests(page, "**/assets/*.js");
  await page.reload({ waitUntil: "commit" });
  await expect(homeBox(page)).toBeVisible();
  await expect(page.locator("aside")).toBeHidden();
  await expect(show).toHaveCount(0);
  expect(await boxOf(homeBox(page))).toEqual(place);
  release();
  await expect(show).toBeVisible();
  expect(await boxOf(homeBox(page))).toEqual(place);

  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  // The chat's own box has taken the focus by then.
  await expect(page.getByRole("heading", { level: 1, name: "New conversation" })).toBeAttached();
  await expect(composer(page)).toBeFocused();
  // The search stays in the header.
  await page.getByRole("button", { name: "Search chats" }).click();
  await expect(page.getByRole("dialog", { name: "Search chats" })).toBeVisible();
  await page.keyboard.press("Escape");
  await show.focus();
  await page.keyboard.press("Enter");
  await expect(sidebar(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Search chats" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Hide sidebar" })).toBeFocused();
  await page.reload();
  await expect(sidebar(page)).toBeVisible();
});

test("a member on a phone has New Chat in the header, swipes the drawer open, and reaches all of it in a low window [sidebar.phone] [search.opens]", async ({
  page,
}) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const upgrade = await boxOf(page.getByRole("button", { name: "Upgrade to Go" }));
    expect(upgrade.x + upgrade.width).toBeLessThanOrEqual(width);
  }
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page).toHaveURL(/\/chats\//);

  const touch = await page.context().newCDPSession(page);
  const swipe = async (from: number, to: number) => {
    const at = (x: number) => ({ touchPoints: [{ x, y: 300 }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(from) });
    for (const x of [(from + to) / 2, to]) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(x) });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await swipe(100, 200);
  await expect(drawer).toBeHidden();
  // A busy page may take the first touch before it is ready for it.
  await expect(async () => {
    await swipe(4, 120);
    await expect(drawer).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.setViewportSize({ width: 390, height: 300 });
  for (const end of ["New Chat", "Settings"]) {
    const button = drawer.getByRole("button", { name: end });
    // The first try may come before the window is low.
    await expect(async () => {
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1, timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  }

  // The search takes its place.
  await drawer.getByRole("button", { name: "Search chats" }).click();
  await expect(page.getByPlaceholder("Search chats and messages")).toBeFocused();
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/chats\//);
});

test("a member sees every column in the same place when a scrollbar comes [look.no-shift]", async ({
  playwright,
  launchOptions,
  storageState,
  product,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Far too long ".repeat(6), "Short"]);
  await history.messages(chatId, ["A question", "A reply. ".repeat(60)]);
  // Playwright's browsers have no scrollbars unless they are told to.
  const withBars = { ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] };
  const browser = await playwright.chromium.launch(withBars);
  const page = await browser.newPage({
    baseURL: product.origin,
    ...(storageState !== undefined && { storageState }),
  });
  const places = () =>
    Promise.all(
      [
        sidebar(page).getByRole("button", { name: "New Chat", exact: true }),
        chats(page).getByRole("listitem").first(),
        download(page),
        messages(page).first(),
        messages(page).last(),
      ].map(async (column) => {
        const { x, width } = await boxOf(column);
        return { x, width };
      }),
    );
  const bars = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>("aside *, main *")].filter(
          (part) => part.scrollHeight > part.clientHeight && part.offsetWidth > part.clientWidth,
        ).length,
    );
  await openChat(page, chatId, 2);
  await expect(chats(page).getByRole("link")).toHaveCount(2);
  const before = await places();
  const barsBefore = await bars();
  await page.setViewportSize({ width: 1280, height: 360 });
  await expect.poll(bars).toBeGreaterThanOrEqual(barsBefore + 2);
  expect(await places()).toEqual(before);
  const widths = await sidebar(page).evaluate((aside) =>
    [...aside.querySelectorAll("div")]
      .filter(
        (part) => part.scrollHeight > part.clientHeight && part.offsetWidth > part.clientWidth,
      )
      .map((part) => getComputedStyle(part).scrollbarWidth),
  );
  expect(new Set(widths), "thin scroll bars").toEqual(new Set(["thin"]));
  await browser.close();
});
