import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Locator, Page } from "@playwright/test";
import { serveLocally } from "../tests/support/serve-locally.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, asVisitor as test } from "./support/product.ts";
import { layoutShift } from "./support/watch.ts";

const box = (page: Page) => page.getByPlaceholder("Ask anything");
const landmarksOf = (page: Page, hasSidebar: boolean): Locator[] => [
  page.getByRole("heading", { level: 1 }),
  box(page),
  page.locator('button[aria-label="Send message"]'),
  page.getByText("Upgrade to Go"),
  page.getByRole("main").getByText("A calmer way to browse"),
  // By its tag: in the shell the sidebar is hidden from assistive technology.
  ...(hasSidebar
    ? [
        page.locator("aside svg").first(),
        ...["Quartet", "New Chat", "A calmer way to browse"].map((text) =>
          page.locator("aside").getByText(text),
        ),
      ]
    : []),
];
const placesOf = (page: Page, hasSidebar: boolean) =>
  Promise.all(landmarksOf(page, hasSidebar).map((locator) => locator.boundingBox()));
const lookOf = async (page: Page) => {
  await box(page).focus();
  return page.evaluate(async () => {
    // The edge takes its color by a transition.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const field = document.querySelector("textarea");
    const styles = [field, field?.parentElement].map((part) => part && getComputedStyle(part));
    return styles.map(
      (style) => style && [style.maxHeight, style.border, style.outline, style.backgroundColor],
    );
  });
};

test("a visitor sees the home screen in the same place before and after the scripts run, 390 and 1280 px wide [look.no-shift]", async ({
  browser,
  product,
}) => {
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const shell = await bare.newPage();
  await shell.goto(product.origin);
  expect(await shell.locator("noscript").innerHTML()).toContain("This product needs JavaScript.");
  const full = await browser.newContext();
  const app = await full.newPage();
  await app.goto(product.origin);
  await expect(app.getByRole("combobox", { name: "Model" })).toBeVisible();
  for (const width of [390, 1280]) {
    for (const each of [shell, app]) await each.setViewportSize({ width, height: 800 });
    const isWide = width > 768;
    expect(await placesOf(app, isWide)).toEqual(await placesOf(shell, isWide));
    expect(await lookOf(app)).toEqual(await lookOf(shell));
  }
  await bare.close();
  await full.close();
});

test("a visitor, but no member, reads what this is before the scripts run, and the box does not move, 390 and 1280 px wide [home.visitors]", async ({
  page,
}) => {
  await page.route("**/assets/index-*.js", () => undefined);
  await page.goto("/", { waitUntil: "commit" });
  const words =
    "Four models, one place: ChatGPT 4, ChatGPT 5, Grok and Claude 4. Chatting needs a membership.";
  const sentence = page.getByRole("main").getByText(words);
  const places = new Map<number, object | null>();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(sentence).toBeVisible();
    places.set(width, await box(page).boundingBox());
  }
  await page.evaluate(() => localStorage.setItem("sb-localhost-auth-token", "{}"));
  await page.reload({ waitUntil: "commit" });
  for (const [width, place] of places) {
    await page.setViewportSize({ width, height: 800 });
    await expect(box(page)).toBeVisible();
    await expect(sentence).toBeHidden();
    expect(await box(page).boundingBox()).toEqual(place);
  }
});

test("a page that arrives in two halves shows its shell when it is whole, and nothing moves [look.no-shift]", async ({
  page,
  product,
}) => {
  const chat = `/chats/${crypto.randomUUID()}`;
  const whole = Promise.withResolvers<void>();
  const halves = async ({ url = "" }: IncomingMessage, response: ServerResponse) => {
    const from = await fetch(product.origin + url);
    response.setHeader("Content-Type", from.headers.get("content-type") ?? "text/plain");
    const body = Buffer.from(await from.arrayBuffer());
    // The link is there, and its words are not.
    const at = url === chat ? body.indexOf("Upgrade to Go") : 0;
    response.write(body.subarray(0, at));
    if (at > 0) await whole.promise;
    response.end(body.subarray(at));
  };
  const server = await serveLocally(createServer((...call) => void halves(...call)));
  await page.goto(server.origin + chat, { waitUntil: "commit" });
  const logo = page.locator("aside svg").first();
  await expect(logo).toBeAttached();
  for (let frame = 0; frame < 3; frame += 1)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(logo).toBeHidden();
  whole.resolve();
  await expect(logo).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
  await server.stop();
});

