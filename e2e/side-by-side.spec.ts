import type { Page } from "@playwright/test";
import { MODEL_LABELS } from "#models";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  composer,
  homeBox,
  messages,
  send,
  test,
  answerCard,
  askAll,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const LINES = Array.from({ length: 55 }, (_, n) => `Line ${n} is about its iron.`).join("\n");

/** The sizes of a window with as many columns and rows as its answers have, and the height of their texts. */
type Size = readonly [width: number, height: number, columns: number, rows: number, px: number];
const PHONE: readonly Size[] = [
  [390, 844, 1, 1, 480],
  [360, 640, 1, 1, 270],
  // Beside the sidebar the pane is as wide as a phone.
  [768, 1024, 1, 1, 640],
];
const WINDOW: readonly Size[] = [
  [1280, 800, 2, 2, 500],
  [1920, 1080, 4, 1, 740],
];

for (const sizes of [PHONE, WINDOW]) {
  const hasTabs = sizes === PHONE;
  const [[width, height] = [0, 0]] = sizes;
  test(`a member reads four long answers from their first lines, and opens them again after a choice, ${sizes.map(([px]) => px).join(", ")} px wide [answers.all] [answers.all-again] [answers.all-next] [answers.all-use] [answers.all-room]`, async ({
    page,
    providers,
  }) => {
    await page.setViewportSize({ width, height });
    const tall = (height: string) => `It was finished in 1889. It is ${height} tall.\n${LINES}`;
    providers.script({ text: tall("330 m") }, "openai");
    providers.script("by hand", "xai");
    providers.script({ text: `It has 1,665 steps. ${tall("330 metres")}` }, "anthropic");
    const card = (model: string) => answerCard(page, model);
    const tabs = page.getByRole("tablist", { name: "Answers" }).getByRole("tab");
    // What screen readers announce.
    await page.addInitScript(() => {
      const heard: (string | null)[] = [];
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          if (target.nodeName === "OUTPUT")
            heard.push(...[...addedNodes].map((it) => it.textContent));
      }).observe(document, { childList: true, subtree: true });
      Object.assign(window, { heard });
    });
    await page.goto("/");
    await askAll(page, "How tall is the tower?", homeBox(page));

    const call = await providers.next();
    call.write(tall("324 m").slice(0, 900));
    if (hasTabs) {
      await tabs.nth(2).click();
      await expect(tabs.nth(2)).toHaveText("Grok ●");
    }
    const grok = card("Grok").locator("[data-body]");
    await expect(grok).toContainText("Line 25");
    expect(await grok.evaluate((text) => text.scrollTop)).toBe(0);
    await expect(messages(page).first()).toBeInViewport({ ratio: 1 });
    if (hasTabs) await tabs.first().click();
    call.end(tall("324 m").slice(900));
    providers.script({ text: tall("324 m") }, "xai");
    await expect(tabs.filter({ hasText: "✓" })).toHaveCount(hasTabs ? 4 : 0);
    const names = Object.values(MODEL_LABELS);
    const replied = async () => {
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
      return heard.filter((text) => text !== "Thinking").toSorted();
    };
    await expect.poll(replied).toEqual(names.map((name) => `${name} has replied`).toSorted());
    const cards = page.locator("section[data-message]:visible");
    await expect(cards).toHaveCount(hasTabs ? 1 : 4);
    const body = card("ChatGPT 4").locator("[data-body]");
    for (const [width, height, columns, rows, px] of [...sizes.slice(1), ...sizes.slice(0, 1)]) {
      await page.setViewportSize({ width, height });
      const grid = () =>
        cards.evaluateAll((all) =>
          (["left", "top"] as const).map(
            (edge) => new Set(all.map((it) => it.getBoundingClientRect()[edge])).size,
          ),
        );
      await expect.poll(grid).toEqual([columns, rows]);
      // All are seen without scrolling, and the question with them. Each is read from its first line.
      for (const each of [...(await cards.all()), messages(page).first()])
        await expect(each).toBeInViewport({ ratio: 1 });
      expect(await body.evaluate((text) => text.scrollTop)).toBe(0);
      const room = async () => rows * (await body.evaluate((text) => text.clientHeight));
      await expect.poll(room).toBeGreaterThanOrEqual(px);
      expect(await violationsOn(page)).toEqual([]);
    }

    // In full when that is asked for. Its buttons stay in view then.
    const countCut = () =>
      page
        .locator("[data-body]:visible")
        .evaluateAll((all) => all.filter((it) => it.scrollHeight > it.clientHeight).length);
    expect(await countCut()).toBe(hasTabs ? 1 : 4);
    await page.getByRole("button", { name: "Expand" }).first().click();
    expect(await countCut()).toBe(0);
    await chatPane(page).evaluate((pane) => pane.scrollTo(0, 900));
    const use = card("ChatGPT 4").getByRole("button", { name: "Use this answer" });
    await expect(use).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Collapse" }).first().click();

    const pattern = page.locator("[role=tablist], [role=tab], [role=tabpanel]");
    if (hasTabs) {
      // The keys of tabs; each names its panel.
      await tabs.first().focus();
      for (const [key, at] of Object.entries({ End: 3, Home: 0, ArrowLeft: 3, ArrowRight: 0 })) {
        await page.keyboard.press(key);
        await expect(tabs.nth(at)).toBeFocused();
        const id = (await tabs.nth(at).getAttribute("aria-controls")) ?? "";
        const panel = page.getByRole("tabpanel", { name: names[at] ?? "", exact: true });
        await expect(panel).toBeVisible();
        await expect(panel).toHaveId(id);
      }
      await tabs.nth(2).click();
    } else await expect(pattern).toHaveCount(0);

    // The line that was read stays where it was.
    await grok.evaluate((text) => text.scrollTo(0, 600));
    const { y: top } = await boxOf(grok);
    const read = await topLine(page, top);
    expect(read).toMatch(/Line \d+/);
    const goesOn = page.getByRole("button", { name: /^Goes on from/ });
    await expect(goesOn).toHaveText("Goes on from ChatGPT 4");
    await goesOn.click();
    await expect(page.getByRole("menuitem")).toHaveText(names);
    await page.keyboard.press("Escape");
    await card("Grok").getByRole("button", { name: "Use this answer" }).click();
    await expect(messages(page)).toHaveCount(2);
    await expect(composer(page)).toBeFocused();
    expect(await topLine(page, top)).toBe(read);
    await expect(goesOn).toHaveCount(0);
    // Its model answers next.
    await expect(page.getByLabel("Model", { exact: true })).toHaveValue("grok");
    expect(await violationsOn(page)).toEqual([]);

    // Pressed at the end of a long reply.
    await chatPane(page).evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await page.getByRole("button", { name: "Show all four" }).click();
    await expect(card("Grok")).toContainText("Used");
    if (hasTabs) {
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
      await tabs.first().click();
    }
    await card("ChatGPT 4").getByRole("button", { name: "Use this answer" }).click();
    await expect(messages(page).nth(1)).toContainText("330 m");

    // Four more: Alt and a digit choose, and a digit alone is typed, also in the empty box.
    await composer(page).fill("And the next?");
    await composer(page).press("ControlOrMeta+Enter");
    await expect(
      page.getByRole("button", { name: "Use this answer", includeHidden: true }),
    ).toHaveCount(4);
    const { y: pane } = await boxOf(chatPane(page));
    expect((await boxOf(messages(page).nth(2))).y - pane).toBeLessThan(60);
    await expect(goesOn).toHaveText("Goes on from ChatGPT 4");
    await composer(page).focus();
    await page.keyboard.type("2 more examples please");
    await expect(composer(page)).toHaveValue("2 more examples please");
    await composer(page).fill("");
    await page.keyboard.press("ArrowUp");
    await expect(page.locator("[data-message]:focus")).toHaveCSS("outline-style", "solid");
    await page.keyboard.press("ArrowDown");
    await composer(page).blur();
    await page.keyboard.type("4 or 5?");
    await expect(composer(page)).toHaveValue("4 or 5?");
    await expect(goesOn).toHaveText("Goes on from ChatGPT 4");
    await composer(page).press("Alt+4");
    await expect(messages(page)).toHaveCount(4);
    await expect(messages(page).nth(3)).toContainText("330 metres");
    await expect(composer(page)).toHaveValue("4 or 5?");
    await composer(page).fill("");

    // The first four again, in their place.
    await page.getByRole("button", { name: "Show all four" }).first().click();
    await expect(card("ChatGPT 4")).toContainText("Used");
    await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(0);
    // Nothing lies over them.
    const jump = page.getByRole("button", { name: "Jump to newest" });
    for (const [top, isThere] of [
      [500, true],
      [0, false],
    ] as const) {
      await chatPane(page).evaluate((pane, to) => pane.scrollTo(0, to), top);
      await expect(jump).toBeVisible({ visible: isThere });
    }
    await page.getByRole("button", { name: "Back to one answer" }).click();
    await expect(messages(page)).toHaveCount(4);
    // Using an answer chooses no model for other chats.
    await page.goto("/");
    await expect(page.getByLabel("Model", { exact: true })).toHaveValue("chatgpt-4");
  });
}

