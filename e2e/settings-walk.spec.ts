import type { Page } from "@playwright/test";
import { test as asMember } from "./chat-page.ts";
import { expect, logIn, test } from "./product.ts";

const PAGES = [
  ["/settings/account", "Account Settings"],
  ["/settings/account/membership", "Membership Details"],
  ["/settings/account/membership/manage", "Manage Membership"],
  ["/settings/account/delete", "Account Cancellation"],
  ["/settings/chat/color", "Primary Color"],
  ["/settings/safety", "Safety Settings"],
  ["/settings/support", "Support"],
  ["/terms", "Terms of Service"],
  ["/privacy", "Privacy Policy"],
] as const;
const MEMBER_PAGES = PAGES.slice(0, 4);

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

asMember(
  "each settings page has one heading, its title, the chat list and a way back",
  async ({ page }) => {
    for (const [path, heading] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText([heading]);
      await expect(page).toHaveTitle(new RegExp(`^${heading} · .`));
      await expect(page.getByRole("navigation", { name: "Chats" })).toBeVisible();
      await button(page, "Back to Settings").click();
      await expect(page).toHaveURL("/settings");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    }
  },
);

test("no settings page scrolls sideways at 360 pixels", async ({ page, product }) => {
  const email = `${"a-very-long-name-".repeat(3)}${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, email);
  await product.setMembership({ email, status: "active", id: `mem_${"x".repeat(80)}` });
  await logIn(page, { email, password: "correct horse" });
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await page.waitForLoadState("networkidle");
    const overflow = await page.evaluate(() => {
      const pane = document.querySelector("main") ?? document.body;
      return [document.documentElement, pane].map((box) => box.scrollWidth - box.clientWidth);
    });
    expect(overflow, path).toEqual([0, 0]);
  }
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password", { exact: false }).fill("correct horse");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/login");
}

test("a visitor is asked to log in on every account page, and comes back to it", async ({
  page,
  member,
}) => {
  for (const [path, heading] of MEMBER_PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(main(page).getByRole("textbox")).toHaveCount(0);
    await expect(button(page, "Log in")).toBeVisible();
  }
  await page.goto("/settings/account/membership");
  await button(page, "Log in").click();
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/settings/account/membership");
});