/** Types before the scripts have come. Returns what lets them come. */
async function typeEarly(page: Page): Promise<() => void> {
  const release = await holdRequests(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await box(page).click();
  await page.keyboard.type("Typed early");
  return release;
}

test("a visitor keeps what they type before the scripts have loaded [drafts.before-scripts]", async ({
  page,
}) => {
  const release = await typeEarly(page);
  // Which does not send it.
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByRole("combobox", { name: "Model" })).toHaveCount(0);
  release();
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  await expect(box(page)).toHaveValue("Typed early\n");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(" and late");
  await expect(box(page)).toHaveValue("Typed early\n and late");
});

test("a visitor takes back by Ctrl+Z what they typed before the scripts had loaded [typing.undo]", async ({
  page,
}) => {
  const release = await typeEarly(page);
  await page.keyboard.press("ArrowLeft");
  release();
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  await page.keyboard.type("-");
  await expect(box(page)).toHaveValue("Typed earl-y");
  for (let times = 0; times < 2; times += 1) await page.keyboard.press("ControlOrMeta+z");
  await expect(box(page)).toHaveValue("");
});

test("a visitor whose page part is missing after a deployment can try again and keeps the draft", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  let gone = true;
  let asked = 0;
  await page.route("**/assets/login-page-*.js", (route) => {
    asked += 1;
    return gone ? route.fulfill({ status: 404 }) : route.continue();
  });
  // A slow host: other parts of a reloaded page come before its reply to whether the page is served.
  await page.route("**/*", async (route) => {
    if (route.request().method() === "HEAD")
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fallback();
  });
  await page.goto("/");
  await box(page).fill("Not to be lost");
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  expect(asked).toBe(2);
  gone = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await page.getByRole("link", { name: "Continue without logging in" }).click();
  await expect(box(page)).toHaveValue("Not to be lost");
});

test("a visitor reads that they are offline while nothing moves, and gets the page they opened once the network is back [look.offline]", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  await page.goto("/");
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  const offline = page.getByText("You are offline. What you type is kept.");
  const heading = page.getByRole("heading", { name: "Hi, how can I help you?" });
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const sidebar = page.getByRole("button", { name: "Hide sidebar" });
    await expect(sidebar).toBeVisible({ visible: width > 390 });
    const places = async () => [await heading.boundingBox(), await box(page).boundingBox()];
    const before = await places();
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    expect(await places(), `nothing moves at ${width} px`).toStrictEqual(before);
    const [note, first] = [await offline.boundingBox(), before[0]];
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan(first?.y ?? 0);
    await context.setOffline(false);
    await expect(offline).toBeHidden();
  }
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await box(page).fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(offline).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Loading");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(offline).toBeHidden();
});

test("a visitor who returns to the tab is told that a new version is ready [look.offline]", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.fastForward("10:00");
  await comeBack();
  await expect(page.getByText("A new version is ready.")).toHaveCount(0);

  await page.route("/", async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({ body: body.replaceAll(/index-[\w-]+\.js/g, "index-newer.js") });
  });
  // The code that watches for it is fetched, and counts from then on.
  await expect(async () => {
    await page.clock.fastForward("10:00");
    await comeBack();
    await expect(page.getByText("A new version is ready.")).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await page.unroute("/");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("A new version is ready.")).toHaveCount(0);
});