test("a member sees a question's first line and which answers were stopped, unmoved by what they type, 390 and 1280 px wide [answers.all-room] [answers.all-each] [comparisons.compare]", async ({
  page,
  providers,
}) => {
  providers.script({ text: LINES }, "openai");
  providers.script("by hand", "xai");
  providers.script("by hand", "anthropic");
  await page.goto("/");
  await askAll(page, `Which of these?\n${"One of many\n".repeat(4)}The last one`, homeBox(page));
  for (const at of [1, 2]) (await providers.next()).write(`${at} ${LINES}`);

  // Two lines of it, from its first.
  const bubble = messages(page).first().locator("p");
  const isFirstSeen = async () =>
    expect((await boxOf(bubble)).y).toBeGreaterThan((await boxOf(chatPane(page))).y + 6);
  const cards = page.locator("section[data-message]:visible");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(cards).toHaveCount(width === 390 ? 1 : 4);
    await expect(cards.first()).toContainText("Line 25");
    expect((await boxOf(bubble)).height).toBe(68);
    await isFirstSeen();
    for (const card of await cards.all()) await expect(card).toBeInViewport({ ratio: 1 });
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Show more" }).click();
    expect((await boxOf(bubble)).height).toBeGreaterThan(150);
    await isFirstSeen();
    await page.getByRole("button", { name: "Show less" }).click();
    expect((await boxOf(bubble)).height).toBe(68);
  }

  // Stopped at their first lines, of many.
  await composer(page).focus();
  await page.keyboard.press("Escape");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByRole("tab", { name: "Grok" }).click();
    const grok = answerCard(page, "Grok");
    await expect(grok).toContainText("You stopped this reply.");
    await expect(grok.getByRole("heading")).toContainText("Stopped");
    await expect(grok.getByRole("heading")).toBeInViewport({ ratio: 1 });
    if (width === 390) await expect(page.getByRole("tab", { name: "Grok" })).toContainText("■");

    // They stay as they are, whatever is typed.
    const boxes = () =>
      cards.evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
    const before = await boxes();
    const { height } = await boxOf(chatPane(page));
    await composer(page).fill("a\nb\nc\nd\ne");
    await expect.poll(async () => (await boxOf(chatPane(page))).height).toBeLessThan(height);
    expect(await boxes()).toEqual(before);
    await composer(page).fill("");
    expect(await boxes()).toEqual(before);
  }
});

