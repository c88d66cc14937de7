import type { Page } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import { expect, asVisitor as test, logInThroughForm, sidebar } from "./support/product.ts";

const PROMPT =
  "You need to be logged in to send messages. Create an account or log in to start chatting.";
const MODELS = ["ChatGPT 4", "ChatGPT 5", "Grok", "Claude 4"];

const prompt = (page: Page) => page.getByRole("dialog", { name: "Log in to continue" });
const box = (page: Page) => page.getByPlaceholder("Ask anything");

test("a visitor sees the home screen, is asked to log in to send or create a chat, keeps the draft, and cannot send blanks [product.upgrade] [product.download] [sidebar.not-signed-in] [home.heading] [home.download-card] [home.box] [models.choices] [login-prompt.opens] [login-prompt.words] [login-prompt.focus] [product.external-links]", async ({
  page,
  product,
}) => {
  await page.goto("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "Hi, how can I help you?" }),
  ).toBeVisible();
  await expect(sidebar(page).getByRole("button", { name: "New Chat", exact: true })).toBeVisible();
  await expect(sidebar(page).getByText("Start with model:")).toBeVisible();
  for (const name of MODELS) {
    await expect(sidebar(page).getByRole("button", { name, exact: true })).toBeVisible();
  }
  await expect(sidebar(page).getByText("Not signed in")).toBeVisible();
  await expect(sidebar(page).getByRole("button", { name: "Settings" })).toHaveCount(0);
  const model = page.getByRole("combobox", { name: "Model" });
  await expect(model).toHaveValue("chatgpt-4");
  expect(await model.getByRole("option").allTextContents()).toEqual(MODELS);
  for (const control of [
    sidebar(page).getByRole("link", { name: "Download" }),
    page.getByRole("main").getByRole("link", { name: "Download" }),
    page.getByRole("button", { name: "Upgrade to Go" }),
  ]) {
    await expect(control).toHaveAttribute("target", "_blank");
    await expect(control).toHaveAttribute("rel", "noopener noreferrer");
    await expect(control).toHaveAttribute("href", /^https:/);
  }
  await expect(page).toHaveTitle("Quartet");

  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") requests.push(new URL(request.url()).pathname);
  });
  const send = page.getByRole("button", { name: "Send message" });
  await expect(box(page).locator("..")).toHaveCSS("border-radius", /[1-9]\d*px/);
  await expect(send).toBeDisabled();
  await box(page).fill("  \n ");
  await expect(send).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(prompt(page)).toHaveCount(0);

  await box(page).fill("Hello");
  await expect(send).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(prompt(page)).toContainText(PROMPT);
  await expect(prompt(page).getByRole("button", { name: "Sign up" })).toBeFocused();
  const lookOf = (name: string) =>
    prompt(page)
      .getByRole("button", { name })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  const main = await page
    .getByRole("button", { name: "Send message", includeHidden: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([await lookOf("Sign up"), (await lookOf("Log in")) === main]).toEqual([main, false]);
  }
  await prompt(page).getByRole("button", { name: "Cancel" }).click();
  await expect(prompt(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("Hello");

  for (const name of ["New Chat", ...MODELS]) {
    const button = sidebar(page).getByRole("button", { name, exact: true });
    await button.click();
    await expect(prompt(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(prompt(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  expect(requests).toEqual([]);

  await sidebar(page).getByRole("button", { name: "New Chat", exact: true }).click();
  await prompt(page).getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/signup");
  await page.getByRole("link", { name: "Continue without signing up" }).click();
  await expect(page).toHaveURL("/");
  await expect(box(page)).toHaveValue("Hello");

  // Whoever was signed in here before is more likely to log in than to sign up.
  await logInThroughForm(page, await product.newMember("active"));
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(sidebar(page).getByText("Not signed in")).toBeVisible();
  await sidebar(page).getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(prompt(page).getByRole("button", { name: "Log in" })).toBeFocused();
  expect([(await lookOf("Sign up")) === main, await lookOf("Log in")]).toEqual([false, main]);
});

test("a visitor on any other path sees a 404, which is logged; a malformed chat address shows a screen without an error [routes.not-found] [routes.not-found-settings] [routes.unrouted] [routes.junk-chat]", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(`${message.type()}: ${message.text()}`));
  for (const path of ["/chats", "/login/more", "/chats/1/2", "/nowhere", "/%E0%A4%A"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "404" }), path).toBeVisible();
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await expect(page.getByRole("button", { name: "Back to Settings" })).toHaveCount(0);
    expect(logged.join("\n")).toMatch(new RegExp(`error: 404.*${path}`));
  }
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  for (const path of ["/settings/chat", "/settings/account/manage-membership"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "404" }), path).toBeVisible();
    await page.getByRole("button", { name: "Back to Settings" }).click();
    await expect(page).toHaveURL("/settings");
  }

  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  for (const junk of ["%", "%E0%A4%A", "<script>", "a".repeat(3000)]) {
    await page.goto(`/chats/${junk}`);
    await expect(page.getByRole("heading", { level: 1 }), junk).toBeVisible();
  }
  expect(failures).toEqual([]);
});

