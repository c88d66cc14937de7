import type { Page } from "@playwright/test";
import { sessionOf } from "./support/chat-history.ts";
import {
  expect,
  logInThroughForm,
  asVisitor as test,
  sidebar as footer,
} from "./support/product.ts";

const expectSignedOut = (page: Page) =>
  expect(footer(page).getByText("Not signed in")).toBeVisible();

const logOut = async (page: Page) => {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
};

test("a member who forgot their password sets a new one through the emailed link [login.forgot-password] [access.keyboard]", async ({
  page,
  product,
  member,
}) => {
  const { access_token } = await sessionOf(product, member);
  await page.goto("/login");
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset your password" });
  await expect(dialog.getByLabel("Email")).toHaveValue(member.email);
  const esc = { key: "Escape", isComposing: true, bubbles: true };
  await dialog.getByLabel("Email").dispatchEvent("keydown", esc);
  const send = dialog.getByRole("button", { name: "Send reset link" });
  await page.route("**/auth/v1/recover*", (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "The network could not be reached" }),
  ).toBeVisible();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await send.click();
  await expect(page.getByRole("listitem").filter({ hasText: "Check your email" })).toBeVisible();
  await expect(dialog).toBeHidden();

  const link = () =>
    /http\S+\/auth\/v1\/verify\S+/.exec(product.output().split(member.email).pop() ?? "");
  await expect.poll(link).not.toBeNull();
  await page.goto(link()?.[0].replaceAll("&amp;", "&") ?? "");
  await expect(page).toHaveURL(/\/settings\/account/);
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("another secret");
  await page.getByLabel("Confirm new password").fill("another secret");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Password changed" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toHaveCount(0);
  // Sessions from before the change have ended.
  const headers = { authorization: `Bearer ${access_token}` };
  const asOther = await product.send("/api/create_chat", { method: "POST", headers });
  expect(asOther.status).toBe(401);

  await logOut(page);
  await logInThroughForm(page, { ...member, password: "another secret" });
  await expect(footer(page).getByText(member.email)).toBeVisible();
});

test("a member who has been signed in for more than a day sets a new password by a link, and stays signed in [login.recovery-session]", async ({
  page,
  product,
  member,
}) => {
  await page.goto("/login");
  await logInThroughForm(page, member);
  await expect(footer(page).getByText(member.email)).toBeVisible();
  const stored = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith("-auth-token")) ?? "";
      return (JSON.parse(localStorage.getItem(key) ?? "{}") as { access_token?: string })
        .access_token;
    });
  const running = await stored();
  // The hosted service refuses a new password to a session that is older than a day.
  await page.route("**/auth/v1/user", (route) =>
    route.request().method() === "PUT" &&
    route.request().headers()["authorization"] === `Bearer ${running}`
      ? route.fulfill({ status: 400, json: { code: "reauthentication_needed", message: "No." } })
      : route.fallback(),
  );
  const link = await sessionOf(product, member);
  const tokens = new URLSearchParams({
    access_token: link.access_token,
    refresh_token: link.refresh_token,
    type: "recovery",
  });
  await page.goto("about:blank");
  await page.goto(`/settings/account#${tokens}`);
  await page.getByLabel("New password", { exact: true }).fill("another secret");
  await page.getByLabel("Confirm new password").fill("another secret");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Password changed" })).toBeVisible();
  await page.reload();
  await expect(footer(page).getByText(member.email)).toBeVisible();
  expect(await stored()).toBe(running);
  const asUser = (token = "") =>
    product.send("/auth/v1/user", {
      headers: { apikey: product.secrets.publishableKey, authorization: `Bearer ${token}` },
    });
  expect((await asUser(running)).status).toBe(200);
  expect((await asUser(link.access_token)).ok).toBe(false);
  await sessionOf(product, { ...member, password: "another secret" });
});