test("a member sees no fade over a whole card, no text beside its head, and why they cannot compare yet, 390 and 1280 px wide [answers.all] [comparisons.compare]", async ({
  page,
  providers,
}) => {
  providers.script({ failure: { status: 400 } });
  providers.script({ text: LINES }, "xai");
  await page.goto("/");
  await askAll(page, "How tall is it?", homeBox(page));
  const heading = answerCard(page, "ChatGPT 4").getByRole("heading");
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  const card = answerCard(page, "Grok");
  const body = card.locator("[data-body]");
  const fade = () => body.evaluate((it) => getComputedStyle(it).maskImage);
  const hide = (px: number) =>
    body.evaluate((it, more) => {
      const content = it.querySelector<HTMLElement>("[data-content]");
      if (content) content.style.height = `${it.clientHeight - 16 + more}px`;
      if (content) content.style.overflow = "hidden";
    }, px);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(heading).toContainText("No reply");
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(compare).toBeDisabled();
    await expect(compare).toHaveAccessibleDescription("Compare needs two complete replies");
    if (width === 390) await page.getByRole("tab", { name: "Grok" }).click();
    await expect(body).toContainText("Line 54");
    await body.evaluate((it) => it.querySelector("[data-content]")?.removeAttribute("style"));
    await expect.poll(fade).not.toBe("none");
    await hide(8);
    await expect.poll(fade).toBe("none");
    await hide(9);
    await expect.poll(fade).not.toBe("none");
  }

  // What is scrolled under the head is not seen between the name and the buttons.
  await card.getByRole("button", { name: "Expand" }).click();
  await body.evaluate((it) => it.querySelector("[data-content]")?.removeAttribute("style"));
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 400));
  const isBare = card.evaluate((it) => {
    const { left, right } = it.getBoundingClientRect();
    const head = it.querySelector("h2")?.getBoundingClientRect();
    const [top = 0, bottom = 0] = [head?.top, head?.bottom];
    const places = Array.from({ length: Math.floor(right - left) - 40 }, (_, x) => left + 20 + x);
    return places.some((x) =>
      [top + 1, bottom - 2].some((y) => document.elementFromPoint(x, y)?.closest("[data-body]")),
    );
  });
  expect(await isBare).toBe(false);
});

