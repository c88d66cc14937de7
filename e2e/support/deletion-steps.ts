import type { Page } from "@playwright/test";
import { expect } from "./product.ts";
import type { Member } from "./running-product.ts";

/** The name of the right answer to each question of the quiz, in order. */
export const RIGHT = [/lost forever and cannot be recovered/, "False", "False", "True"] as const;
/** A wrong answer to each of them. */
export const WRONG = [/90 days/, "True", "True", "False"] as const;

/** The button of this name on the screen. */
export const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
/** The main heading, if it says this. */
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
/** Waits for a notice with these texts. */
export const notice = (page: Page, title: string, description: string) =>
  expect(
    page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: description }),
  ).toBeVisible();

/** Opens the deletion with a clock that the test can move. */
export async function openDeletion(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/settings/account/delete");
  await expect(heading(page, "Account Cancellation")).toBeVisible();
}

/** Fills in the password and goes on to the quiz. */
export async function openQuiz(page: Page, member: Member): Promise<void> {
  await page.getByLabel("Password").fill(member.password);
  await button(page, "Continue").click();
  await expect(heading(page, "Account Deletion Quiz")).toBeFocused();
}

/** Chooses an answer to each question, by its name, and submits the quiz. */
export async function answer(page: Page, answers: readonly (string | RegExp)[]): Promise<void> {
  for (const [index, name] of answers.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 4`)).toBeVisible();
    await page.getByRole("radio", { name }).check();
    await button(page, index < 3 ? "Next" : "Submit Quiz").click();
  }
}

/** Goes on to the countdown with the page's clock stopped; only `runFor` moves it. */
export async function startCountdown(page: Page, member: Member): Promise<void> {
  await openQuiz(page, member);
  await answer(page, RIGHT);
  await expect(heading(page, "You Passed")).toBeFocused();
  await stopClock(page);
  await button(page, "Continue").click();
  await expect(heading(page, "Final Confirmation")).toBeFocused();
}

/** Records every request from now on that is not a GET. */
export function record(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    // The number of chats is asked for with HEAD.
    if (!["GET", "HEAD"].includes(request.method()))
      sent.push(`${request.method()} ${url.pathname}${url.search}`);
  });
  return sent;
}
/** The sessions that the browser has stored. */
export const session = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.endsWith("-auth-token")));

/** Stops the page's clock a little ahead of where it is; `runFor` moves it from there. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // Without a time to begin with, what the page takes to have passed is all the time since 1970.
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 10_000);
}
