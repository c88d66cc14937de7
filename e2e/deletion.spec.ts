import { violationsOn } from "./support/axe.ts";
import { test } from "./support/chat-page.ts";
import { storedCopies } from "./support/copies.ts";
import {
  RIGHT,
  WRONG,
  button,
  heading,
  notice,
  openDeletion,
  openQuiz,
  answer,
  record,
  session,
  stopClock,
} from "./support/deletion-steps.ts";
import { expect } from "./support/product.ts";

test("a member goes through the five deletion steps with one password check, and stays signed in [notices.deletion-scheduled] [deletion.steps] [deletion.progress] [deletion.countdown] [deletion.simulated] [deletion.warning] [deletion.password-check] [deletion.quiz] [deletion.passed] [deletion.scheduling] [deletion.scheduled] [opening.own]", async ({
  page,
  member,
}) => {
  await openDeletion(page);
  await expect.poll(() => storedCopies(page)).not.toEqual([]);
  const before = await session(page);
  const sent = record(page);
  const step = page.getByText(/^Step \d of 5$/);
  await expect(step).toHaveText("Step 1 of 5");
  await expect(step.locator("xpath=following-sibling::*[1]/*")).toHaveCount(5);
  const warning = page.getByRole("region", { name: "Danger Zone" });
  await expect(warning).toContainText("permanent");
  await expect(warning.getByRole("listitem")).toHaveText([
    "Your account",
    "All chats",
    "All messages",
    "All data",
  ]);
  await expect(page.getByLabel("Email")).toHaveValue(member.email);

  await openQuiz(page, member);
  await expect(page.getByRole("heading", { name: "Final Confirmation Quiz" })).toBeVisible();
  await expect(button(page, "Previous")).toHaveCount(0);
  await expect(button(page, "Next")).toBeDisabled();
  await page.getByRole("radio", { name: RIGHT[0] }).check();
  await button(page, "Next").click();
  await button(page, "Previous").click();
  await expect(page.getByRole("radio", { name: RIGHT[0] })).toBeChecked();
  await answer(page, RIGHT);

  await expect(heading(page, "You Passed")).toBeVisible();
  await expect(
    page.getByText("You are fully aware of what deleting your account involves."),
  ).toBeVisible();
  await stopClock(page);
  await button(page, "Continue").click();

  await expect(step).toHaveText("Step 4 of 5");
  const timer = page.getByRole("timer");
  for (let seconds = 15; seconds > 0; seconds -= 1) {
    await expect(timer).toHaveText(seconds === 1 ? "1 second" : `${seconds} seconds`);
    await expect(button(page, "Cancel Deletion")).toBeEnabled();
    await expect(page.getByRole("progressbar")).toHaveJSProperty("value", 15 - seconds);
    await page.clock.runFor(1000);
  }
  await expect(timer).toHaveText("0 seconds");
  await expect(page.getByText("Scheduling account deletion...")).toBeVisible();
  await expect(button(page, "Cancel Deletion")).toBeDisabled();
  await page.clock.runFor(1999);
  await expect(page.getByText("Scheduling account deletion...")).toBeVisible();
  await page.clock.runFor(1);
  await expect(heading(page, "Account Deletion Scheduled")).toBeFocused();
  await page.clock.resume();
  await notice(page, "Account deletion scheduled", "Your account will be deleted within 24 hours");
  await expect(
    page.getByText(
      "Your account will be permanently deleted within 24 hours. This cannot be undone.",
    ),
  ).toBeVisible();

  expect(sent).toEqual([
    "POST /auth/v1/token?grant_type=password",
    "POST /auth/v1/logout?scope=local",
  ]);
  expect(await session(page)).toEqual(before);
  await expect.poll(() => storedCopies(page)).toEqual([]);

  const instead = page.getByRole("link", { name: "Cancel your membership instead" });
  await expect(instead).toHaveAttribute("href", /^https:\/\/.*orders/);
  await expect(instead).toHaveAttribute("target", "_blank");
  await expect(instead).toHaveAttribute("rel", "noopener noreferrer");
  await expect(button(page, "Back to Dashboard")).toHaveAttribute("href", "/");
  await button(page, "Back to Account Settings").click();
  await expect(page).toHaveURL("/settings/account");
});

