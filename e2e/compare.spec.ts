import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  composer,
  homeBox,
  messages,
  startChatFromHome,
  test,
  answerCard,
  askAll,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const FIRST =
  "It was found in 1898, on 26 December 1898, by Marie Curie.\n\n- at 1,000 degrees\n- in Paris";
const SECOND =
  "It was found in 1899, on 1898-12-26, by Lise Meitner.\n\n- at 1000 degrees\n- in Paris";

test("a member compares two replies and sees their numbers, dates and names underlined that differ [answers.compare]", async ({
  page,
  providers,
}) => {
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  const reply = messages(page).nth(1);
  providers.script({ text: FIRST }, "openai");
  providers.script({ text: SECOND }, "xai");
  await startChatFromHome(page, "When was radium found?");
  await expect(reply).toContainText("in Paris");
  await expect(compare).toHaveCount(0);
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  await expect(reply).toContainText("Lise Meitner");
  await expect(chatPane(page).getByText("2 of 2")).toBeVisible();

  await compare.focus();
  await page.keyboard.press("Enter");
  await expect(compare).toHaveAttribute("aria-pressed", "true");
  await expect(reply.locator("mark")).toHaveText(["Lise Meitner"]);
  await expect(reply).toContainText("Marked: figures, dates and names");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Previous answer" }).click();
  await expect(reply.locator("mark")).toHaveText(["Marie Curie"]);
  // What is read and copied has its characters only.
  expect(await reply.locator("div[dir=auto]").first().textContent()).toBe(FIRST);
  await compare.click();
  await expect(reply.locator("mark")).toHaveCount(0);
  await expect(compare).toHaveAttribute("aria-pressed", "false");
});

const LINES = Array.from({ length: 55 }, (_, n) => `Line ${n} is about its iron.`).join("\n");

for (const width of [390, 1280, 1920]) {
  test(`a member reads four long answers from their first lines, sees what they agree on, and opens them again after a choice, ${width} px wide [answers.agreement] [answers.all] [answers.all-again] [answers.all-next] [answers.all-use]`, async ({
    page,
    providers,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const tall = (height: string) => `It was finished in 1889. It is ${height} tall.\n${LINES}`;
    providers.script({ text: tall("330 m") }, "openai");
    providers.script("by hand", "xai");
    providers.script({ text: tall("330 metres") }, "anthropic");
    const card = (model: string) => answerCard(page, model);
    const tabs = page.getByRole("tablist", { name: "Answers" }).getByRole("tab");
    await page.goto("/");
    await askAll(page, "How tall is the tower?", homeBox(page));

    const call = await providers.next();
    call.write(tall("324 m").slice(0, 900));
    if (width === 390) await tabs.nth(2).click();
    const grok = card("Grok").locator("[data-body]");
    await expect(grok).toContainText("Line 25");
    expect(await grok.evaluate((text) => text.scrollTop)).toBe(0);
    await expect(messages(page).first()).toBeInViewport({ ratio: 1 });
    if (width === 390) await tabs.first().click();
    call.end(tall("324 m").slice(900));
    providers.script({ text: tall("324 m") }, "xai");
    await expect(page.getByRole("status").getByText("Grok has replied")).toHaveCount(1);
    const note = page.getByRole("note", { name: "Agreement" });
    await expect(note).toContainText("All four: 1889. They differ: 330 m (3), 324 m (Grok).");
    await expect(tabs).toHaveCount(width === 390 ? 4 : 0);
    await expect(page.locator("section[data-message]:visible")).toHaveCount(width === 390 ? 1 : 4);
    expect(await violationsOn(page)).toEqual([]);

    // Each is read from its first line, and in full when that is asked for.
    const body = card("ChatGPT 4").locator("[data-body]");
    expect(await body.evaluate((text) => text.scrollTop)).toBe(0);
    expect(await body.evaluate((text) => text.scrollHeight > text.clientHeight)).toBe(true);
    await page.getByRole("button", { name: "Show all", exact: true }).click();
    expect(await body.evaluate((text) => text.scrollHeight > text.clientHeight)).toBe(false);
    await page.getByRole("button", { name: "Show all", exact: true }).click();

    await note.getByRole("button", { name: "324 m" }).click();
    await expect(card("Grok").getByRole("button", { name: "324 m", pressed: true })).toBeFocused();
    if (width === 390) await expect(tabs.nth(2)).toHaveAttribute("aria-selected", "true");

    // The line that was read stays where it was.
    await grok.evaluate((text) => text.scrollTo(0, 600));
    const { y: top } = await boxOf(grok);
    const read = await topLine(page, top);
    expect(read).toMatch(/Line \d+/);
    const goesOn = page.getByRole("button", { name: /^Goes on from/ });
    await expect(goesOn).toHaveText("Goes on from ChatGPT 4");
    await card("Grok").getByRole("button", { name: "Use this answer" }).click();
    await expect(messages(page)).toHaveCount(2);
    await expect(composer(page)).toBeFocused();
    expect(await topLine(page, top)).toBe(read);
    await expect(goesOn).toHaveCount(0);
    await expect(page.getByText("ChatGPT 4 answers next")).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Stay with Grok" }).click();
    await expect(page.getByText("answers next")).toHaveCount(0);

    await page.getByRole("button", { name: "Show all four" }).click();
    await expect(card("Grok")).toContainText("Used");
    if (width === 390) await tabs.first().click();
    await card("ChatGPT 4").getByRole("button", { name: "Use this answer" }).click();
    await expect(messages(page).nth(1)).toContainText("330 m");

    // Four more: a key chooses while the box is empty, and is typed in it else.
    await composer(page).fill("And the next?");
    await composer(page).press("ControlOrMeta+Enter");
    await expect(note).toContainText("All four");
    await expect(goesOn).toHaveText("Goes on from Grok");
    await composer(page).fill("No. ");
    await composer(page).press("4");
    await expect(composer(page)).toHaveValue("No. 4");
    await composer(page).fill("");
    await composer(page).press("4");
    await expect(messages(page)).toHaveCount(4);
    await expect(messages(page).nth(3)).toContainText("330 metres");
    await expect(composer(page)).toHaveValue("");
  });
}

/** The number of the line of Grok's reply that stands a little below a height of the window. */
function topLine(page: Page, top: number): Promise<string | undefined> {
  return page.evaluate((y) => {
    const shown = document.querySelector("[aria-label=Grok] [data-body]");
    const text = shown ?? document.querySelector("article:last-of-type [dir=auto]");
    const left = text?.getBoundingClientRect().left ?? 0;
    const place = document.caretPositionFromPoint(left + 60, y + 24);
    const before = place?.offsetNode.textContent?.slice(0, place.offset + 8) ?? "";
    return before.match(/Line \d+/g)?.at(-1);
  }, top);
}
