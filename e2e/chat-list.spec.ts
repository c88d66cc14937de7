import type { Page } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import {
  chatOptions as options,
  chatPane,
  chatRow as row,
  chats,
  messages,
  openChat,
  send,
  test,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

const links = (page: Page) => chats(page).getByRole("link");
const LONG_TITLE =
  "Rewrite this letter so that it sounds friendly and not as if a machine wrote it";

test("a member sees titles in the full width, below the days of their time zone, and reaches each chat and menu by key [sidebar.titles] [chats.days] [chats.keys]", async ({
  page,
  history,
}) => {
  await page.clock.install({ time: new Date("2026-11-22T22:58:30Z") });
  const zone = await page.context().newCDPSession(page);
  await zone.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
  await history.chats([
    [LONG_TITLE, "2026-11-22T22:00:00Z"],
    ["Early", "2026-11-22T00:30:00Z"],
    ["Last week", "2026-11-16T12:00:00Z"],
    ["Last month", "2026-10-30T12:00:00Z"],
    ["Long ago", "2026-10-02T12:00:00Z"],
  ]);
  await page.goto("/");
  const days = chats(page).getByRole("heading");
  await expect(days).toHaveText(["Today", "Previous 7 days", "Previous 30 days", "October 2026"]);

  const title = await boxOf(links(page).first().locator("span"));
  expect(title.width).toBeGreaterThanOrEqual(220);
  const before = await boxOf(row(page, LONG_TITLE));
  await row(page, LONG_TITLE).hover();
  await expect(options(page, LONG_TITLE)).toHaveCSS("opacity", "1");
  expect(await boxOf(row(page, LONG_TITLE))).toEqual(before);
  expect(await boxOf(links(page).first().locator("span"))).toEqual(title);
  // A title that is cut is shown whole, and no other.
  const tooltip = page.getByRole("tooltip");
  await links(page).first().hover();
  await expect(tooltip).toHaveText(LONG_TITLE);
  await links(page).nth(1).hover();
  await expect(tooltip).toHaveCount(0);
  await expect(links(page).nth(1)).not.toHaveAttribute("title");
  const button = await boxOf(options(page, LONG_TITLE));
  expect(button.x + button.width).toBeLessThanOrEqual(before.x + before.width);
  // The whole row is the target.
  await row(page, "Early").click({ position: { x: before.width - 60, y: 4 } });
  // The chat's own box has taken the focus by then.
  await expect(page.getByRole("heading", { level: 1, name: "Early" })).toBeAttached();

  await links(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links(page).nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(links(page).last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(links(page).last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Chat options" }).first()).toBeAttached();
  for (const key of ["ContextMenu", "Shift+F10"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("menuitem", { name: "Rename chat" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(links(page).nth(2)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Last week" })).toBeAttached();

  await page.clock.runFor("02:00");
  await expect(days.first()).toHaveText("Yesterday");
  await zone.send("Emulation.setTimezoneOverride", { timezoneId: "America/Los_Angeles" });
  await page.clock.runFor("01:00");
  await expect(days).toHaveText([
    "Today",
    "Yesterday",
    "Previous 7 days",
    "Previous 30 days",
    "October 2026",
  ]);
});

test("a member sees which chat is being answered, and which has a reply not yet seen, also after a reload [chats.dots]", async ({
  page,
  device: far,
  providers,
  history,
}) => {
  const [asked = ""] = await history.chats(["Asked", "Other"]);
  await page.goto("/");
  await expect(links(page)).toHaveText(["Asked", "Other"]);
  providers.script("by hand");
  await links(page).first().click();
  await send(page, "Tell me");
  const first = await providers.next();
  const colors = new Set<string>();
  const expectDot = async (text: string) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
      await expect(row(page, "Asked")).toContainText(text);
      const dot = row(page, "Asked").getByText(text).locator("..");
      colors.add(await dot.evaluate((element) => getComputedStyle(element).backgroundColor));
      const title = row(page, "Asked").getByRole("link").locator("span").first();
      await expect(title).toHaveCSS("text-overflow", "ellipsis");
      if (width === 390) await page.keyboard.press("Escape");
    }
  };
  await expectDot("Replying");
  await page.getByRole("link", { name: "Other" }).click();
  first.end("All of it");
  await expectDot("New reply");
  expect(colors.size).toBe(1);
  await expect(row(page, "Asked")).not.toContainText("Replying");
  await expect(row(page, "Other")).not.toContainText("New reply");
  await page.reload();
  await expect(row(page, "Asked")).toContainText("New reply");
  // The copy of the chat is drawn at once. Its reply counts as seen when the chat has been read.
  await far.goto("/");
  await expect(row(far, "Asked")).toContainText("New reply");
  let reports = 0;
  page.on("request", (request) => (reports += request.url().endsWith("/update_chat") ? 1 : 0));
  const reported = page.waitForResponse("**/api/update_chat");
  await page.getByRole("link", { name: "Asked" }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(row(page, "Asked")).not.toContainText("New reply");
  expect((await reported).status()).toBe(200);
  // Looking again, or at another chat, takes no further call.
  await page.getByRole("link", { name: "Other" }).click();
  await expect(row(page, "Other")).not.toContainText("New reply");
  await expect(row(page, "Asked")).not.toContainText("New reply");
  await page.reload();
  await expect(row(page, "Other")).not.toContainText("New reply");
  await expect(row(page, "Asked")).not.toContainText("New reply");
  expect(reports).toBe(1);
  // The other device learns of it when its person comes back to it.
  await expect(async () => {
    await far.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(row(far, "Asked")).not.toContainText("New reply", { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  // A question of another device is no reply, neither while it is answered nor when that has failed.
  await openChat(far, asked, 2);
  providers.script("by hand");
  await send(far, "And now?");
  const call = await providers.next();
  await page.reload();
  await expect(row(page, "Asked")).toContainText("Replying");
  call.fail(400);
  await expect(row(page, "Asked")).not.toContainText("Replying");
  await expect(row(page, "Asked")).not.toContainText("New reply");
});

test("a member who stops a reply and leaves its chat before the server knows sees no dot for it, here or on another device [chats.dots]", async ({
  page,
  device: far,
  providers,
  history,
}) => {
  await history.chats(["Asked", "Other"]);
  await page.goto("/");
  providers.script("by hand");
  await links(page).first().click();
  await send(page, "Tell me");
  const call = await providers.next();
  call.write("Some of it");
  await expect(chatPane(page)).toContainText("Some of it");
  const stops = /\/api\/send_message$/;
  const release = await holdRequests(page, stops);
  const isAsked = page.waitForRequest(stops);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await isAsked;
  const reported = page.waitForResponse("**/api/update_chat");
  await page.getByRole("link", { name: "Other" }).click();
  await expect(row(page, "Asked")).toContainText("Replying");
  release();
  await expect(row(page, "Asked")).not.toContainText("Replying");
  await expect(row(page, "Asked")).not.toContainText("New reply");
  expect((await reported).status()).toBe(200);
  await far.goto("/");
  await expect(links(far)).toHaveText(["Asked", "Other"]);
  for (const each of [page, far]) {
    await each.reload();
    await expect(links(each)).toHaveText(["Asked", "Other"]);
    await expect(row(each, "Asked")).not.toContainText("Replying");
    await expect(row(each, "Asked")).not.toContainText("New reply");
  }
});
