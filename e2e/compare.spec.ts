import { violationsOn } from "./support/axe.ts";
import { chatPane, messages, startChatFromHome, test } from "./support/chat-page.ts";
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
  await expect(reply.locator("u")).toHaveText(["1899", "Lise Meitner"]);
  await expect(reply).toContainText("Underlined: numbers, dates and names that differ");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Previous answer" }).click();
  await expect(reply.locator("u")).toHaveText(["1898", "Marie Curie"]);
  // What is read and copied has its characters only.
  expect(await reply.locator("div[dir=auto]").first().textContent()).toBe(FIRST);
  await compare.click();
  await expect(reply.locator("u")).toHaveCount(0);
  await expect(compare).toHaveAttribute("aria-pressed", "false");
});