test("a member can continue the deletion only with their exact email and their password [notices.email-differs] [deletion.email-differs] [notices.wrong-password] [deletion.password-check] [deletion.errors-at-fields] [deletion.cancel]", async ({
  page,
  member,
}) => {
  await openDeletion(page);
  const sent = record(page);
  const email = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(1);
  await expect(page.getByText("billed by our payment platform and does not end")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel your membership instead" })).toBeVisible();
  await expect(button(page, "Continue")).toBeDisabled();
  await password.fill("x");
  await expect(button(page, "Continue")).toBeEnabled();
  for (const other of [member.email.toUpperCase(), `${member.email}x`, ""]) {
    await email.fill(other);
    await expect(button(page, "Continue")).toBeDisabled();
  }
  await email.press("Enter");
  await notice(page, "Email doesn't match", "Please enter your exact email address");
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveAccessibleDescription("Email doesn't match");
  await email.fill(member.email);
  await expect(email).not.toHaveAttribute("aria-invalid");
  await password.fill("");
  await expect(button(page, "Continue")).toBeDisabled();
  await email.press("Enter");
  await expect(password).toBeFocused();
  await expect(heading(page, "Account Cancellation")).toBeVisible();
  expect(sent).toEqual([]);

  await password.fill("wrong horse");
  await button(page, "Continue").click();
  await notice(page, "Invalid password", "Please enter your correct password");
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(password).toHaveAccessibleDescription("Invalid password");
  await expect(heading(page, "Account Cancellation")).toBeVisible();
  await expect(password).toHaveValue("wrong horse");
  await button(page, "Cancel").click();
  await expect(page).toHaveURL("/settings/account/membership/manage");
});

test("a member who fails the deletion quiz can start again after 60 seconds, or cancel and find everything reset [notices.quiz-failed] [deletion.quiz-fails] [deletion.quiz-cancel]", async ({
  page,
  member,
}) => {
  const scored = page.getByRole("alert").filter({ hasText: "You scored" });
  await openDeletion(page);
  await openQuiz(page, member);
  await answer(page, [...RIGHT.slice(0, 3), "False"]);
  await notice(
    page,
    "Quiz failed",
    "You scored 3/4. You need 4/4 to proceed. Please retake the quiz.",
  );
  await expect(scored).toHaveText("You scored 3/4. You need 4/4 to proceed.");
  await button(page, "Cancel").click();
  await expect(heading(page, "Account Cancellation")).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveValue("");
  await openQuiz(page, member);
  await expect(scored).toHaveCount(0);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByRole("radio", { name: RIGHT[0] }).check();
  await expect(button(page, "Next")).toBeEnabled();

  await answer(page, WRONG);
  await expect(scored).toHaveText("You scored 0/4. You need 4/4 to proceed.");
  await expect(
    page.getByText(/^Please wait (60|59) seconds before retaking the quiz\.$/),
  ).toBeVisible();
  await expect(page.getByText("Question 1 of 4")).toBeVisible();
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByRole("radio", { name: RIGHT[0] }).check();
  await expect(button(page, "Next")).toBeDisabled();
  await page.clock.fastForward(50_000);
  await expect(page.getByText(/^Please wait \d seconds before retaking the quiz\.$/)).toBeVisible();
  await expect(button(page, "Next")).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(page.getByText(/Please wait/)).toHaveCount(0);
  await button(page, "Next").click();
  await expect(page.getByText("You scored 0/4")).toHaveCount(0);
  await page.getByRole("radio", { name: "False" }).check();
  await button(page, "Previous").click();
  await answer(page, RIGHT);
  await expect(heading(page, "You Passed")).toBeVisible();
});

test("a member deletes their account by keyboard alone at 360 pixels, and axe finds nothing", async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDeletion(page);
  const check = async () => {
    const wide = await page.evaluate(() => {
      const pane = document.querySelector("main") ?? document.body;
      return pane.scrollWidth - pane.clientWidth;
    });
    expect(wide).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  };
  /** Presses Tab until the control has the focus. */
  const tabTo = async (name: string) => {
    const control = button(page, name);
    for (let presses = 0; presses < 12; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(control).toBeFocused();
  };

  await page.getByLabel("Password").focus();
  await page.keyboard.type(member.password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Account Deletion Quiz")).toBeFocused();
  for (const [index, steps] of [2, 1, 1, 0].entries()) {
    await expect(page.getByText(`Question ${index + 1} of 4`)).toBeVisible();
    if (index === 0) await check();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
    await tabTo(index < 3 ? "Next" : "Submit Quiz");
    await page.keyboard.press("Enter");
  }
  await expect(heading(page, "You Passed")).toBeFocused();
  await check();
  await tabTo("Continue");
  await page.keyboard.press("Enter");
  // The date stands still, but timers go on: axe needs them.
  const stopped = await page.evaluate(() => Date.now());
  await page.clock.setFixedTime(stopped);
  await expect(heading(page, "Final Confirmation")).toBeFocused();
  await tabTo("Cancel Deletion");
  await check();
  await expect(page.getByRole("timer")).toHaveText(/^1\d seconds$/);
  await page.clock.setSystemTime(stopped + 15_000);
  await expect(heading(page, "Account Deletion Scheduled")).toBeFocused();
  await check();
  await tabTo("Back to Account Settings");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/settings/account");
});
