import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import { chatPane, messages, send, test } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";
import {
  searchDialog as dialog,
  searchField as field,
  foundOptions as options,
} from "./support/search-dialog.ts";

const chosen = (page: Page) => dialog(page).getByRole("option", { selected: true });

test("a member scrolls and searches in a chat of 4,000 messages, and the page stays as small as with 100 [conversation.long] [search.opens] [search.marks] [search.leads]", async ({
  page,
  history,
}) => {
  const [long = "", other = "", short = ""] = await history.chats([
    "A long talk",
    "Zebras <b>of</b> Africa",
    "Short",
  ]);
  const contents = Array.from({ length: 4_000 }, (_, n) => `Message ${n}.`);
  contents[1_000] = "Where does the Crème brûlée come from?\n<img src=x onerror=alert(1)>";
  const ids = await history.messages(long, contents);
  await history.messages(short, contents.slice(0, 100));
  await history.messages(
    other,
    Array.from({ length: 45 }, (_, n) => `Zebra number ${n}`),
  );

  await test.step("scrolls through it", () => scrollThrough(page, short, long));

  await page.getByRole("link", { name: "Quartet" }).click();
  await page.getByRole("button", { name: "Search chats" }).click();
  await expect(field(page)).toBeFocused();
  await expect(dialog(page)).toContainText("Finds chats by their titles");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search chats" })).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("nowhere at all");
  await expect(dialog(page)).toContainText("Nothing found.");
  await field(page).fill("%");
  await expect(dialog(page)).toContainText("Punctuation is found only next to letters or numbers.");
  await field(page).fill("zebra");
  // A title and 45 messages of one chat, 20 at a time.
  await expect(options(page)).toHaveCount(4);
  await expect(options(page).last()).toHaveText("and 43 more");
  await expect(options(page).locator("mark").first()).toHaveText("Zebra");
  expect(await violationsOn(page)).toEqual([]);
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: size.height });
  const { x, width } = await boxOf(dialog(page));
  expect([x >= 0, x + width <= 390], "the dialog fits a phone").toEqual([true, true]);
  const titleWidth = async (place: number) =>
    (await boxOf(options(page).nth(place).getByText("Zebras <b>of</b> Africa"))).width;
  expect([(await titleWidth(0)) > 50, await titleWidth(1)], "a title is seen once").toEqual([
    true,
    1,
  ]);
  await page.setViewportSize(size);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(options(page)).toHaveCount(46);
  for (let n = 0; n < 9; n += 1) await page.keyboard.press("PageDown");
  await expect(chosen(page)).toBeInViewport();

  await field(page).fill("creme brul");
  await expect(options(page)).toHaveCount(1);
  await expect(chosen(page)).toContainText("A long talk");
  await expect(chosen(page)).toContainText("You · ");
  await expect(chosen(page).locator("mark")).toHaveText(["Crème", "brûl"]);
  await expect(chosen(page)).toContainText("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(`/chats/${long}#${ids[1_000]}`);
  await expect(dialog(page)).toHaveCount(0);
  const found = messages(page).filter({ hasText: "brûlée" });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
  await expect(found).toHaveAttribute("data-found", "");
  await expect(found).not.toHaveAttribute("data-found", "");
  expect(await violationsOn(page)).toEqual([]);

  // Upwards and downwards, further than what was loaded around it.
  const numberAt = async (place: "first" | "last", scrolled: number) => {
    await chatPane(page).evaluate((pane, y) => pane.scrollBy(0, y), scrolled);
    return Number(/Message (\d+)/.exec((await messages(page)[place]().textContent()) ?? "")?.[1]);
  };
  await expect.poll(() => numberAt("first", -3_000), { timeout: 60_000 }).toBeLessThan(900);
  await expect.poll(() => numberAt("last", 3_000), { timeout: 60_000 }).toBeGreaterThan(1_100);

  // The address alone leads there too, and 'Jump to newest' to the end.
  await page.reload();
  await expect(found).toBeInViewport();
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(messages(page).last()).toContainText("You asked: And another");
  await expect(messages(page).last()).toBeInViewport();

  // Enter is pressed before there are results.
  await page.keyboard.press("ControlOrMeta+k");
  await field(page).fill("zebra number 44");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/chats/${other}#`));
  await expect(dialog(page)).toHaveCount(0);
});

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/** Scrolls up through a long chat, back to its end, and sends a message. The page stays as small as with a short one. */
async function scrollThrough(page: Page, short: string, long: string): Promise<void> {
  const asked: number[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/rest/v1/messages")) return;
    const rows: unknown = await response.json().catch(() => []);
    if (Array.isArray(rows)) asked.push(rows.length);
  });

  await page.goto(`/chats/${short}`);
  await expect(messages(page).last()).toContainText("Message 99.");
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await expect(messages(page).first()).toContainText("Message 0.");
  await expect(messages(page).first().getByRole("button", { name: "Copy" })).toBeAttached();
  const few = await nodes(page);

  await page.goto(`/chats/${long}`);
  await expect(messages(page).last()).toContainText("Message 3999.");
  await expect(messages(page).last()).toBeInViewport();
  expect(await nodes(page)).toBeLessThan(few * 1.1);

  // Over five pages the message being read stays in its place, and the newest messages leave the page.
  for (let pages = 0; pages < 5; pages += 1) {
    const before = await messages(page).first().textContent();
    await chatPane(page).evaluate((pane) => pane.scrollBy(0, 700 - pane.scrollTop));
    const seen = await chatPane(page).evaluate((pane) => {
      const top = pane.getBoundingClientRect().top;
      const inView = [...pane.querySelectorAll("[data-message]")].find(
        (article) => article.getBoundingClientRect().top > top,
      );
      return { text: inView?.textContent ?? "", top: inView?.getBoundingClientRect().top ?? 0 };
    });
    await chatPane(page).evaluate((pane) => pane.scrollBy(0, -150));
    await expect(messages(page).first()).not.toHaveText(before ?? "");
    const text = /Message \d+\./.exec(seen.text)?.[0] ?? "";
    const top = await messages(page)
      .filter({ hasText: text })
      .evaluate((element) => element.getBoundingClientRect().top);
    expect(Math.abs(top - seen.top - 150)).toBeLessThan(2);
    expect(await nodes(page)).toBeLessThan(few * 1.1);
  }
  await expect(chatPane(page).getByText("Message 3999.")).toHaveCount(0);
  expect(Math.max(...asked)).toBeLessThanOrEqual(50);

  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(messages(page).last()).toContainText("Message 3999.");
  await expect(messages(page).last()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeHidden();

  // Sending while scrolled up shows the new message.
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
  await send(page, "And another");
  await expect(chatPane(page).getByText("You asked: And another")).toBeInViewport();
}
