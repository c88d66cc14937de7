import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import {
  expect,
  logInThroughForm,
  asVisitor as test,
  sidebar as footer,
} from "./support/product.ts";

/** Waits for a notice with this title and text. */
const expectNotice = async (page: Page, title: string, description?: string) => {
  const notice = page.getByRole("listitem").filter({ hasText: title });
  await expect(notice.filter({ hasText: description ?? title })).toBeVisible();
};

const submit = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

const fillLogin = async (page: Page, email: string, password: string) => {
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
};

const fillSignup = async (page: Page, email: string, password: string, confirmation = password) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(confirmation);
};

const newEmail = () => `${crypto.randomUUID()}@example.com`;

test("a visitor signs up, is told to check their email, logs in and sees that they are on trial [sidebar.footer] [signup.fields] [signup.legal-links] [signup.leads-to-login] [login.newcomer] [login.fields] [notices.welcome-back] [notices.account-created]", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/signup");
  for (const [name, path] of [
    ["Terms of Service", "/terms"],
    ["Privacy Policy", "/privacy"],
  ] as const) {
    const legal = page.getByRole("link", { name });
    await expect(legal).toHaveAttribute("href", path);
    await expect(legal).toHaveAttribute("target", "_blank");
  }
  await expect(page.locator("input:required")).toHaveCount(3);
  await fillSignup(page, email, "secret");
  await submit(page, "Sign up");
  await expectNotice(page, "Account created!", "Please check your email to verify your account.");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(page.getByText(`Check your email to verify ${email}`)).toBeVisible();
  await expect(page.getByText("left off")).toHaveCount(0);
  await expect(page).toHaveTitle(/Log in/);
  await expect(page.locator("input[type=email]:required")).toHaveCount(1);
  await expect(page.locator("input[type=password]:required")).toBeFocused();

  await page.getByLabel("Password").fill("secret");
  await submit(page, "Log in");
  await expectNotice(page, "Welcome back!");
  await expect(page).toHaveURL("/");
  await expect(footer(page).getByText(email)).toBeVisible();
  await expect(footer(page).getByText("Trial", { exact: true })).toBeVisible();
  await footer(page).getByRole("button", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
});

test("a visitor sees a disabled 'Logging in...' while they log in, and 'Login failed' with the reason when it fails [notices.login-failed] [notices.auth-text] [login.busy] [login.required] [login.failure-at-field]", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await page.goto("/login");
  await expect(page.getByText("left off")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  const password = page.getByLabel("Password", { exact: true });
  for (const [email, typed] of [
    ["", "wrong"],
    ["a@", "wrong"],
    [member.email, ""],
  ] as const) {
    await fillLogin(page, email, typed);
    await submit(page, "Log in");
  }
  expect(sent).not.toContain("POST");
  await fillLogin(page, member.email, "wrong");
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "Invalid login credentials");
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(password).toHaveAccessibleDescription("Login failed: Invalid login credentials");
  await page.getByLabel("Email").press("End");
  await page.keyboard.type("x");
  await expect(password).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Backspace");
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email")).toHaveValue(member.email);

  const tokens = "**/auth/v1/token*";
  await page.route(tokens, (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<html>Oh no</html>" }),
  );
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "Invalid credentials");
  await page.unroute(tokens);
  await page.route(tokens, (route) => route.abort());
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "The network could not be reached");
  await page.unroute(tokens);

  const release = await holdRequests(page, tokens);
  await fillLogin(page, member.email, member.password);
  await submit(page, "Log in");
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeDisabled();
  release();
  await expect(page).toHaveURL("/");
});

test("a visitor whose sign-up fails reads why: unequal passwords, a short one, a taken email, or an unknown reason [signup.mismatch] [signup.password-length] [notices.passwords-differ] [notices.signup-failed] [access.keyboard]", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto("/signup");
  await fillSignup(page, newEmail(), "secret-1", "secret-2");
  await submit(page, "Sign up");
  await expectNotice(page, "Passwords don't match", "Please make sure your passwords match");
  const confirmation = page.getByLabel("Confirm password");
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toHaveAttribute("aria-invalid", "true");
  await confirmation.fill("secret-1");
  await expect(confirmation).not.toHaveAttribute("aria-invalid");

  await fillSignup(page, newEmail(), "12345");
  await submit(page, "Sign up");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(sent).not.toContain("/auth/v1/signup");

  await fillSignup(page, member.email, "secret");
  await submit(page, "Sign up");
  await expectNotice(page, "Sign up failed", "already registered");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page).toHaveURL("/signup");
  expect(sent).toContain("/auth/v1/signup");

  await page.route("**/auth/v1/signup*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<html>Oh no</html>" }),
  );
  await submit(page, "Sign up");
  await expectNotice(page, "Sign up failed", "Something went wrong");
});

test("a member stays signed in when their user cannot be loaded; without a session they read why nothing is sent [notices.session-user] [notices.no-token]", async ({
  page,
  member,
}) => {
  await logInThroughForm(page, member);
  await expect(page.getByText("Welcome back!")).toBeHidden();
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  await page.route("**/auth/v1/user", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect.poll(() => logged.join()).toContain("session's user could not be loaded");
  await expect(footer(page).getByText(member.email)).toBeVisible();
  await expect(footer(page).getByText("Active")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Error" })).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.getByPlaceholder("Ask anything").fill("Hello");
  await page.keyboard.press("Enter");
  await expectNotice(page, "Error", "No authentication token found");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
});

test("a member who presses Ctrl+K in the moment in which a log-in leads on finds the search [search.opens]", async ({
  page,
  member,
}) => {
  await page.goto("/login");
  await fillLogin(page, member.email, member.password);
  await page.evaluate(() => {
    const change = history.replaceState.bind(history);
    history.replaceState = (state: unknown, unused: string, address?: string | URL | null) => {
      change(state, unused, address);
      const held = navigator.userAgent.includes("Mac") ? { metaKey: true } : { ctrlKey: true };
      const key = new KeyboardEvent("keydown", { key: "k", bubbles: true, ...held });
      setTimeout(() => document.body.dispatchEvent(key));
    };
  });
  await submit(page, "Log in");
  await expect(page.getByRole("dialog", { name: "Search chats" })).toBeVisible();
});

test("a visitor who logs in returns to the page they came from and finds their draft [login.leads] [login.links] [signup.links] [login-prompt.leads] [drafts.login]", async ({
  page,
  member,
}) => {
  const chat = `/chats/${crypto.randomUUID()}`;
  await page.goto("/");
  await page.getByPlaceholder("Ask anything").fill("A thought\nin two lines");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log in" }).click();
  await page.reload();
  await fillLogin(page, member.email, member.password);
  await submit(page, "Log in");
  await expect(page).toHaveURL("/");
  await expect(page.getByPlaceholder("Ask anything")).toHaveValue("A thought\nin two lines");

  await page.evaluate(() => localStorage.clear());
  await page.goto(chat);
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, member.email, member.password);
  await submit(page, "Log in");
  await expect(page).toHaveURL(chat);
});
