import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";
import { policyViolations, watchPolicy } from "./support/watch.ts";

/** What TypeScript's own list of the browser's names lacks. */
type WithTypes = { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } };

test.beforeEach(({ page }) => watchPolicy(page));

test("a member who chats, opens menus and sees notices meets no content policy violation, an inline script added to the page does not run, and nobody makes a trusted type", async ({
  page,
  member,
}) => {
  await page.goto("/");
  await page.getByPlaceholder("Ask anything").fill("Hello");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
  expect(await policyViolations(page)).toEqual([]);

  await logInThroughForm(page, member);
  await page.getByPlaceholder("Ask anything").fill("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("You asked: <img");
  await page.getByRole("button", { name: "Chat options" }).first().click();
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await expect(page.getByText("Chat deleted")).toBeVisible();
  expect(await policyViolations(page)).toEqual([]);

  const made = page.evaluate(() => {
    (window as unknown as WithTypes).trustedTypes.createPolicy("default", {});
  });
  await expect(made).rejects.toThrow("disallowed");

  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("document.title = 'ran'");
    document.body.append(script);
  });
  await expect.poll(() => policyViolations(page)).not.toEqual([]);
  expect(await page.title()).not.toBe("ran");
});
