import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { chats, composer, homeBox, messages, test as asMember } from "./support/chat-page.ts";
import { expect, asVisitor } from "./support/product.ts";
import { HEADINGS, ROUTES } from "./support/routes.ts";
import { layoutShift, policyViolations, watchPolicy } from "./support/watch.ts";

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
/** 320 and 480 pixels are 1280 and 1920 at 400 % zoom. */
const WIDTHS = [320, 360, 480, 767, 768, 2560];

type Look = readonly [colorScheme: "light" | "dark", size: typeof WIDE];
const LIGHT_WIDE: Look = ["light", WIDE];
const DARK_WIDE: Look = ["dark", WIDE];
const LIGHT_NARROW: Look = ["light", NARROW];
const DARK_NARROW: Look = ["dark", NARROW];
const EVERY_LOOK = [LIGHT_WIDE, DARK_WIDE, LIGHT_NARROW, DARK_NARROW];
const TWO_LOOKS = [LIGHT_WIDE, DARK_NARROW] as const;

async function expectUsable(
  page: Page,
  what: string,
  looks: readonly Look[] = TWO_LOOKS,
): Promise<void> {
  for (const [colorScheme, size] of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Colors also change by a transition, which lasts until the browser draws the next frame.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .every(({ playState }) => playState !== "running"),
    );
    const look = `${what}, ${colorScheme}, ${size.width} px`;
    expect.soft(await violationsOn(page), look).toEqual([]);
  }
}

async function expectNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 320 ? 256 : 800 });
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("main, main *")]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowX))
        .map((box) => box.outerHTML.slice(0, 80)),
    );
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft([over > 0, ...wider], `${what} at ${width} px`).toEqual([false]);
  }
}

/** Opens a page and waits until it has loaded. */
async function open(page: Page, path: string, size = WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Loading");
}

/**
 * Opens a route, and looks at it with axe and for what jumps or is refused by the policy. axe takes most of the time
 * here, so where a visitor and a member see different things, each is given one look of their own.
 */
async function visit(page: Page, route: string, look: Look): Promise<void> {
  const [, size] = look;
  await open(page, route, size);
  expect.soft(await layoutShift(page), `what jumps on ${route}`).toBeLessThanOrEqual(0.01);
  expect.soft(await policyViolations(page), `the content policy on ${route}`).toEqual([]);
  const passwords = await page.locator("input[type=password]").count();
  await expect(page.getByRole("button", { name: "Show password" }), route).toHaveCount(passwords);
  await expectUsable(page, route, [look]);
}

/** Members see something else there than visitors. */
const OWN = ROUTES.filter(
  (route) => route === "/" || /^\/settings($|\/account|\/safety|\/support)/.test(route),
);

/** Visitors see every other route light and wide, and the others dark and narrow; members the other way round. */
const lookOf = (route: string, person: "visitor" | "member") =>
  TWO_LOOKS[(ROUTES.indexOf(route) + (person === "member" ? 1 : 0)) % 2] ?? LIGHT_WIDE;

const half = Math.ceil(ROUTES.length / 2);
for (const [part, routes] of [
  ["first", ROUTES.slice(0, half)],
  ["second", ROUTES.slice(half)],
] as const) {
  asVisitor(
    `a visitor finds every route, with one heading and a title of its own, and can use it at every width (${part} half) [routes.table] [look.narrow] [access.axe] [login.show-password]`,
    async ({ page }) => {
      await watchPolicy(page);
      const titles = new Set<string>();
      for (const route of routes) {
        await visit(page, route, lookOf(route, "visitor"));
        if (!OWN.includes(route)) await expectUsable(page, route, [lookOf(route, "member")]);
        const heading = page.getByRole("heading", { level: 1 });
        await expect(heading, route).toHaveCount(1);
        await expect(heading, route).toContainText(HEADINGS[route] ?? "no heading");
        await expect(page.getByRole("main"), route).toHaveCount(1);
        if (HEADINGS[route] !== "404") titles.add(await page.title());
        // What members see in addition is as wide as what visitors see.
        await expectNoSidewaysScrolling(page, route);
      }
      expect(titles.size).toBe(routes.filter((route) => HEADINGS[route] !== "404").length);
    },
  );
}

asMember(
  "a member can use every route that shows them something of their own, also when their membership could not be loaded [access.axe]",
  async ({ page }) => {
    await watchPolicy(page);
    expect(OWN).toHaveLength(8);
    for (const route of OWN) await visit(page, route, lookOf(route, "member"));

    await page.route("**/rest/v1/users*", (route) => route.fulfill({ status: 500, json: {} }));
    await open(page, "/settings/account/membership/manage");
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectUsable(page, "a failed membership");
  },
);

asMember(
  "a member can use a chat, its menu and the drawer in every look and width",
  async ({ page, history }) => {
    const [chatId = "", ...others] = await history.chats(["The first one", null, "Another"]);
    expect(others).toHaveLength(2);
    const unbroken = "https://example.com/".padEnd(400, "x");
    await history.messages(chatId, ["A question", "A reply.\n\nOf two lines.", unbroken, unbroken]);
    await open(page, `/chats/${chatId}`);
    await expect(messages(page)).toHaveCount(4);
    await expect(composer(page)).toBeEnabled();
    await expectUsable(page, "a chat", EVERY_LOOK);
    await expectNoSidewaysScrolling(page, "a chat");

    await page.setViewportSize(WIDE);
    await chats(page).getByRole("listitem").filter({ hasText: "Another" }).hover();
    await page.getByRole("button", { name: "Chat options" }).last().click();
    await expect(page.getByRole("menuitem", { name: "Delete chat" })).toBeVisible();
    await expectUsable(page, "the menu of a chat", [LIGHT_WIDE, DARK_WIDE]);
    await page.keyboard.press("Escape");

    await page.setViewportSize(NARROW);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("dialog").getByText("The first one")).toBeVisible();
    await expectUsable(page, "the drawer", [LIGHT_NARROW, DARK_NARROW]);
    const options = page.getByRole("button", { name: "Chat options" }).first();
    await options.click();
    await page.keyboard.press("Escape");
    await expect(options).toBeFocused();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

asVisitor(
  "a visitor can use every dialog, notice and form error, light and wide, dark and narrow",
  async ({ page }) => {
    await open(page, "/");
    await homeBox(page).fill("Hello");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
    await expectUsable(page, "the login prompt");

    await open(page, "/login");
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectUsable(page, "the reset dialog");

    await open(page, "/signup");
    await page.getByLabel("Email").fill("a@example.com");
    await page.getByLabel("Password", { exact: true }).fill("secret-1");
    await page.getByLabel("Confirm password").fill("secret-2");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "Passwords" })).toBeVisible();
    await expectUsable(page, "a notice and an error");

    await open(page, "/settings/support");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expectUsable(page, "an incomplete form");
    for (const field of ["Name", "Subject", "Message"]) await page.getByLabel(field).fill(field);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expectUsable(page, "an unsent message");
  },
);
