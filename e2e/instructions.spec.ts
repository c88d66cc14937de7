import type { Page } from "@playwright/test";
import { systemText } from "../supabase/functions/_shared/providers/answer-stream.ts";
import { violationsOn } from "./support/axe.ts";
import { messages, send, startAnsweredChat, test, toast } from "./support/chat-page.ts";
import { asVisitor, expect } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Instructions", exact: true });
const field = (page: Page) => dialog(page).getByLabel("Instructions for all models");
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" });

async function openDialog(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Instructions", exact: true }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).not.toHaveAttribute("readonly");
}

test("a member's instructions reach every model from the next message on, and Details keeps showing those that a reply had [instructions.dialog] [instructions.given] [instructions.known]", async ({
  page,
  device,
  providers,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openDialog(page);
  await expect(dialog(page).getByText("0 of 2,000")).toBeVisible();
  await field(page).fill("Answer in Dutch.\nCall me Ada.");
  await expect(dialog(page).getByText("29 of 2,000")).toBeVisible();
  await expect(page).toHaveURL("/settings");
  expect(await violationsOn(page)).toEqual([]);
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(toast(page, "Instructions saved")).toBeVisible();

  providers.forget();
  await page.goto("/");
  await startAnsweredChat(page, "First");
  const systemSent = () => providers.requests("openai").at(-1)?.messages[0]?.content;
  expect(systemSent()).toBe(systemText("Answer in Dutch.\nCall me Ada."));

  await openDialog(device);
  await expect(field(device)).toHaveValue("Answer in Dutch.\nCall me Ada.");
  await field(device).fill("Be short.");
  await field(device).press("Tab");
  expect(await violationsOn(device)).toEqual([]);
  await save(device).click();
  await expect(dialog(device)).toBeHidden();

  await send(page, "Second");
  await expect(messages(page).last()).toContainText("You asked: Second");
  expect(systemSent()).toBe(systemText("Be short."));

  const details = page.getByRole("dialog", { name: "What the model saw" });
  const given = details.getByRole("region", { name: "Instructions for all models" });
  for (const [place, text] of [
    [1, "Answer in Dutch.\nCall me Ada."],
    [3, "Be short."],
  ] as const) {
    // On a narrow window with a mouse the button is there as on a wide one.
    await messages(page).nth(place).getByRole("button", { name: "Details" }).click();
    await expect(given.getByRole("paragraph")).toHaveText(text);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(details).toBeHidden();
  }

  // Nothing of it stands in the conversation.
  await expect(page.getByRole("region", { name: "Conversation" })).not.toContainText("Be short.");
  await openDialog(page);
  await field(page).fill("");
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await page.goto("/");
  await startAnsweredChat(page, "Third");
  expect(systemSent()).toBe(systemText(null));
  await messages(page).last().getByRole("button", { name: "Details" }).click();
  await expect(details.getByRole("heading", { name: "1 message" })).toBeVisible();
  await expect(given).toHaveCount(0);
});

test("a member's unsaved instructions survive closing the dialog, a reload and a failed save [instructions.draft]", async ({
  page,
}) => {
  await openDialog(page);
  await field(page).fill("Be kind.");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Instructions", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Be kind.");
  await expect(dialog(page).getByText("Not saved yet.")).toBeVisible();

  await openDialog(page);
  await expect(field(page)).toHaveValue("Be kind.");
  await page.route("**/api/update_instructions", (route) => route.abort());
  await save(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("The instructions could not be saved.");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("Be kind.");
  await page.unroute("**/api/update_instructions");
  await save(page).click();
  await expect(dialog(page)).toBeHidden();

  await openDialog(page);
  await expect(field(page)).toHaveValue("Be kind.");
  await expect(dialog(page).getByText("Not saved yet.")).toHaveCount(0);
  await field(page).fill("Be rude.");
  await dialog(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(field(page)).toHaveValue("Be kind.");
  await field(page).fill("x".repeat(2_001));
  await expect(dialog(page).getByText("2,001 of 2,000")).toBeVisible();
  await expect(dialog(page).getByText("This is too long.")).toBeVisible();
  await expect(save(page)).toBeDisabled();

  // What was read stays known when it cannot be read again.
  const READ = "**/rest/v1/users?*instructions*";
  await page.route(READ, (route) => route.abort());
  let failures = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("instructions")) failures += 1;
  });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    // The second is made because the first is known to have failed.
    expect(failures).toBeGreaterThan(1);
  }).toPass({ timeout: 60_000 });
  await dialog(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(field(page)).toHaveValue("Be kind.");
  await expect(field(page)).not.toHaveAttribute("readonly");
  await expect(dialog(page).getByText("This could not be loaded.")).toHaveCount(0);
});

asVisitor(
  "a visitor who opens 'Instructions' is asked to log in [instructions.dialog]",
  async ({ page }) => {
    await page.goto("/settings");
    await page.getByRole("button", { name: "Instructions", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
  },
);
