import type { Page } from "@playwright/test";
import {
  askAll,
  composer,
  homeBox,
  messages,
  startAnsweredChat,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

/** The buttons in view that are smaller than a fingertip, and the names of models that take two lines. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const inView = (it: Element) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      const middle = document.elementFromPoint(x + width / 2, y + height / 2);
      return middle !== null && (it.contains(middle) || middle.contains(it));
    };
    const all = [...document.querySelectorAll("button, select, [role=tab], [role=menuitem]")];
    const small = all.filter((it) => {
      const { width, height } = it.getBoundingClientRect();
      return it.checkVisibility() && inView(it) && Math.min(width, height) < 43.5;
    });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode() !== null) {
      const { data, parentElement } = texts.currentNode as Text;
      for (const { 0: name, index } of data.matchAll(/ChatGPT [45]|Claude 4/g)) {
        const range = new Range();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + name.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (parentElement?.checkVisibility() && lines.size > 1) broken.push(data);
      }
    }
    return [...small.map((it) => it.getAttribute("aria-label") ?? it.textContent), ...broken];
  });

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test.describe(`on a touch screen of ${width} pixels`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test("a member finds buttons of a fingertip's size and model names in one line; sending hides the keyboard [look.touch] [composer.keyboard]", async ({
      page,
    }) => {
      await page.goto("/");
      await expect(homeBox(page)).toBeVisible();
      expect(await tooSmall(page)).toEqual([]);
      await startAnsweredChat(page, "First");
      expect(await tooSmall(page)).toEqual([]);
      await composer(page).tap();
      await composer(page).fill("A long one. ".repeat(80));
      await expect(composer(page)).toBeFocused();
      await page.getByRole("button", { name: "Send message" }).tap();
      await expect(composer(page)).not.toBeFocused();
      await expect(messages(page)).toHaveCount(4);
      await expect(page.getByRole("button", { name: "Show more" })).toBeVisible();
      expect(await tooSmall(page)).toEqual([]);
      await messages(page).last().getByRole("button", { name: "More" }).tap();
      await page.getByRole("menuitem", { name: "Ask again" }).tap();
      await expect(page.getByRole("menuitem")).toHaveCount(5);
      expect(await tooSmall(page)).toEqual([]);
      await page.getByRole("menuitem", { name: "Claude 4" }).tap();
      await expect(page.getByRole("button", { name: /^Previous answer/ })).toBeVisible();
      await expect(messages(page)).toHaveCount(4);
      expect(await tooSmall(page)).toEqual([]);
      await askAll(page, "And the next?");
      await expect(
        page.getByRole("button", { name: "Use this answer", includeHidden: true }),
      ).toHaveCount(4);
      expect(await tooSmall(page)).toEqual([]);

      // The search has no keys to name.
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option").first()).toBeVisible();
      expect(await tooSmall(page)).toEqual([]);
      await expect(page.locator("kbd:visible")).toHaveCount(0);
    });
  });
}
