import type { Page } from "@playwright/test";
import { test } from "./support/chat-page.ts";
import {
  RIGHT,
  button,
  heading,
  notice,
  openDeletion,
  startCountdown,
  record,
  session,
} from "./support/deletion-steps.ts";
import { expect } from "./support/product.ts";

const FAULTS = [
  ["a dropped connection", { abort: true }],
  ["a server fault", { status: 500, body: "{}" }],
  ["a gateway's page", { status: 502, body: "<html>Bad gateway</html>" }],
  ["too many tries", { status: 429, body: '{"code":429,"msg":"Too many requests"}' }],
] as const;
test("a member whose password check meets a fault is not told that the password is invalid [notices.verify-failed] [deletion.verify-failed]", async ({
  page,
  member,
}) => {
  await openDeletion(page);
  const sent = record(page);
  await page.getByLabel("Password").fill(member.password);
  for (const [index, [name, fault]] of FAULTS.entries()) {
    await page.route("**/auth/v1/token**", (route) =>
      "abort" in fault ? route.abort() : route.fulfill(fault),
    );
    await button(page, "Continue").click();
    await notice(page, "Error", "Failed to verify password");
    await expect(page.getByText("Invalid password")).toHaveCount(0);
    expect(sent, `${name}: asked once, so shown at once`).toHaveLength(index + 1);
    await page.unroute("**/auth/v1/token**");
    await page.clock.fastForward(10_000);
    await expect(page.getByText("Failed to verify password")).toHaveCount(0);
  }
  await button(page, "Continue").click();
  await expect(heading(page, "Account Deletion Quiz")).toBeVisible();
});

const WAYS_OUT = [
  ["pressing Cancel Deletion", (page: Page) => button(page, "Cancel Deletion").click()],
  ["reloading", (page: Page) => page.reload()],
  [
    "going back and forward",
    async (page: Page) => {
      await page.goBack();
      await page.goForward();
    },
  ],
  [
    "following a link and coming back",
    async (page: Page) => {
      await button(page, "Back to Settings").click();
      await expect(heading(page, "Settings")).toBeVisible();
      await page.goBack();
    },
  ],
] as const;
test("a member ends the deletion countdown by cancelling, reloading, going back, and following a link [deletion.cancel-countdown]", async ({
  page,
  member,
}) => {
  await openDeletion(page);
  for (const [name, leave] of WAYS_OUT) {
    await startCountdown(page, member);
    await page.clock.runFor(1_000);
    await expect(page.getByRole("timer"), name).toHaveText("14 seconds");
    await page.clock.resume();
    await leave(page);
    await expect(heading(page, "Account Cancellation"), name).toBeVisible();
    await page.clock.runFor(30_000);
    await expect(heading(page, "Account Cancellation"), name).toBeVisible();
    await expect(page.getByText("Account deletion scheduled"), name).toHaveCount(0);
  }
});

test("a member whose session ends during the countdown or the scheduling reads that the deletion was not scheduled [notices.schedule-failed]", async ({
  page,
  member,
  context,
}) => {
  await openDeletion(page);
  const stored = await session(page);
  await startCountdown(page, member);
  await page.evaluate(() => localStorage.clear());
  await page.clock.runFor(15_000);
  await expect(page.getByText("Scheduling account deletion...")).toBeVisible();
  await page.clock.resume();
  await notice(page, "Error", "Failed to schedule account deletion");
  await expect(heading(page, "Account Deletion Scheduled")).toHaveCount(0);

  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, stored);
  await page.reload();
  const other = await context.newPage();
  await other.goto("/settings/account");
  await page.bringToFront();
  await startCountdown(page, member);
  await page.clock.runFor(15_000);
  await expect(page.getByText("Scheduling account deletion...")).toBeVisible();
  await button(other, "Log out").click();
  await expect(button(page, "Log in")).toBeVisible();
  await page.clock.resume();
  await notice(page, "Error", "Failed to schedule account deletion");
});

test("a member who double-clicks through the deletion moves one step at a time", async ({
  page,
  member,
}) => {
  await openDeletion(page);
  const sent = record(page);
  await page.getByLabel("Password").fill(member.password);
  await button(page, "Continue").dblclick();
  await expect(heading(page, "Account Deletion Quiz")).toBeVisible();
  expect(sent.filter((request) => request.includes("/token"))).toHaveLength(1);
  for (const [index, name] of RIGHT.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 4`)).toBeVisible();
    await page.getByRole("radio", { name }).check();
    if (index < 3) await button(page, "Next").dblclick();
  }
  await button(page, "Submit Quiz").click();
  // A double-click on Submit Quiz may have its second click on the next step's button.
  await button(page, "Continue").hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(heading(page, "You Passed")).toBeVisible();
  await button(page, "Continue").dblclick();
  await expect(heading(page, "Final Confirmation")).toBeVisible();
});
