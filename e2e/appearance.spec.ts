import type { Locator } from "@playwright/test";
import { edgesOf as boxOf } from "./support/box-of.ts";
import {
  chatPane,
  composer,
  homeBox,
  messages,
  test as asMember,
  openChat,
} from "./support/chat-page.ts";
import { expect, logInThroughForm, asVisitor as test, sidebar } from "./support/product.ts";

asMember(
  "a member with a long draft in a low window still sees the conversation, and New Chat and Settings in the sidebar",
  async ({ page, history }) => {
    const [chatId = ""] = await history.chats(["A chat"], ["A question", "A reply"]);
    await openChat(page, chatId, 2);
    await composer(page).fill("line\n".repeat(50));
    for (const [width, height, most] of [
      [320, 256, 102.4],
      [844, 390, 156],
      [1280, 800, 200],
    ] as const) {
      await page.setViewportSize({ width, height });
      const draft = await boxOf(composer(page));
      expect(draft.height).toBeCloseTo(most, 0);
      expect(draft.bottom).toBeLessThan(height);
      const transcript = await boxOf(chatPane(page));
      expect(transcript.height).toBeGreaterThan(24);
      expect(transcript.bottom).toBeLessThanOrEqual(draft.y);
    }
    for (const [width, height] of [
      [1280, 500],
      [1100, 560],
      [1280, 300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const settings = sidebar(page).getByRole("button", { name: "Settings" });
      await expect(settings).toBeInViewport({ ratio: 1 });
      await expect(
        sidebar(page).getByRole("button", { name: "New Chat", exact: true }),
      ).toBeInViewport();
    }
  },
);

asMember(
  "a member at a zoom of 400 % reads five lines of a reply at once, above a box of one line [look.low]",
  async ({ page, history }) => {
    const reply = "One line of it.\n".repeat(30);
    const [chatId = ""] = await history.chats(["A chat"], ["A question", reply]);
    await page.setViewportSize({ width: 320, height: 256 });
    await openChat(page, chatId, 2);
    const line = messages(page).last().getByText("One line of it.").first();
    const lineHeight = await line.evaluate((it) => parseFloat(getComputedStyle(it).lineHeight));
    expect((await boxOf(chatPane(page))).height).toBeGreaterThan(5 * lineHeight);
    await expect(page.getByText("Press Enter to send")).toBeHidden();
    expect((await boxOf(composer(page))).height).toBe(40);
    await composer(page).fill("A question");
    await expect(page.getByRole("button", { name: "Send message" })).toBeInViewport({ ratio: 1 });
  },
);

type Edge = Awaited<ReturnType<typeof edgeOf>>;
/** The border, outline and glow of an element. */
const edgeOf = (edge: Locator) =>
  edge.evaluate((element) => {
    const { borderTopColor, borderTopWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return { borderTopColor, borderTopWidth, outlineColor, boxShadow };
  });

test("a visitor sees the home box with the same edge and glow as other fields, light and dark [look.boxes]", async ({
  page,
}) => {
  const schemes = ["light", "dark"] as const;
  const looks = new Map<string, { calm: Edge; field: Edge }>();
  await page.goto("/login");
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.getByLabel("Email").blur();
    // Colors change by a transition, which lasts until the browser draws the next frame.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const calm = await edgeOf(page.getByLabel("Password", { exact: true }));
    await page.getByLabel("Email").focus();
    await expect.poll(() => edgeOf(page.getByLabel("Email"))).not.toEqual(calm);
    const field = await edgeOf(page.getByLabel("Email"));
    expect(field).toMatchObject({ borderTopWidth: "1px", outlineColor: "rgba(0, 0, 0, 0)" });
    expect(field.boxShadow).toContain("0px 0px 0px 4px");
    looks.set(colorScheme, { calm, field });
  }
  await page.goto("/");
  const edge = homeBox(page).locator("..");
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const look = looks.get(colorScheme);
    await homeBox(page).focus();
    await expect.poll(() => edgeOf(edge), colorScheme).toEqual(look?.field);
    await homeBox(page).blur();
    await expect
      .poll(() => edgeOf(edge), colorScheme)
      .toMatchObject({ borderTopColor: look?.calm.borderTopColor });
  }
});

test("a member on trial sees the note below the home box, which stays where it was, 390 and 1280 px wide", async ({
  page,
  product,
}) => {
  await page.goto("/");
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  // The window that the page was opened in first: it has its final layout.
  const wide = await boxOf(homeBox(page));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await boxOf(homeBox(page))).right).toBeLessThan(390);
  const narrow = await boxOf(homeBox(page));
  await logInThroughForm(page, await product.newMember("trial"));
  const note = page.getByText("Chatting needs a membership.", { exact: true }).locator("..");
  await expect(note).toBeVisible();
  const promotion = page.getByRole("main").getByRole("region", { name: "Browser" });
  const gap = async () => (await boxOf(promotion)).y - (await boxOf(note)).bottom;
  for (const [width, before] of [
    [390, narrow],
    [1280, wide],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => boxOf(homeBox(page))).toEqual(before);
    await expect.poll(gap).toBeGreaterThanOrEqual(width === 390 ? 16 : 36);
  }
});

