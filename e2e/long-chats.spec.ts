import type { Locator, Page } from "@playwright/test";
import { writeHistory } from "./support/chat-history.ts";
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

test.beforeEach(({ providers }) => {
  providers.script(ECHO);
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `Message ${index}.`);

/** Where a message's top edge is on the screen. */
const topOf = (page: Page, text: string) =>
  messages(page)
    .filter({ hasText: text })
    .evaluate((element) => element.getBoundingClientRect().top);

test("a member's pane follows the newest text until they scroll up, and ends at the newest message after a quick way up and down again [conversation.scrolls]", async ({
  page,
  product,
  member,
  providers,
}) => {
  const history = await writeHistory(product, member);
  const [chatId = "", long = ""] = await history.chats(["Followed", "Long"]);
  await history.messages(chatId, numbered(40));
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page).last()).toBeInViewport();
  const text = Array.from({ length: 60 }, (_, index) => `Line ${index}.`).join("\n");
  providers.script({ text, pieceCharacters: 9, pieceMs: 80 });
  await send(page, "Many lines");
  await expect(chatPane(page).getByText(/Line 30\./)).toBeVisible();
  const distance = () =>
    chatPane(page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
  expect(await distance()).toBeLessThan(40);

  await chatPane(page).hover();
  await page.mouse.wheel(0, -600);
  const jump = page.getByRole("button", { name: "Jump to newest" });
  await expect(jump).toBeVisible();
  const middleOf = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    });
  expect(await middleOf(jump)).toBeCloseTo(await middleOf(chatPane(page)), 0);
  const place = await topOf(page, "Message 39.");
  await expect(messages(page).last()).toContainText("Line 59.");
  expect(Math.abs((await topOf(page, "Message 39.")) - place)).toBeLessThan(2);
  await jump.click();
  expect(await distance()).toBeLessThan(2);

  // In a window that shows all there is nothing to jump to.
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await expect(jump).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 9_000 });
  await expect(jump).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });

  const texts = Array.from({ length: 260 }, (_, index) => `Message ${index}.`);
  await history.messages(long, texts);
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
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
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
}) => {
  const history = await writeHistory(product, member);
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
