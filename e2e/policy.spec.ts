import type { Page } from "@playwright/test";
import { expect, logIn, test } from "./product.ts";

const ROUTES = [
  "/",
  "/login",
  "/signup",
  "/settings",
  "/settings/account",
  "/settings/account/membership",
  "/settings/account/membership/manage",
  "/settings/account/delete",
  "/settings/chat/color",
  "/settings/safety",
  "/settings/support",
  "/terms",
  "/privacy",
  "/no-such-screen",
];

type Watched = Window & { violations?: string[] };

const violations = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).violations ?? ["not watched"]);

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as Watched).violations = seen;
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
});

test("no route breaks the content policy, signed out or in", async ({ page, member }) => {
  test.setTimeout(120_000);
  const walk = async () => {
    for (const route of ROUTES) {
      await page.goto(route);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await violations(page), route).toEqual([]);
    }
  };
  await walk();
  await logIn(page, member);
  await walk();
});

test("nor do a conversation, its menus, toasts and the log-in dialog", async ({ page, member }) => {
  await page.goto("/");
  await page.getByPlaceholder("Ask anything").fill("Hello");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await logIn(page, member);
  await page.getByPlaceholder("Ask anything").fill("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("You asked: <img");
  await page.getByRole("button", { name: "Chat options" }).first().click();
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await expect(page.getByText("Chat deleted")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("the policy is in force: an inline script does not run", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("document.title = 'ran'");
    document.body.append(script);
  });
  await expect.poll(() => violations(page)).not.toEqual([]);
  expect(await page.title()).not.toBe("ran");
});