for (const [width, columns] of [
  [390, 1],
  [1280, 2],
] as const) {
  const hasTabs = columns === 1;

  test(`a member who opens an earlier question's answers sees their top, also below a comparison, ${width} px wide [answers.all-again] [answers.all-next] [comparisons.kept]`, async ({
    page,
    providers,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    providers.script({ text: LINES, pieceCharacters: 100 });
    await page.goto("/");
    await askAll(page, "How tall is it?", homeBox(page));
    await expect(
      page.getByRole("button", { name: "Use this answer", includeHidden: true }),
    ).toHaveCount(4);
    await page.getByRole("button", { name: /^Goes on from/ }).click();
    const current = page.getByRole("menuitem").and(page.getByTitle("Goes on from this"));
    await expect(current).toHaveText("ChatGPT 4");
    await page.keyboard.press("Escape");

    const openEarlier = async (question: string) => {
      await page.getByRole("button", { name: "Use this answer" }).first().click();
      await send(page, question);
      await expect(messages(page).last()).toContainText("Line 54");
      await chatPane(page).evaluate((it) => it.scrollTo(0, it.scrollHeight));
      await page.getByRole("button", { name: "Show all four" }).first().click();
      const cards = page.locator("section[data-message]:visible");
      await expect(cards).toHaveCount(hasTabs ? 1 : 4);
      const four = [...(await cards.all()), ...(await page.getByRole("tablist").all())];
      for (const each of four) await expect(each).toBeInViewport({ ratio: 1 });
    };
    await openEarlier("And then?");
    await expect(messages(page).first()).toBeInViewport({ ratio: 1 });

    // The last question, compared, in a chat of its own.
    await page.goto("/");
    await askAll(page, "How old is it?", homeBox(page));
    await expect(
      page.getByRole("button", { name: "Use this answer", includeHidden: true }),
    ).toHaveCount(4);
    providers.script({ text: "They agree.\n\n- On one\n- On two" }, "xai");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Grok" }).click();
    const region = page.getByRole("region", { name: "Comparison" });
    await expect(region).toContainText("On two");
    await page.reload();
    await expect(region).toContainText("On two");
    await expect(messages(page).first()).toBeInViewport({ ratio: 1 });
    await expect(region).toBeInViewport({ ratio: 1 });
    await openEarlier("And now?");
  });
}

/** The number of the line of Grok's reply that stands a little below a height of the window. */
function topLine(page: Page, top: number): Promise<string | undefined> {
  return page.evaluate((y) => {
    const shown = document.querySelector("[aria-label=Grok] [data-body]");
    const text = shown ?? document.querySelector("[role=article]:last-of-type [dir=auto]");
    const left = text?.getBoundingClientRect().left ?? 0;
    const place = document.caretPositionFromPoint(left + 60, y + 24);
    const before = place?.offsetNode.textContent?.slice(0, place.offset + 8) ?? "";
    return before.match(/Line \d+/g)?.at(-1);
  }, top);
}

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a member sees the whole foot of each of four answers above the box, whose line is higher for fingers [answers.all-room]", async ({
    page,
    providers,
  }) => {
    providers.script({ text: LINES });
    await page.goto("/");
    await askAll(page, "How tall is the tower?", homeBox(page));
    const tabs = page.getByRole("tablist", { name: "Answers" }).getByRole("tab");
    await expect(tabs.filter({ hasText: "✓" })).toHaveCount(4);
    await expect(page.getByRole("button", { name: /^Goes on from/ })).toBeVisible();
    const card = page.locator("section[data-message]:visible");
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Compare" })).toBeInViewport({ ratio: 1 });
    const body = card.locator("[data-body]");
    expect(await body.evaluate((text) => text.clientHeight)).toBeGreaterThanOrEqual(480);
  });
});