test("a visitor reaches the skip link by Tab, opens every settings page and returns, and prints terms without a button [access.keyboard] [settings.leads] [settings.groups]", async ({
  page,
}) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/settings");

  const entries = {
    "Account Settings": "/settings/account",
    "Primary Color": "/settings/chat/color",
    "Content Filters": "/settings/safety",
    "Help Center": "/settings/support",
    "Terms of Service": "/terms",
    "Privacy Policy": "/privacy",
  };
  const groups = { Account: 1, Chat: 1, Safety: 1, Support: 1, Legal: 2 };
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings).toHaveText(Object.keys(groups));
  const links = Object.keys(entries);
  for (const [name, count] of Object.entries(groups)) {
    const group = page.getByRole("region", { name });
    await expect(group.getByRole("link")).toHaveText(links.splice(0, count));
  }
  const filters = page.getByRole("link", { name: "Content Filters" });
  await expect(filters).toHaveAccessibleDescription("NSFW and academic content settings");
  for (const [name, path] of Object.entries(entries)) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const back = page.getByRole("button", { name: "Back to Settings" });
    if (path === "/terms") {
      await page.emulateMedia({ media: "print" });
      await expect(back).toBeHidden();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    }
    if (path === "/privacy") await back.press("Space");
    else await back.click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  }
});

test("a visitor on a narrow screen opens and closes the sidebar as a drawer, and scrolls to everything in it in a low window [sidebar.drawer]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 740 });
  await page.goto("/settings");
  await page.goto("/");
  const header = page.getByRole("banner");
  const model = header.getByRole("combobox", { name: "Model" });
  const { width } = await boxOf(model);
  await page.setViewportSize({ width: 360, height: 740 });
  // Only its padding is narrower: the arrow stands beside the name.
  expect((await boxOf(model)).width).toBeGreaterThanOrEqual(width - 8.5);
  await expect(header.getByRole("link", { name: "Log in" })).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole("button", { name: "Upgrade to Go" })).toBeInViewport({ ratio: 1 });
  await expect(sidebar(page)).toBeHidden();
  const menu = page.getByRole("button", { name: "Open menu" });
  await menu.click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByText("Not signed in")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();

  await menu.click();
  await drawer.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL("/login");
  await expect(drawer).toHaveCount(0);
  await page.goBack();
  await menu.click();
  await drawer.getByRole("button", { name: "New Chat", exact: true }).click();
  await prompt(page).getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/login");
  for (const path of ["/", "/settings"]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
  }

  await page.setViewportSize({ width: 640, height: 256 });
  await page.goto("/settings");
  await menu.click();
  const footer = drawer.getByText("Not signed in");
  await footer.scrollIntoViewIfNeeded();
  await expect(footer).toBeInViewport();
});

test("a visitor reads in the terms and the privacy policy of today what happens to their data, and follows their links [legal.updated] [legal.thirty-days] [legal.children] [legal.browser-storage] [legal.contact] [legal.links]", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date(2026, 11, 31, 23, 59, 59));
  for (const [path, targets] of Object.entries({
    "/terms": ["/privacy", "/settings/account", "/settings/account/delete"],
    "/privacy": ["/settings/safety", "/settings/account/delete"],
  })) {
    await page.goto(path);
    await expect(page.getByText("Last updated: December 31, 2026")).toBeVisible();
    const links = page.getByRole("main").locator("p a:not([href^=mailto]), li a");
    expect(await links.evaluateAll((all) => all.map((it) => it.getAttribute("href")))).toEqual(
      targets,
    );
  }
  const main = page.getByRole("main");
  for (const text of [
    "Personal data is deleted within 30 days of account deletion",
    "scheduled for permanent deletion within 24 hours",
    "For ten minutes you can undo the deletion",
    "not intended for children under 13",
    "which chats you have just deleted",
    "the last twenty chats you opened, which is used for seven days at most",
    "Logging out removes the session, the drafts, these notes and the copy",
    "what you have set stays",
  ]) {
    await expect(main).toContainText(text);
  }
  await expect(main.getByRole("link", { name: /^\S+@\S+$/ })).toHaveAttribute(
    "href",
    /^mailto:\S+@/,
  );
});