asMember(
  "a member sees own messages in the color's soft tone, edges that fade, buttons that go in, and the box glide to the chat [look.quiet] [look.motion]",
  async ({ page, history }) => {
    const [chatId = ""] = await history.chats(["Of many lengths"]);
    const lengths = Array.from({ length: 16 }, (_, index) => "reading ".repeat(8 + index).trim());
    await history.messages(
      chatId,
      lengths.flatMap((question) => [question, "A reply."]),
    );
    await page.addInitScript(() => {
      const animate = Reflect.get(Element.prototype, "animate") as (
        ...args: unknown[]
      ) => Animation;
      Element.prototype.animate = function (...args) {
        const animation = Reflect.apply(animate, this, args);
        animation.finished.then(
          () => (document.documentElement.dataset["glided"] = this.localName),
          () => undefined,
        );
        return animation;
      };
      // Never idle: what is not asked for is not fetched.
      window.requestIdleCallback = () => 0;
    });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
    await page.goto(`/chats/${chatId}`);
    await page.locator("html").evaluate((html) => (html.dataset["color"] = "teal"));
    await expect(messages(page)).toHaveCount(32);
    const unusedWords = await chatPane(page).evaluate((pane) =>
      Array.from(pane.querySelectorAll('[aria-label="You"] p'), (own) => {
        const text = document.createRange();
        text.selectNodeContents(own);
        const widest = Math.max(...Array.from(text.getClientRects(), ({ width }) => width));
        const start = document.createTreeWalker(own, NodeFilter.SHOW_TEXT).nextNode();
        if (start === null) return Infinity;
        text.setStart(start, 0);
        text.setEnd(start, "reading ".length);
        const { paddingLeft, paddingRight } = getComputedStyle(own);
        const room =
          own.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return (room - widest) / text.getBoundingClientRect().width;
      }),
    );
    // A line is broken only where the next word does not fit.
    expect(unusedWords).toHaveLength(16);
    expect(Math.max(...unusedWords)).toBeLessThan(1.05);

    const fades = await chatPane(page).evaluate(({ parentElement: around }) =>
      ["::before", "::after"].map((edge) => {
        const { backgroundImage, top, bottom } = getComputedStyle(around ?? document.body, edge);
        return { backgroundImage, end: edge === "::before" ? top : bottom };
      }),
    );
    for (const fade of fades) {
      expect(fade).toMatchObject({ end: "0px" });
      expect(fade.backgroundImage).toContain("linear-gradient");
    }

    await sidebar(page).getByRole("link", { name: "Quartet", exact: true }).click();
    const newChat = sidebar(page).getByRole("button", { name: "New Chat", exact: true });
    await expect(newChat).toHaveCSS("border-top-width", "1px");
    await expect(newChat).toHaveCSS("background-color", "rgb(38, 38, 37)");
    await newChat.hover();
    await page.mouse.down();
    await expect(newChat).toHaveCSS("scale", "0.97");
    // Let go elsewhere, it is not pressed.
    await page.mouse.move(900, 700);
    await page.mouse.up();

    await page.goto("/");
    await page.locator("html").evaluate((html) => (html.dataset["color"] = "teal"));
    await homeBox(page).pressSequentially("Hello");
    const sendButton = page.getByRole("button", { name: "Send message" });
    await expect(sendButton).toHaveCSS("background-color", "rgb(15, 131, 136)");
    await expect(sendButton).toHaveCSS("color", "rgb(255, 255, 255)");
    await homeBox(page).press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-glided", "form");

    await expect(messages(page)).toHaveCount(2);
    const bubble = messages(page).first().getByRole("paragraph");
    await expect(bubble).toHaveCSS("background-color", "rgb(27, 55, 56)");
    await expect(bubble).toHaveCSS("color", "rgb(236, 236, 234)");
  },
);
