import type { Page } from "@playwright/test";
import { writeHistory } from "./support/chat-history.ts";
import { holdRequests } from "./support/hold-requests.ts";
import {
  endSessions,
  expect,
  expireSession,
  logInThroughForm,
  asVisitor as test,
  sidebar as footer,
} from "./support/product.ts";

const expectSignedOut = (page: Page) =>
  expect(footer(page).getByText("Not signed in")).toBeVisible();

const HOUR_MS = 3_600_000;

const logOut = async (page: Page, path = "/settings/account") => {
  await page.goto(path);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
};

test("a member's session has the documented fields, is renewed by a reload once expired, and removed by logging out [session.fields] [session.kept] [settings.log-out] [access.keyboard]", async ({
  page,
  member,
}) => {
  await logInThroughForm(page, member);
  await expect(footer(page).getByText("Active")).toBeVisible();
  // The key contains the backend's host.
  const stored = () => page.evaluate(() => localStorage.getItem("sb-localhost-auth-token"));
  const session = async () => JSON.parse((await stored()) ?? "{}") as { refresh_token?: string };
  const token = async () => (await session()).refresh_token;
  expect(await session()).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    expires_in: expect.any(Number),
    token_type: "bearer",
    user: { id: expect.any(String), email: member.email, created_at: expect.any(String) },
  });
  const before = await token();
  expect(before).toBeTruthy();
  await expireSession(page);
  await page.reload();
  await expect.poll(token).not.toBe(before);
  await expect(footer(page).getByText(member.email)).toBeVisible();
  await expect(footer(page).getByText("Active")).toBeVisible();
  const client = "**/assets/supabase-client-*.js";
  await page.route(client, (route) => route.abort());
  await page.goto("/settings/account");
  const leave = page.getByRole("button", { name: "Log out" });
  await leave.click();
  await expect(page.getByRole("listitem").filter({ hasText: "Failed to log out" })).toBeVisible();
  await expect(leave).toBeFocused();
  await page.unroute(client);
  await logOut(page, "/settings");
  expect(await stored()).toBeNull();
});

for (const [clock, hours, status] of [
  ["two hours fast", 2, "Active"],
  ["two hours slow", -2, "Expired"],
  ["ten days fast", 240, "Active"],
  ["ten days slow", -240, "Expired"],
] as const) {
  const endsIn = hours / 2;
  test(`a member whose clock is ${clock} reads whether their membership has ended, also after a reload [session.server-time]`, async ({
    page,
    product,
    member,
  }) => {
    const endsAt = new Date(Date.now() + endsIn * HOUR_MS).toISOString();
    await product.setMembership({ email: member.email, status: "active", endsAt });
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await logInThroughForm(page, member);
    await expect(footer(page).getByText(status)).toBeVisible();
    await page.reload();
    await expect(footer(page).getByText(status)).toBeVisible();
  });
}

test("a visitor who logs in is signed in in every tab; logging out signs out every tab and leaves no draft [session.other-tabs] [login.log-out] [drafts.log-out] [drafts.login]", async ({
  page,
  context,
  member,
}) => {
  const other = await context.newPage();
  await other.goto("/settings/account");
  await expectSignedOut(other);
  await page.goto("/settings/support");
  await page.getByLabel("Message").fill("Written before the log-in");
  await logInThroughForm(page, member);
  await expect(other.getByRole("main").getByText(member.email)).toBeVisible();
  await page.getByPlaceholder("Ask anything").fill("A secret of mine");
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await page.getByPlaceholder("Send a message...").fill("Another secret of mine");
  await page.route("**/api/send_message", (route) => route.abort());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toBeVisible();
  await page.getByPlaceholder("Send a message...").fill("A third secret of mine");
  await page.goto("/settings/support");
  await expect(page.getByLabel("Message")).toHaveValue("Written before the log-in");
  await page.getByLabel("Message").fill("A secret of mine for support");

  /** What is kept for one person. */
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(":")));
  await expect.poll(kept).toContainEqual(expect.stringContaining("support-draft"));

  const asks = page.getByRole("dialog", { name: "Log out now?" });
  await page.goto("/settings/account");
  // What follows does not wait for the server to hear of the log-out.
  const release = await holdRequests(page, /auth\/v1\/logout/);
  for (const name of ["Cancel", "Log out"]) {
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(asks).toContainText("A message that you sent has not reached the server yet.");
    await asks.getByRole("button", { name, exact: true }).click();
    await expect(asks).toHaveCount(0);
  }
  await expect(page.getByRole("listitem").filter({ hasText: "Logged out" })).toBeVisible();
  await expectSignedOut(page);
  await expectSignedOut(other);
  await expect(other.getByText(member.email)).toHaveCount(0);
  await expect(page.getByPlaceholder("Ask anything")).toHaveValue("");
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).not.toContain("secret of mine");
  const isSetting = /^(last-model|tell-when-done):/;
  await expect.poll(async () => (await kept()).filter((key) => !isSetting.test(key))).toEqual([]);
  release();
});

test("a visitor who logs in after a deployment, in a page from before it, has their chats", async ({
  page,
  member,
  product,
}) => {
  await (await writeHistory(product, member)).chats(["Rain"]);
  await page.goto("/login");
  let isNew = false;
  await page.route("**/assets/database-client-*.js", (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404 }),
  );
  page.on("load", () => (isNew = true));
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("link", { name: "Rain" })).toBeVisible();
});

test("a second member in the same browser sees nothing of the first one [session.next-person]", async ({
  page,
  product,
  member,
}) => {
  const next = await product.newMember("expired");
  await logInThroughForm(page, member);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Chats" }).getByRole("link")).toHaveCount(1);
  await page.goto("/settings/support");
  await page.getByLabel("Name").fill("Ada");
  // The browser is closed without a log-out, and the next person opens it.
  const drafts = await page.evaluate(() => Object.entries(localStorage));
  await logOut(page);
  await logInThroughForm(page, next);
  await expect(footer(page).getByText(next.email)).toBeVisible();
  await expect(footer(page).getByText("Expired", { exact: true })).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Chats" }).getByRole("link")).toHaveCount(0);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) if (/draft/.test(key)) localStorage.setItem(key, value);
  }, drafts);
  await page.goto("/settings/support");
  await expect(page.getByLabel("Email")).toHaveValue(next.email);
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a member's failed session renewal is tried again after 200, 400 and 800 ms; a session ended elsewhere is over [session.refresh-backoff]", async ({
  page,
  product,
  member,
}) => {
  await page.addInitScript(() => {
    const waits: unknown[] = [];
    const setTimer = window.setTimeout.bind(window);
    Object.assign(window, {
      waits,
      setTimeout: (...timer: Parameters<typeof setTimer>) => {
        waits.push(timer[1]);
        return setTimer(...timer);
      },
    });
  });
  await logInThroughForm(page, member);
  await expect(footer(page).getByText("Active")).toBeVisible();
  let tries = 0;
  await page.route("**/auth/v1/token?grant_type=refresh_token", (route) => {
    tries += 1;
    return route.abort("connectionreset");
  });
  await expireSession(page);
  await page.reload();
  await expect.poll(() => tries).toBeGreaterThanOrEqual(4);
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  expect(waits.filter((wait) => [200, 400, 800].includes(wait))).toEqual([200, 400, 800]);
  await page.unroute("**/auth/v1/token?grant_type=refresh_token");
  await page.reload();
  await expect(footer(page).getByText("Active")).toBeVisible();

  await endSessions(page, product);
  await page.reload();
  await expectSignedOut(page);
});
