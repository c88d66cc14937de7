import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";

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

test("a member with a very long email finds a heading and a way back on each settings page, which fits into 360 px [settings.frame]", async ({
  page,
  product,
}) => {
  // A line can break nowhere in it.
  const email = `${"averylongname".repeat(4)}${crypto.randomUUID().slice(0, 8)}@example.org`;
  await signUp(page, email);
  await product.setMembership({ email, status: "active", id: `mem_${"x".repeat(80)}` });
  await logInThroughForm(page, { email, password: "correct horse" });
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText([heading]);
    await expect(page).toHaveTitle(new RegExp(`^${heading} · .`));
    await expect(page.getByRole("navigation", { name: "Chats" })).toBeVisible();
    await expect(main(page)).not.toContainText("Loading");
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = await page.evaluate(() => {
      const pane = document.querySelector("main") ?? document.body;
      return [document.documentElement, pane].map((box) => box.scrollWidth - box.clientWidth);
    });
    expect(overflow, path).toEqual([0, 0]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, "Back to Settings").click();
    await expect(page).toHaveURL("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
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

test("a visitor is asked to log in on every account page and returns to it afterwards [routes.open]", async ({
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

test("a visitor sees the heading in its final place while a settings page loads [look.loading]", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes("/account-screen-") ? 1 : 0));
  const release = await holdRequests(page, "**/assets/account-screen-*.js");
  await page.goto("/settings/account", { waitUntil: "commit" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Loading");
  const place = await heading.boundingBox();
  expect(asked).toBe(1);
  release();
  await expect(heading).toHaveText("Account Settings");
  expect(await heading.boundingBox()).toEqual(place);
});
