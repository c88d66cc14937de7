import {
  chats,
  composer,
  chatPane,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("the page has an icon, a manifest and a preview card for sharing", async ({
  page,
  product,
}) => {
  await page.goto("/");
  const hrefs = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs).toHaveLength(3);
  const card = page.locator('meta[property="og:image"]');
  hrefs.push((await card.getAttribute("content")) ?? "");
  const manifest = (await (await product.send("/manifest.webmanifest")).json()) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe(await page.title());
  for (const path of [...hrefs, ...manifest.icons.map(({ src }) => src)]) {
    const { status, headers } = await product.send(path);
    expect([path, status, headers.get("content-type")]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\/|manifest/),
    ]);
  }
  for (const property of ["og:title", "og:description", "og:type"]) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute("content", /.+/);
  }
});

test("a member sees 'Reply ready' in a background tab's title, borders with forced colors, and prints the conversation alone [reply.title-tells] [look.print]", async ({
  page,
}) => {
  await startAnsweredChat(page, "First");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
  });
  await send(page, "Second");
  await expect(page).toHaveTitle(/^Reply ready · First/);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "hidden");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page).toHaveTitle(/^First/);
  await expect(messages(page)).toHaveCount(4);

  await page.emulateMedia({ forcedColors: "active" });
  await expect(messages(page).first().locator("p")).toHaveCSS("border-top-width", "1px");
  const current = chats(page).getByRole("link", { name: "First" });
  await expect(current).toHaveCSS("text-decoration-line", "underline");

  await page.emulateMedia({ forcedColors: "none", media: "print" });
  for (const message of await messages(page).all()) await expect(message).toBeVisible();
  await expect(chatPane(page)).toHaveCSS("overflow-y", "visible");
  await expect(composer(page)).toBeHidden();
  await expect(chats(page)).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByText("are not printed")).toHaveCount(0);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a member stops a reply by touch without raising the keyboard; buttons are at least 44 px high, icons have names [access.touch] [access.keyboard] [look.names]", async ({
    page,
    providers,
  }) => {
    providers.script("by hand");
    await startChatFromHome(page, "Thumbs");
    (await providers.next()).write("Half of it");
    await expect(page.getByRole("main")).toContainText("Half of it");
    await page.getByRole("button", { name: "Stop" }).tap();
    await expect(messages(page)).toHaveCount(2);
    await expect(page.getByRole("main")).toBeFocused();
    for (const path of [page.url(), "/", "/settings", "/settings/account", "/settings/support"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await expect(page.getByRole("main")).not.toContainText("Loading");
      const low = await page.locator("button:visible").evaluateAll((buttons) => {
        // A switch is lower than the area around it that can be touched.
        const around = (button: Element) =>
          Number.parseFloat(getComputedStyle(button, "::after").height) || 0;
        const height = (button: Element) =>
          Math.max(button.getBoundingClientRect().height, around(button));
        return buttons
          .filter((button) => Math.round(height(button)) < 44)
          .map((button) => button.outerHTML.slice(0, 120));
      });
      expect(low, path).toEqual([]);
      const nameless = await page
        .locator("button:visible:has(svg)")
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.textContent === "" && !button.hasAttribute("title"))
            .map((button) => button.outerHTML.slice(0, 120)),
        );
      expect(nameless, path).toEqual([]);
    }
  });
});

test("'Send Message' opens the mail program with a complete message at once [support.not-sent]", async ({
  page,
}) => {
  await page.goto("/settings/support");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.enable");
  const asked: string[] = [];
  devtools.on("Page.frameRequestedNavigation", ({ url }) => asked.push(url));
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Subject").fill("Hi");
  await page.getByLabel("Message").fill("First");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect
    .poll(() => asked)
    .toEqual([expect.stringMatching(/^mailto:.*subject=Hi&body=First/)]);
  await expect(page.getByRole("alert")).toContainText("could not be sent from here");
  await expect(page.getByLabel("Message")).toHaveValue("First");
});

/** What each older browser lacks. */
const LACKING = {
  "AbortSignal.any": () => Reflect.deleteProperty(AbortSignal, "any"),
  "Intl.Segmenter": () => Reflect.deleteProperty(Intl, "Segmenter"),
  "CSS.registerProperty": () => Reflect.deleteProperty(CSS, "registerProperty"),
  "light-dark": () => {
    CSS.supports = () => false;
  },
};
for (const [what, without] of Object.entries(LACKING))
  test(`a person with an older browser, without ${what}, reads one sentence, and nothing else runs [product.browsers]`, async ({
    page,
    history,
  }) => {
    const [chat = ""] = await history.chats(["Rain"]);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.addInitScript(without);
    for (const path of ["/", "/login", `/chats/${chat}`]) {
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.locator("body")).toHaveText(
        "Quartet needs a newer browser: Chrome or Edge 123, Firefox 128, Safari 17.5, or one that came after these.",
      );
      expect(await page.locator("script[type=module], #root").count()).toBe(0);
    }
    expect(errors).toEqual([]);
  });
