import type { Page } from "@playwright/test";
import { writeHistory } from "./support/chat-history.ts";
import { chats, composer, deleteChatByMenu, test } from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, logInThroughForm, asVisitor } from "./support/product.ts";

const PHONE = { width: 390, height: 844 };
const drawer = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const openMenu = (page: Page) => page.getByRole("button", { name: "Open menu" }).click();
const header = (page: Page) => page.getByRole("banner");

test("a member on a phone closes the drawer or a dialog by Back, and returns by Back to where they opened the drawer [sidebar.drawer-back]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["A chat"]);
  await page.setViewportSize(PHONE);
  await page.goto("/settings");
  await page.goto("/settings/support");
  await openMenu(page);
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL("/settings/support");
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();

  await openMenu(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL("/settings/support");
  await page.goBack();
  await expect(page).toHaveURL("/settings");

  await openMenu(page);
  await drawer(page).getByRole("link", { name: "A chat" }).click();
  await expect(page).toHaveURL(`/chats/${chatId}`);
  await expect(drawer(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/settings");
  await expect(drawer(page)).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(`/chats/${chatId}`);

  await page.goBack();
  await expect(page).toHaveURL("/settings");
  for (const [role, name, path] of [
    ["button", "New Chat", /\/chats\//],
    ["link", "Quartet", "/"],
  ] as const) {
    await openMenu(page);
    await drawer(page).getByRole(role, { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(page).toHaveURL("/settings");
  }
  await openMenu(page);
  await expect(drawer(page)).toBeVisible();
  // Android asks a page's newest watcher when Back is pressed, and leaves the page where there is none.
  await page.addInitScript(() => {
    const Watcher = globalThis.CloseWatcher;
    if (!Watcher) return;
    globalThis.CloseWatcher = class extends Watcher {
      constructor() {
        super();
        addEventListener("back", () => (this as unknown as HTMLDialogElement).requestClose());
      }
    };
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(drawer(page)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByText("A chat")).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("back")));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/settings");
});

test("a member on a phone who presses New Chat or a model in the drawer over an empty chat sees that chat, with the cursor in its box [sidebar.drawer-back] [chats.one-empty] [typing.new-chat]", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/settings");
  for (const name of ["New Chat", "New Chat", "Grok"]) {
    await openMenu(page);
    await drawer(page).getByRole("button", { name, exact: true }).click();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/chats\//);
    await expect(composer(page)).toBeFocused();
  }
  await expect(page.getByLabel("Model").locator("option:checked")).toHaveText("Grok");
});

test("a member who presses 'Open menu' twice while its code is fetched leaves by one Back [sidebar.drawer-back]", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const release = await holdRequests(page, "**/assets/nav-drawer-*.js");
  await page.goto("/settings");
  await page.goto("/settings/support");
  await openMenu(page);
  await openMenu(page);
  release();
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/settings");
});

test("a member gets home by the logo on every screen, wide and narrow, and is led there from the log-in and the sign-up [sidebar.logo-home] [login.signed-in]", async ({
  page,
}) => {
  for (const path of ["/settings", "/settings/account/delete", "/terms", "/nowhere"]) {
    await page.goto(path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("link", { name: "Quartet", exact: true }).click();
      await expect(page, `${path} at ${width}`).toHaveURL("/");
      await page.goBack();
      await expect(page).toHaveURL(path);
    }
  }
  for (const path of ["/login", "/signup"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
    await expect(page.getByPlaceholder("Ask anything")).toBeVisible();
  }
});

test("a chat's address in capitals or with a final slash opens it highlighted, and deleting it leads the member home [routes.chat-address]", async ({
  page,
  history,
}) => {
  for (const [title, spelled] of [
    ["Slash", (id: string) => `/chats/${id}/`],
    ["Capitals", (id: string) => `/chats/${id.toUpperCase()}`],
    ["Both", (id: string) => `/CHATS/${id.toUpperCase()}/`],
  ] as const) {
    const [chatId = ""] = await history.chats([title]);
    await page.goto(spelled(chatId));
    const row = chats(page).getByRole("link", { name: title });
    await expect(row).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveURL(`/chats/${chatId}`);
    await deleteChatByMenu(page, title);
    await expect(page).toHaveURL("/");
  }
});

asVisitor(
  "a person who logs in from somebody else's chat has the focus on the heading [login.focus]",
  async ({ page, member, product }) => {
    const other = await product.newMember("active");
    const [chatId = ""] = await (await writeHistory(product, other)).chats(["Not yours"]);
    await page.goto(`/chats/${chatId}`);
    await header(page).getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password").fill(member.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/chats/${chatId}`);
    const heading = page.getByRole("heading", { name: "This conversation is not here" });
    await expect(page.getByText("it belongs to another account")).toBeVisible();
    await expect(heading).toBeFocused();
  },
);

asVisitor(
  "a visitor finds 'Log in' and 'Sign up' in the header, and a member does not [login.header-links]",
  async ({ page, member }) => {
    await page.goto("/");
    await header(page).getByRole("link", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/signup");
    await page.goto(`/chats/${crypto.randomUUID()}`);
    await expect(header(page).getByRole("link", { name: "Sign up" })).toBeVisible();
    const upgrade = header(page).getByRole("button", { name: "Upgrade to Go" });
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/");
      await expect(header(page).getByRole("link")).toHaveText("Log in");
      await expect(upgrade).toBeInViewport({ ratio: 1 });
      expect(await header(page).evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 740 });

    await logInThroughForm(page, member);
    await expect(header(page).getByRole("button", { name: "Upgrade to Go" })).toBeVisible();
    await expect(header(page).getByRole("link")).toHaveCount(0);
  },
);
