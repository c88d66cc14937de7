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

const PHONE = { width: 390, height: 844 };
const SIZES = [
  { width: 360, height: 640 },
  PHONE,
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Looks at every width. `see` finds what is looked at, before. */
async function expectFingertips(page: Page, see: () => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // The page has drawn itself anew for this width.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await see();
    expect(await tooSmall(page), `${size.width} px`).toEqual([]);
  }
  await page.setViewportSize(PHONE);
}

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test("a member finds buttons of a fingertip's size and model names in one line at every width; sending hides the keyboard [look.touch] [composer.keyboard]", async ({
  page,
}) => {
  await page.goto("/");
  await expectFingertips(page, () => expect(homeBox(page)).toBeVisible());
  await startAnsweredChat(page, "First");
  await expectFingertips(page, () => expect(composer(page)).toBeVisible());
  await composer(page).tap();
  await composer(page).fill("A long one. ".repeat(80));
  await expect(composer(page)).toBeFocused();
  await page.getByRole("button", { name: "Send message" }).tap();
  await expect(composer(page)).not.toBeFocused();
  await expect(messages(page)).toHaveCount(4);
  const showMore = page.getByRole("button", { name: "Show more" });
  await expectFingertips(page, () => expect(showMore).toBeVisible());
  // Opened in each window: a menu stays where it was opened.
  const askAgain = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await messages(page).last().getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Ask again" }).tap();
    await expect(page.getByRole("menuitem")).toHaveCount(5);
  };
  await expectFingertips(page, askAgain);
  await askAgain();
  await page.getByRole("menuitem", { name: "Claude 4" }).tap();
  const previous = page.getByRole("button", { name: /^Previous answer/ });
  await expect(previous).toBeVisible();
  await expectFingertips(page, () => expect(messages(page)).toHaveCount(4));
  await askAll(page, "And the next?");
  const use = page.getByRole("button", { name: "Use this answer", includeHidden: true });
  await expectFingertips(page, () => expect(use).toHaveCount(4));

  // The search has no keys to name.
  await page.keyboard.press("Control+k");
  await expectFingertips(page, async () => {
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(page.locator("kbd:visible")).toHaveCount(0);
  });
});
