import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
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

test("each settings page has one heading, its title, the chat list and a way back", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText([heading]);
    await expect(page).toHaveTitle(new RegExp(`^${heading} · .`));
    await expect(page.getByRole("navigation", { name: "Chats" })).toBeVisible();
    await button(page, "Back to Settings").click();
    await expect(page).toHaveURL("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any settings page, ${colorScheme}, wide and narrow`, async ({
    page,
    member,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await logIn(page, member);
    for (const [path, heading] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await page.waitForLoadState("networkidle");
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations, `${path} at ${width}`).toEqual([]);
      }
    }
  });
}

test("axe finds nothing in what is signed out, failed, incomplete or unsent", async ({
  page,
  member,
}) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations, what).toEqual([]);
  };
  for (const [path] of MEMBER_PAGES) {
    await page.goto(path);
    await expect(button(page, "Log in")).toBeVisible();
    await check(`${path} signed out`);
  }
  await page.goto("/settings/support");
  await button(page, "Send Message").click();
  await check("an incomplete form");
  for (const field of ["Name", "Subject", "Message"]) await page.getByLabel(field).fill(field);
  await page.getByLabel("Email").fill("ada@example.com");
  await button(page, "Send Message").click();
  await check("an unsent message");
  await logIn(page, member);
  await page.route("**/rest/v1/users*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/settings/account/membership/manage");
  await expect(main(page).getByRole("alert")).toBeVisible();
  await check("a failed membership");
});

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
