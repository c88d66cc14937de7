import type { Page } from "@playwright/test";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";

/** Waits for a notice with this title and text. */
const expectNotice = async (page: Page, title: string, description?: string) => {
  const notice = page.getByRole("listitem").filter({ hasText: title });
  await expect(notice).toBeVisible();
  if (description !== undefined) await expect(notice).toContainText(description);
};

const submit = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

const fillLogin = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
};

const fillSignup = async (page: Page, email: string, password: string, confirmation = password) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(confirmation);
};

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const footer = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });

test("a visitor signs up, is told to check their email, logs in and sees that they are on trial [sidebar.footer] [signup.leads-to-login] [notices.welcome-back] [notices.account-created]", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/signup");
  await fillSignup(page, email, "secret");
  await submit(page, "Sign up");
  await expectNotice(page, "Account created!", "Please check your email to verify your account.");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await page.getByLabel("Password").fill("secret");
  await submit(page, "Log in");
  await expectNotice(page, "Welcome back!");
  await expect(page).toHaveURL("/");
  await expect(footer(page).getByText(email)).toBeVisible();
  await expect(footer(page).getByText("Trial", { exact: true })).toBeVisible();
  await footer(page).getByRole("button", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
});

test("a visitor who logs in with a wrong password sees 'Login failed' with the service's reason [notices.login-failed]", async ({
  page,
  member,
}) => {
  await page.goto("/login");
  await fillLogin(page, member.email, "wrong");
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "Invalid login credentials");
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email")).toHaveValue(member.email);
});

test("a visitor whose login fails without a readable reason sees 'Invalid credentials' [notices.login-failed]", async ({
  page,
}) => {
  await page.route("**/auth/v1/token*", (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<html>Oh no</html>" }),
  );
  await page.goto("/login");
  await fillLogin(page, newEmail(), "secret");
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "Invalid credentials");
});

test("a visitor who logs in without a connection is told that the network could not be reached [notices.auth-text]", async ({
  page,
}) => {
  await page.route("**/auth/v1/token*", (route) => route.abort());
  await page.goto("/login");
  await fillLogin(page, newEmail(), "secret");
  await submit(page, "Log in");
  await expectNotice(page, "Login failed", "The network could not be reached");
});

test("a visitor who signs up with a taken email sees 'Sign up failed' with the service's reason [notices.signup-failed]", async ({
  page,
  member,
}) => {
  await page.goto("/signup");
  await fillSignup(page, member.email, "secret");
  await submit(page, "Sign up");
  await expectNotice(page, "Sign up failed", "already registered");
  await expect(page).toHaveURL("/signup");
});

test("a visitor whose sign-up fails without a readable reason sees 'Something went wrong' [notices.signup-failed]", async ({
  page,
}) => {
  await page.route("**/auth/v1/signup*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<html>Oh no</html>" }),
  );
  await page.goto("/signup");
  await fillSignup(page, newEmail(), "secret");
  await submit(page, "Sign up");
  await expectNotice(page, "Sign up failed", "Something went wrong");
});

test('a visitor whose two passwords differ sees "Passwords don\'t match" and nothing is sent [signup.mismatch] [notices.passwords-differ]', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto("/signup");
  await fillSignup(page, newEmail(), "secret-1", "secret-2");
  await submit(page, "Sign up");
  await expectNotice(page, "Passwords don't match", "Please make sure your passwords match");
  expect(sent).not.toContain("/auth/v1/signup");
});

test("a visitor who signs up with a password of five characters stays on the form and nothing is sent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto("/signup");
  await fillSignup(page, newEmail(), "12345");
  await submit(page, "Sign up");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(sent).not.toContain("/auth/v1/signup");
});

test("a member whose session has vanished sees 'No authentication token found' when sending [notices.no-token]", async ({
  page,
  member,
}) => {
  await logInThroughForm(page, member);
  await expect(footer(page).getByText("Active")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.getByPlaceholder("Ask anything").fill("Hello");
  await page.keyboard.press("Enter");
  await expectNotice(page, "Error", "No authentication token found");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
});

test("a member whose user cannot be loaded stays signed in, and the failure is only logged [notices.session-user]", async ({
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
  await expect(page.getByRole("listitem").filter({ hasText: "Error" })).toHaveCount(0);
});

test("a visitor sees a disabled 'Logging in...' button while logging in [login.busy]", async ({
  page,
  member,
}) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/auth/v1/token*", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/login");
  await fillLogin(page, member.email, member.password);
  await submit(page, "Log in");
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeDisabled();
  answer();
  await expect(page).toHaveURL("/");
});

test("a visitor who logs in returns to the page they came from and finds their draft [login.leads] [drafts.login]", async ({
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
