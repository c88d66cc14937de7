import type { Page } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import { numbered } from "./support/chat-history.ts";
import {
  askAll,
  chatPane,
  chats,
  composer,
  deleteChatByMenu,
  homeBox,
  messages,
  send,
  test,
  toast,
} from "./support/chat-page.ts";
import { coveredByNotice } from "./support/covered.ts";
import { asVisitor, expect } from "./support/product.ts";
import { layoutReads, layoutShift } from "./support/watch.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const SIZES = [
  [320, 256],
  ...[320, 360, 390, 768, 1023, 1024, 1280, 2560].map((width) => [width, 800] as const),
] as const;

/** Keeps the notice with this text on the screen by giving it the focus, and looks where it stands at every width. */
async function standsWell(page: Page, text: string): Promise<void> {
  const notice = toast(page, text);
  await notice.getByRole("button", { name: "Dismiss" }).focus();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const where = `'${text}' at ${width} × ${height} px`;
    await expect(async () => {
      expect(await coveredByNotice(page), where).toEqual([]);
      const { x, y, width: wide, height: high } = await boxOf(notice);
      expect(x, where).toBeGreaterThanOrEqual(0);
      expect(x + wide, where).toBeLessThanOrEqual(width);
      expect(await notice.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      expect(y, where).toBeGreaterThanOrEqual(0);
      const card = page
        .getByText("Chatting needs a membership")
        .filter({ visible: true })
        .locator("..");
      const form = composer(page).locator("xpath=ancestor::form");
      const box = (await card.count()) > 0 ? card : form;
      const end = (await box.count()) === 0 ? height : (await boxOf(box)).y;
      expect(y + high, where).toBeLessThanOrEqual(end);
      expect(y + high, where).toBeGreaterThan(end - 80);
    }).toPass({ timeout: 20_000 });
  }
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
}

