import { DEMO, type Studio } from "./states.ts";

/** States of visitors that no address alone leads to, and how to get there. */
export const VISITOR_STATES: Record<string, (place: Studio) => Promise<void>> = {
  "visitor-login-prompt": async ({ page }) => {
    await page.goto("/");
    await page.getByPlaceholder("Ask anything").fill("What about lakes?");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
  },
  "visitor-login-failed": async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(DEMO.email);
    await page.getByLabel("Password", { exact: true }).fill("wrong horse");
    await page.keyboard.press("Enter");
    await page.getByText("Login failed").first().waitFor();
  },
  "visitor-login-forgot": async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "visitor-signup-failed": async ({ page }) => {
    await page.goto("/signup");
    await page.getByLabel("Email").fill(DEMO.email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm password").fill("other horse");
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "visitor-new-password": async ({ page, product }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill(DEMO.email);
    const before = product.output().length;
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const link = () => /http\S+\/auth\/v1\/verify\S+/.exec(product.output().slice(before))?.[0];
    while (link() === undefined) await page.waitForTimeout(50);
    await page.goto(link()?.replaceAll("&amp;", "&") ?? "");
    await page.getByText("Set a new password").waitFor();
  },
};
