import type { Locator, Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import { numbered, writeHistory } from "./support/chat-history.ts";
import {
  chats,
  chatPane,
  composer,
  ECHO,
  messages,
  send,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";
import { layoutShift } from "./support/watch.ts";

/** Where a message's top edge is on the screen. */
const topOf = (page: Page, text: string) =>
  messages(page)
    .filter({ hasText: text })
    .evaluate((element) => element.getBoundingClientRect().top);

test("a member reads a reply from its question, which goes to the top, is followed from the end on, and ends at the newest message after a quick way up and down again [conversation.scrolls]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = "", long = ""] = await history.chats(["Followed", "Long"]);
  await history.messages(chatId, numbered(40));
  const jump = page.getByRole("button", { name: "Jump to newest" });
  const distance = () =>
    chatPane(page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
  /** How far a message is below the top edge of the pane. */
  const below = async (text: string) => {
    const { y } = await boxOf(chatPane(page));
    return Math.round((await topOf(page, text)) - y);
  };
  const lines = (word: string) => `${word} of it.\n`.repeat(40);
  for (const [width, question] of [
    [390, "Many lines, narrow"],
    [1280, "Many lines, wide"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page).last()).toBeInViewport();
    providers.script("by hand");
    await send(page, question);
    const call = await providers.next();
    call.write("The first line.\n");
    await expect(chatPane(page)).toContainText("The first line.");
    expect(await distance()).toBeLessThan(2);

    // The question goes to the top edge, and stays there.
    call.write(lines("Some"));
    await expect(jump).toBeVisible();
    await expect.poll(() => below(question)).toBe(24);
    call.write(lines("More"));
    await expect(chatPane(page)).toContainText("More of it.");
    await expect.poll(distance).toBeGreaterThan(1600);
    expect(await below(question)).toBe(24);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
    expect(await violationsOn(page)).toStrictEqual([]);

    // Who goes to the end is followed again.
    await jump.click();
    await expect(jump).toBeHidden();
    call.write(lines("Even more"));
    await expect.poll(() => below(question)).toBeLessThan(-2500);
    await expect.poll(distance).toBeLessThan(2);
    await chatPane(page).hover();
    await page.mouse.wheel(0, -600);
    await expect(jump).toBeVisible();
    const middleOf = async (part: Locator) => {
      const { x, width } = await boxOf(part);
      return x + width / 2;
    };
    expect(await middleOf(jump)).toBeCloseTo(await middleOf(chatPane(page)), 0);
    const place = await below(question);
    call.end(lines("The last"));
    await expect(messages(page).last()).toContainText("The last of it.");
    expect(await below(question)).toBe(place);
    await page.mouse.wheel(0, 9000);
    await expect(jump).toBeHidden();
    expect(await distance()).toBeLessThan(2);
    providers.script(ECHO);
    await send(page, `A short answer, ${width}`);
    await expect(messages(page).last()).toContainText(`You asked: A short answer, ${width}`);
    expect(await distance()).toBeLessThan(2);
    await expect(jump).toBeHidden();
  }

  // In a window that shows all there is nothing to jump to.
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await expect(jump).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 16_000 });
  await expect(jump).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });

  await history.messages(long, numbered(260));
  await page.goto(`/chats/${long}`);
  await expect(messages(page).last()).toContainText("Message 259.");
  const goTo = (end: "top" | "end") =>
    chatPane(page).evaluate(
      (pane, to) => pane.scrollTo(0, to === "top" ? 0 : pane.scrollHeight),
      end,
    );
  for (const oldest of [160, 110]) {
    await goTo("top");
    await expect(messages(page).first()).toContainText(`Message ${oldest}.`);
  }
  await goTo("top");
  await goTo("end");
  await expect(messages(page).last()).toContainText("Message 259.");
  await expect(messages(page).last()).toBeInViewport();
});

test("a member with 2,000 chats gets them page by page, newest first, and steps past the last page by keys [chats.list] [shortcuts.chats]", async ({
  page,
  history,
}) => {
  const titled = Array.from({ length: 2000 }, (_, index) => `Chat number ${index}`);
  const ids = await history.chats(titled);
  await page.goto("/");
  const rows = chats(page).getByRole("listitem");
  await expect(rows).toHaveCount(50);
  for (const count of [100, 150, 200]) {
    await rows.last().scrollIntoViewIfNeeded();
    await chats(page).getByRole("link").last().focus();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  }
  const titles = await chats(page).getByRole("link").allTextContents();
  expect(titles).toStrictEqual(titles.map((_, index) => `Chat number ${index}`));
  await page.goto(`/chats/${ids[40]}`);
  await expect(chats(page).getByRole("link", { name: "Chat number 40" })).toBeInViewport();

  // In a narrow window the list is closed, so that nothing is loaded by scrolling.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/chats/${ids[49]}`);
  await expect(composer(page)).toBeVisible();
  for (const index of [50, 51]) {
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await expect(page).toHaveURL(`/chats/${ids[index]}`);
  }
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(page).toHaveURL(`/chats/${ids[50]}`);
});

test("a member who switches chats never sees messages of the chat that loads late, and sees 'This conversation is not here' at an address that is no chat of theirs [conversation.right-chat] [routes.junk-chat]", async ({
  page,
  product,
  member,
  history,
}) => {
  const [slow = "", quick = ""] = await history.chats(["Slow", "Quick"]);
  await history.messages(slow, ["In the slow one", "Slow reply"]);
  await history.messages(quick, ["In the quick one", "Quick reply"]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(`**/rest/v1/messages*${slow}*`, async (route) => {
    const response = await route.fetch();
    await held;
    // Fails when the page has cancelled the request.
    await route.fulfill({ response }).catch(() => {});
    arrive();
  });
  await page.goto("/");
  const asked = page.waitForRequest(
    (request) => request.url().includes(`messages?`) && request.url().includes(slow),
  );
  await chats(page).getByRole("link", { name: "Slow" }).click();
  await asked;
  await chats(page).getByRole("link", { name: "Quick" }).click();
  await expect(messages(page)).toHaveText([/In the quick one/, /Quick reply/]);
  release();
  await late;
  await expect(messages(page)).toHaveText([/In the quick one/, /Quick reply/]);
  await page.unrouteAll();

  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (const junk of ["junk", crypto.randomUUID(), "%00", "..%2f..%2fetc"]) {
    await page.goto(`/chats/${junk}`);
    await expect(
      page.getByRole("heading", { name: "This conversation is not here" }),
      junk,
    ).toBeVisible();
    await expect(page.getByPlaceholder("Send a message...")).toHaveCount(0);
  }
  const stranger = await product.newMember("active");
  const [theirs = ""] = await (await writeHistory(product, stranger)).chats(["Theirs"]);
  await page.goto(`/chats/${theirs}`);
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(toast(page, "Error")).toHaveCount(0);
  expect(errors).toStrictEqual([]);
  expect(member.email).not.toBe(stranger.email);
});