test("a member who opens an expired emailed link, or one that the server does not know, reads that it did not work [login.link-failed]", async ({
  page,
}) => {
  const fragment =
    "error=access_denied&error_code=otp_expired&error_description=Email+link+has+expired";
  await page.goto(`/settings/account#${fragment}`);
  const notice = page.getByRole("listitem").filter({ hasText: "This link did not work" });
  await expect(notice).toContainText("It may have expired. Please ask for a new one.");
  await expect(page).toHaveURL("/settings/account");

  await page.goto("/");
  await page.goto("/settings/account#access_token=a.b.c&refresh_token=d&type=recovery");
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/settings/account");
});

test("no address with another person's session in it signs a visitor in or a member out [login.link-signs-nobody-in]", async ({
  page,
  product,
  member,
}) => {
  const other = await product.newMember("active");
  const { access_token, refresh_token, expires_in } = await sessionOf(product, other);
  const tokens = String(
    new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: String(expires_in),
      token_type: "bearer",
    }),
  );
  const stored = () => page.evaluate(() => localStorage.getItem("sb-localhost-auth-token"));
  const inTheQuery = ["/", "/login", "/settings/account"].flatMap((path) => [
    `${path}?${tokens}`,
    `${path}?${tokens}&type=recovery`,
    `${path}?${tokens}#type=recovery`,
    `${path}?code=${access_token}#refresh_token=${refresh_token}&type=recovery`,
  ]);

  for (const address of [...inTheQuery, `/?at=fragment#${tokens}&type=magiclink`]) {
    await page.goto(address);
    await expect.poll(() => page.url()).not.toContain(refresh_token);
    expect(await stored()).toBeNull();
  }
  await page.goto("/");
  await expectSignedOut(page);
  // Into the address of the open tab, which loads nothing.
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, tokens);
  await expect(page).toHaveURL("/login");
  expect(await stored()).toBeNull();

  await logInThroughForm(page, member);
  const own = await stored();
  for (const type of ["magiclink", "recovery"]) {
    await page.goto(`/?at=${type}#${tokens}&type=${type}`);
    await expect(page).toHaveURL(`/?at=${type}`);
    await expect(footer(page).getByText(member.email)).toBeVisible();
  }
  await expect(
    page.getByRole("listitem").filter({ hasText: "This link is for another account" }),
  ).toBeVisible();
  for (const address of inTheQuery.slice(-4)) {
    await page.goto(address);
    await expect.poll(() => page.url()).not.toContain(refresh_token);
  }
  await page.goto("/");
  await expect(footer(page).getByText(member.email)).toBeVisible();
  expect(await stored()).toBe(own);
});

test("a link for a new password names its account and signs a visitor in only when they save one [login.link-signs-nobody-in] [access.keyboard]", async ({
  page,
  product,
}) => {
  const owner = await product.newMember("active");
  const { access_token, refresh_token } = await sessionOf(product, owner);
  const link = `/settings/account#access_token=${access_token}&refresh_token=${refresh_token}&type=recovery`;
  const heading = page.getByRole("heading", { name: "Set a new password" });
  const title = page.getByRole("heading", { name: "Account Settings" });
  const stored = () => page.evaluate(() => localStorage.getItem("sb-localhost-auth-token"));

  await page.goto(link);
  await expect(heading).toBeVisible();
  await expect(page.getByText(`logs you in as ${owner.email} in this browser`)).toBeVisible();
  expect(await stored()).toBeNull();
  await page.reload();
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(heading).toBeHidden();
  await expect(title).toBeFocused();
  await expect(page).toHaveURL("/settings/account");
  expect(await stored()).toBeNull();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expect(page).toHaveURL("/settings/account");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto("/");
  await page.goto(link);
  const password = page.getByLabel("New password", { exact: true });
  await password.fill("another secret");
  await page.getByLabel("Confirm new password").fill("another secret");
  const save = page.getByRole("button", { name: "Save new password" });
  const users = "**/auth/v1/user";
  await page.route(users, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await save.click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "The network could not be reached" }),
  ).toBeVisible();
  await expect(password).toBeFocused();
  await page.unroute(users);
  await save.click();
  await expect(page.getByRole("listitem").filter({ hasText: "Password changed" })).toBeVisible();
  await expect(title).toBeFocused();
  await expect(footer(page).getByText(owner.email)).toBeVisible();
});