test("a member sees nothing move while a notice comes and goes, on a phone and in a wide window [notices.place]", async ({
  context,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Stays", "Goes"]);
  await history.messages(chatId, numbered(24));
  await Promise.all(
    [390, 1280].map(async (width) => {
      const page = await context.newPage();
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/chats/${chatId}`);
      await expect(messages(page)).toHaveCount(24);
      await expect(messages(page).last()).toContainText("Message 23.");
      // Not pressed: that would excuse what moves.
      const keys = { key: "L", code: "KeyL", altKey: true, shiftKey: true };
      await composer(page).dispatchEvent("keydown", keys);
      const notice = toast(page, "Reply copied");
      await expect(notice).toBeVisible();
      expect(await layoutReads(page), `${width} px`).toBeLessThan(5);
      await expect(notice).toHaveCount(0);
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.01);
    }),
  );
});

test("a member at the end of a chat reads on in the same place while a notice comes and goes, 390 and 1280 px wide [notices.place]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Stays"]);
  await history.messages(chatId, numbered(24));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/chats/${chatId}`);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(messages(page).last()).toContainText("Message 23.");
    await chatPane(page).evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await expect(messages(page).last()).toBeInViewport();
    const places = await page.evaluateHandle(() => {
      const tops = new Set<number>();
      const look = () => {
        const last = [...document.querySelectorAll("[data-message]")].at(-1);
        if (last) tops.add(Math.round(last.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      look();
      return tops;
    });
    await composer(page).press("Alt+Shift+L");
    await expect(toast(page, "Reply copied")).toBeVisible();
    await expect(toast(page, "Reply copied")).toHaveCount(0);
    await expect(page.locator("html")).not.toHaveAttribute("style", /--notice-room/);
    expect(await places.evaluate((tops) => tops.size), `${width} px`).toBe(1);
  }
});

test("a member sees notices above the composer, and never over a text or a control, also below four replies [notices.place]", async ({
  page,
  product,
  member,
  history,
  providers,
}) => {
  const [chatId = ""] = await history.chats(["The long one", "Goes"]);
  const text = "A line that reaches from the left to the right of the column, and then some. ";
  const contents = Array.from({ length: 24 }, (_, index) => `${index} ${text.repeat(3)}`);
  await history.messages(chatId, contents);

  // Four replies, two by two in a window of this size. None of them moves.
  providers.script({ text: text.repeat(40), pieceCharacters: 200 });
  await page.goto("/");
  await askAll(page, "Which one?", homeBox(page));
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  const cards = () =>
    page
      .locator("section[data-message]")
      .evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
  const before = await cards();
  await deleteChatByMenu(page, "Goes");
  await expect(toast(page, "Chat deleted").getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await cards()).toEqual(before);
  await standsWell(page, "Chat deleted");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page).last()).toContainText("23 A line");

  const error = "The message was refused, for a reason that takes a while to tell. ".repeat(3);
  await page.route("**/api/send_message", (route) =>
    route.fulfill({ status: 429, json: { error, code: "rate_limited" } }),
  );
  await send(page, "Hello");
  await expect(toast(page, "for a reason")).toBeVisible();
  await standsWell(page, "for a reason");

  await page.unroute("**/api/send_message");
  await product.setMembership({ email: member.email, status: "trial" });
  await send(page, "Hello again");
  const upgrade = toast(page, "Membership Required").getByRole("link", { name: "Upgrade to Go" });
  await expect(upgrade).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  const words = toast(page, "Membership Required").getByText("You need");
  await expect(async () => {
    const [link, text] = [await boxOf(upgrade), await boxOf(words)];
    expect([link.x, link.y > text.y], "below its text").toEqual([text.x, true]);
  }).toPass({ timeout: 20_000 });
  await standsWell(page, "Membership Required");
});

test("a member sees notices in settings and the drawer that cover and move nothing; no button goes under 'Close' [notices.place] [look.no-shift] [sidebar.drawer]", async ({
  page,
  member,
  history,
}) => {
  await history.chats(["One", "Two"]);
  await page.goto("/settings/safety");
  await page.getByRole("switch").first().click();
  await standsWell(page, "Settings updated");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const still = ["main h1", "main form", "[role=dialog] a[href^='http']"];
  const places = () => Promise.all(still.map((one) => boxOf(page.locator(one))));
  await expect(chats(page).getByRole("link")).toHaveText(["One", "Two"]);
  // The drawer has come in.
  await expect.poll(async () => (await places()).every(({ x }) => x >= 0)).toBe(true);
  const before = await places();
  await deleteChatByMenu(page, "Two");
  await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).hover();
  await expect.poll(() => coveredByNotice(page)).toEqual([]);
  expect(await places()).toEqual(before);
  const foot = page.getByRole("dialog").locator("[data-sidebar-foot]");
  const { y: footTop } = await boxOf(foot);
  const { y, height } = await boxOf(toast(page, "Chat deleted"));
  expect(y + height).toBeLessThanOrEqual(footTop);
  for (const part of [
    foot.getByText(member.email),
    foot.getByText("Active"),
    foot.getByRole("button"),
  ])
    await part.click({ trial: true });

  await page.setViewportSize({ width: 390, height: 300 });
  const notice = toast(page, "Chat deleted");
  await notice.getByRole("button", { name: "Undo" }).focus();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const newChat = drawer.getByRole("button", { name: "New Chat", exact: true });
  /** The button at the left edge of 'Close', scrolled by so many pixels. */
  const besideClose = (scrolled: number) =>
    drawer.evaluate((panel, top) => {
      for (const part of panel.querySelectorAll("div")) part.scrollTop = top;
      const close = panel.querySelector('[aria-label="Close"]')?.getBoundingClientRect();
      if (close === undefined) return "no Close";
      const beside = document.elementFromPoint(close.left - 4, close.top + close.height / 2);
      return beside?.closest("button")?.textContent;
    }, scrolled);
  for (const isNoticed of [true, false]) {
    if (!isNoticed) await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(isNoticed ? 1 : 0);
    for (let top = 0; top <= 120; top += 20) {
      expect(await besideClose(top), `scrolled by ${top} px`).toBeUndefined();
    }
    // All that was scrolled over.
    expect((await boxOf(newChat)).y).toBeLessThan(0);
  }
});

asVisitor(
  "a visitor whose log-in fails sees the notice beside the form [notices.place]",
  async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong horse");
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    await standsWell(page, "Login failed");
  },
);
