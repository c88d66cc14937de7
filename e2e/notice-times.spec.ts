import type { Page } from "@playwright/test";
import { chats, deleteChatByMenu, messages, test, toast } from "./support/chat-page.ts";
import { stopClock } from "./support/deletion-steps.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

/** Waits for a notice on a page whose clock stands still. */
const comesUp = (page: Page, text: string) =>
  expect(async () => {
    await page.clock.runFor(50);
    await expect(toast(page, text)).toBeVisible({ timeout: 200 });
  }).toPass();

/** Expects a notice to be gone within a second of such a page's time, before its own time is over. */
const isGone = async (page: Page, text: string) => {
  for (let times = 0; times < 3; times += 1) await page.clock.runFor(300);
  await expect(toast(page, text)).toHaveCount(0);
};

test("a member sees a success for 3 seconds and not on the next screen, unless it came with going there [notices.time] [notices.over]", async ({
  page,
}) => {
  const saved = toast(page, "Your safety settings have been saved");
  await page.goto("/settings/safety");
  await expect(page.getByRole("switch").first()).toBeVisible();
  await stopClock(page);
  await page.getByRole("switch").first().click();
  await comesUp(page, "Your safety settings have been saved");
  await page.clock.runFor(1500);
  await expect(saved).toHaveCount(1);
  await page.clock.runFor(1800);
  await expect(saved).toHaveCount(0);

  await page.getByRole("switch").first().click();
  await comesUp(page, "Settings updated");
  await page.clock.runFor(600);
  await page.getByRole("button", { name: "Back to Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  await isGone(page, "Settings updated");

  await page.getByRole("link", { name: "Primary Color" }).click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page).toHaveURL("/settings/chat");
  await comesUp(page, "Color updated");
  await page.clock.runFor(1000);
  await expect(toast(page, "Color updated")).toBeVisible();
  await page.getByRole("button", { name: "Back to Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  await isGone(page, "Color updated");
});

test("a failure stays for 6 seconds, longer while a member points at it or focuses it, and goes when they try again [notices.time] [notices.over]", async ({
  page,
}) => {
  await page.goto("/settings/account/delete");
  await page.getByLabel("Password").fill("wrong horse");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "Invalid password")).toBeVisible();
  const release = await holdRequests(page, "**/auth/v1/token*");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "Invalid password")).toHaveCount(0);
  release();
  await expect(toast(page, "Invalid password")).toBeVisible();
  await expect(toast(page, "Invalid password")).toHaveCount(0);

  await stopClock(page);
  const differs = toast(page, "Email doesn't match");
  await page.getByLabel("Email").fill("else@example.com");
  await page.getByLabel("Email").press("Enter");
  await comesUp(page, "Email doesn't match");
  await page.clock.runFor(4000);
  await expect(differs).toHaveCount(1);
  await differs.hover();
  await page.clock.runFor(20_000);
  await expect(differs).toHaveCount(1);
  await page.mouse.move(0, 0);
  await differs.getByRole("button", { name: "Dismiss" }).focus();
  await page.clock.runFor(20_000);
  await expect(differs).toHaveCount(1);
  // Tab goes on behind the notice, and not back to where the focus came from.
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.clock.runFor(6500);
  await expect(differs).toHaveCount(0);
});

test("a member reads the same failure once, however often it comes, and it is gone when they dismiss it [notices.over]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Where is Rome?"]);
  await history.messages(chatId, ["Where is Rome?", "In Italy."]);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("No clipboard."));
  });
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page)).toHaveCount(2);
  const failed = toast(page, "Failed to copy the reply");
  await page.keyboard.press("Alt+Shift+L");
  await expect(failed).toBeVisible();
  await page.keyboard.press("Alt+Shift+L");
  // While the newest has the focus, no time runs: one below it would stay too.
  await failed.first().getByRole("button", { name: "Dismiss" }).focus();
  await expect(failed).toHaveCount(1);
  await failed.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed).toHaveCount(0);
});

test("a member can undo a deletion for 8 seconds, and on trial finds 'Upgrade to Go' in 'Membership Required' [notices.time] [notices.upgrade]", async ({
  page,
  product,
  member,
  history,
}) => {
  await history.chats(["Where is Rome?"]);
  await product.setMembership({ email: member.email, status: "trial" });
  await page.goto("/");
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  const required = toast(page, "Membership Required");
  const upgrade = required.getByRole("link", { name: "Upgrade to Go" });
  await expect(upgrade).toHaveAttribute("target", "_blank");
  await expect(upgrade).toHaveAttribute("href", /^https:.*member/);
  await expect(required).toHaveCount(0);

  await stopClock(page);
  await deleteChatByMenu(page, "Where is Rome?");
  await comesUp(page, "Chat deleted");
  await page.clock.runFor(6500);
  await expect(toast(page, "Chat deleted").getByRole("button", { name: "Undo" })).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
