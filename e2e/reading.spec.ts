import type { Locator, Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf, edgesOf } from "./support/box-of.ts";
import {
  chatPane,
  chats,
  composer,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
  openChat,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const ITEM =
  "A list item that is so long that it does not fit on one line of the pane, however wide the window may be, and goes on";
const ANSWER = `One paragraph.

Another one:
- ${ITEM}
- Short
  - Deeper

for (const chat of chats) {
  await archive(chat, { because: "it is so old that nobody will ever look at it again", by: "the person" });
}

  שלום
See https://www.example.org/oceans/tides/the-equilibrium-theory-of-tides?chapter=two-bulges&figure=12 for more.`;

/** The text of a message as it is when a person selects it. */
const selectedText = (message: Locator) =>
  message.evaluate((article) => {
    const text = article.querySelector("[dir=auto]");
    if (text !== null) getSelection()?.selectAllChildren(text);
    return getSelection()?.toString();
  });

test("a member reads paragraphs, lists, code and a long address well, copies what is stored, and folds an own message [conversation.paragraphs] [conversation.lists] [conversation.code] [conversation.addresses] [conversation.characters] [conversation.fold]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Reading"]);
  const long = "A line of an own message.\n".repeat(30).trim();
  const [longId = ""] = await history.messages(chatId, [long, ANSWER]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openChat(page, chatId, 2);
    const answer = messages(page).last();

    // Where each word stands, by ranges over the text.
    const places = await answer.evaluate((article, listItem) => {
      const rectsOf = (word: string) => {
        const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(word) ?? -1;
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          // A space that hangs at the end of a line has a rectangle of its own.
          const rects = [...range.getClientRects()].filter(({ width }) => width > 8);
          return rects.map(({ left, right, top, height }) => ({
            left,
            right,
            middle: top + height / 2,
          }));
        }
        return [];
      };
      const [one, other, item, short, deeper, hebrew] = [
        "One paragraph",
        "Another one",
        "A list item",
        "Short",
        "Deeper",
        "שלום",
      ].map((word) => rectsOf(word)[0]);
      const code = article.querySelector("code");
      const words = ["equilibrium", "chapter", "figure", "bulges"].map((word) => rectsOf(word));
      return {
        // Lines are 28 px high.
        gap: (other?.middle ?? 0) - (one?.middle ?? 0) - 28,
        itemLines: rectsOf(listItem).map(({ left }) => left),
        item: item?.left,
        short: short?.left,
        deeper: deeper?.left,
        hebrewFromRight: article.getBoundingClientRect().right - (hebrew?.right ?? 0),
        font: code && getComputedStyle(code).fontFamily,
        scrolls: code && code.scrollWidth > code.clientWidth + 100,
        codeLines: code && Math.round(code.clientHeight / 20),
        wordsOnOneLine: words.map((rects) => rects.length),
      };
    }, ITEM);
    expect(places.gap).toBeCloseTo(16, 0);
    expect(places.itemLines.length).toBeGreaterThan(1);
    for (const left of places.itemLines) expect(left).toBeCloseTo(places.item ?? 0, 0);
    expect(places.short).toBeCloseTo(places.item ?? 0, 0);
    // Its sign is below the words of the one it belongs to.
    expect(places.deeper).toBeGreaterThan((places.short ?? 0) + 14);
    expect(places.hebrewFromRight).toBeLessThan(20);
    expect(places.font).toContain("mono");
    expect(places.scrolls).toBe(true);
    expect(places.codeLines).toBe(4);
    // It fades where it goes on.
    const code = answer.locator("code").first();
    for (const [x, before, after] of [
      [0, "0px", "40px"],
      [9_999, "40px", "0px"],
    ] as const) {
      await code.evaluate((line, left) => line.scrollTo({ left }), x);
      await expect(code).toHaveCSS("--more-before", before);
      await expect(code).toHaveCSS("--more-after", after);
    }
    expect(places.wordsOnOneLine).toStrictEqual([1, 1, 1, 1]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);

    expect(await selectedText(answer)).toBe(ANSWER);

    const own = messages(page).first();
    const heightOf = async () => (await own.locator("p").boundingBox())?.height ?? 0;
    expect(await heightOf()).toBe(320);
    await own.getByRole("button", { name: "Show more" }).click();
    expect(await heightOf()).toBeGreaterThan(700);
    await own.getByRole("button", { name: "Show less" }).click();
    expect(await heightOf()).toBe(320);
    await expect(own).toBeInViewport();
    await expect(messages(page).last().getByRole("button", { name: "Show more" })).toHaveCount(0);
  }

  await page.goto(`/chats/${chatId}#${longId}`);
  const found = messages(page).first();
  await expect(found).toBeFocused();
  await expect(found.getByRole("button", { name: "Show less" })).toBeVisible();
  expect((await found.locator("p").boundingBox())?.height).toBeGreaterThan(700);
});

const MARKED = `## The siege
It lasted **53 days**, from *April* on, as \`siege.txt\` and [a page](https://example.org/siege) say.
> A bar stands *before* this.
---
| | Defenders | Ottomans |
|---|---|---|
| Men | 7,000 (about 2,000 foreigners) | **60,000** |
|Guns|a few|70|
$$
E = mc^2
$$
2 * 3 * 4, snake_case_name and **not closed.`;

test("a member reads what models set apart as it is meant, with every character of it, at every width and while it grows [conversation.marks] [conversation.blocks] [conversation.tables] [conversation.characters]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Marked"], ["**Mine** stays\n# so", MARKED]);
  await openChat(page, chatId, 2);
  const reply = messages(page).last();
  const lookOf = (text: string) => {
    const words = reply.getByText(text, { exact: true }).last();
    return words.evaluate((word) => {
      const { fontWeight, fontStyle, fontFamily, fontSize, color } = getComputedStyle(word);
      const isBold = Number(fontWeight) >= 600;
      return { isBold, fontStyle, isMono: /mono/.test(fontFamily), fontSize, color };
    });
  };
  for (const width of [360, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await lookOf("The siege")).toMatchObject({ isBold: true });
    expect(await lookOf("53 days")).toMatchObject({ isBold: true, fontStyle: "normal" });
    expect(await lookOf("April")).toMatchObject({ isBold: false, fontStyle: "italic" });
    expect(await lookOf("siege.txt")).toMatchObject({ isMono: true });
    expect(await lookOf("Defenders")).toMatchObject({ isBold: true, isMono: true });
    expect(await lookOf("E = mc^2")).toMatchObject({ isMono: true });
    const [text, sign] = [await lookOf("a page"), await lookOf("](https://example.org/siege)")];
    expect(sign.color).not.toBe(text.color);
    expect(parseFloat(sign.fontSize)).toBeLessThan(parseFloat(text.fontSize));
    for (const column of [
      ["Defenders", "7,000 (about 2,000 foreigners)", "a few"],
      ["Ottomans", "60,000", "70"],
    ]) {
      const lefts = await Promise.all(
        column.map(async (cell) => {
          const words = reply.locator("code").getByText(cell, { exact: true }).last();
          const box = words.locator(
            "xpath=ancestor-or-self::span[contains(@style, 'min-width')][1]",
          );
          return Math.round((await boxOf(box)).x);
        }),
      );
      expect(new Set(lefts).size, `${column.join()} at ${width} px`).toBe(1);
    }
    expect(await selectedText(reply)).toBe(MARKED);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  }
  await expect(messages(page).first().locator("p")).toHaveText("**Mine** stays\n# so");
  await expect(messages(page).first().locator("p span span")).toHaveCount(0);
  await expect(reply.getByRole("heading")).toHaveCount(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page)).toEqual([]);
  }

  providers.script("by hand");
  await send(page, "And more?");
  const growing = page.locator("[aria-busy=true] > [dir=auto]");
  const stream = await providers.next();
  stream.write("So **it gro");
  await expect(growing).toHaveText("So **it gro");
  await expect(growing.locator("span span")).toHaveCount(0);
  stream.write("ws** on");
  await expect(growing.getByText("it grows", { exact: true })).toHaveCSS("font-weight", "600");
  await expect(growing).toHaveText("So **it grows** on");
  stream.finish();
  await expect(messages(page)).toHaveCount(4);
});

const CODE = `import asyncio

def debounce(wait):  # one task, cancelled when a new call comes, however long this comment may be, and it is long
return "unindented | too"`;
const TABLE = "| way | what it does |\n|-----|:------------:|\n| debounce | waits |";
const FENCED = `So:\n\`\`\`python\n${CODE}\n\`\`\`\nSide by side:\n${TABLE}\nThat is all.`;

test("a member reads growing fences and tables as blocks, copies the code alone, reaches it by Tab, and prints it whole [conversation.fences] [conversation.tables] [conversation.copy-code] [conversation.code] [conversation.characters] [look.print]", async ({
  page,
  providers,
}) => {
  providers.script("by hand");
  const growing = page.locator("[aria-busy=true] > [dir=auto]");
  const heightOf = async (box = growing) => (await box.boundingBox())?.height ?? 0;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await startChatFromHome(page, "How do I debounce?");
    const reply = await providers.next();
    reply.write("```python\nx = 1\n\ny = 2\n");
    await expect(growing).toHaveText(/y = 2/);
    const open = await heightOf();
    const line = growing.getByText("y = 2").last();
    expect(await line.evaluate((it) => getComputedStyle(it, "::after").content)).toBe('""');
    // Two borders, two paddings, and four lines of 20 px.
    expect(open).toBe(8 + 16 + 80);
    reply.write("```");
    await expect(growing).toHaveText(/y = 2\s+```/);
    expect(await heightOf()).toBe(open + 20);
    reply.write("\nSo.");
    await expect(growing).toContainText("So.");
    expect(await heightOf()).toBe(open + 20 + 28);
    reply.finish();
    await expect(messages(page)).toHaveCount(2);
    expect(await heightOf(messages(page).last().locator("> [dir=auto]"))).toBe(open + 20 + 28);
  }
  await send(page, "And side by side?");
  await providers.answerNext(FENCED);
  await expect(messages(page)).toHaveCount(4);

  const answer = messages(page).last();
  const copy = answer.getByRole("button", { name: "Copy code" });
  await expect(answer.locator("code")).toHaveText([
    /^```python\s+import[^]+```$/,
    /^\| way[^]+\|$/,
  ]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const code of await answer.locator("code").all()) {
      await expect(code).toHaveCSS("font-family", /mono/);
      await expect(code).toHaveCSS("white-space", "pre");
    }
    const isWider = await answer
      .locator("code")
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    expect(isWider[0]).toBe(true);
    await expect(copy).toHaveCount(1);
    await composer(page).focus();
    await page.mouse.move(0, 0);
    await expect(copy).toHaveCSS("opacity", "1");
    // On the line of the fence, above the code.
    const [button, block] = [await edgesOf(copy), await edgesOf(answer.locator("code").first())];
    expect(button.y).toBeGreaterThan(block.y);
    // A border, a padding and one line of 20 px.
    expect(button.bottom).toBeLessThanOrEqual(block.y + 4 + 8 + 20);
    await copy.click();
    await expect(answer.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
    expect(await selectedText(answer)).toBe(FENCED);
    await expect(copy).toBeVisible();

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), `${width} ${colorScheme}`).toEqual([]);
    }
    // From the last message Tab leads through its blocks, and from the box back to it, not to those of others.
    await answer.focus();
    await page.keyboard.press("Tab");
    await expect(answer.locator("code").first().locator("> span")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() =>
        answer
          .locator("code")
          .first()
          .evaluate((code) => code.scrollLeft),
      )
      .toBeGreaterThan(0);
    await page.keyboard.press("Tab");
    await expect(copy).toBeFocused();
    await expect(messages(page).nth(1).locator("[tabindex='0']")).toHaveCount(0);

    // Chromium keeps an element hovered that was removed under the pointer.
    await page.mouse.move(0, 0);
    await page.emulateMedia({ media: "print" });
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeVisible();
    expect((await boxOf(title)).x).toBeCloseTo((await boxOf(answer)).x, 0);
    const today = new Date().toLocaleDateString("en-US", { dateStyle: "long" });
    await expect(page.getByText(today, { exact: true })).toBeVisible();
    const cut = await answer
      .locator("code")
      .evaluateAll((all) => all.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    expect(cut).toBe(false);
    await expect(copy).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  }
});

test("a member sees replies near their questions, and the buttons of an own message beside it, with names at once [conversation.turns] [look.names]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Turns"]);
  await history.messages(chatId, ["One", "Reply", "A longer question ".repeat(9), "Reply"]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openChat(page, chatId, 4);
    const edges = (at: number) => edgesOf(messages(page).nth(at));
    const [first, reply, question, last] = [
      await edges(0),
      await edges(1),
      await edges(2),
      await edges(3),
    ];
    expect(reply.y - first.bottom).toBe(20);
    expect(question.y - reply.bottom).toBe(40);
    expect(last.y - question.bottom).toBe(20);
    // A reply ends where its buttons are seen to end.
    const icon = await edgesOf(messages(page).nth(1).locator("svg").first());
    expect(icon.bottom).toBeCloseTo(reply.bottom, 0);

    for (const at of [0, 2]) {
      const own = messages(page).nth(at);
      const bubble = await edgesOf(own.locator("p"));
      const fork = own.getByRole("button", { name: "Edit in a new chat" });
      await own.hover();
      await expect(fork).toHaveCSS("opacity", "1");
      const { x, y, right, bottom } = await edgesOf(fork);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(bubble.x);
      expect(y).toBeGreaterThan(bubble.y);
      expect(bottom).toBeLessThan(bubble.bottom);
      await fork.hover();
      await expect(page.getByRole("tooltip")).toHaveText("Edit in a new chat");
      await expect(fork).toHaveAccessibleDescription("Edit in a new chat");
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("tooltip")).toHaveCount(0);
      await expect(fork).toHaveAttribute("title", "Edit in a new chat");
      await expect(fork).not.toHaveAttribute("aria-describedby");
    }
    await messages(page).first().getByRole("button", { name: "Copy" }).click();
    await expect(page.getByRole("tooltip")).toHaveText("Copied");
  }
  // With the keys too.
  await page.mouse.move(0, 0);
  await messages(page).last().focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tooltip")).toHaveText("Copy");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a member finds what can be done with a message in one menu, and copies code, 390 and 1280 px wide [conversation.more] [conversation.copy-code]", async ({
    page,
    providers,
  }) => {
    providers.script({ text: FENCED });
    await startAnsweredChat(page, "Thumbs");
    const [own, reply] = [messages(page).first(), messages(page).last()];
    const items = page.getByRole("menuitem");
    const openMore = async (message: Locator, names: string[]) => {
      await message.getByRole("button", { name: "More" }).tap();
      await expect(items).toHaveText(names);
    };
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(own.getByRole("button")).toHaveCount(1);
      await openMore(own, ["Copy", "Quote", "Edit in a new chat"]);
      for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });
      await items.first().tap();
      await expect(own.getByRole("button", { name: "Copied" })).toHaveText("Copied");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Thumbs");
      await own.getByRole("button").tap();
      await items.last().tap();
      await expect(page.getByRole("dialog", { name: "Edit in a new chat" })).toBeVisible();
      await page.keyboard.press("Escape");

      const copy = reply.getByRole("button", { name: "Copy code" });
      await expect(copy).toHaveCSS("opacity", "1");
      await copy.tap();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
      await expect(reply.getByRole("button", { name: /^(?!Copy code|Copied)/ })).toHaveCount(1);
      await openMore(reply, ["Copy", "Quote", "Ask again", "Check with…", "Details"]);
      expect(await violationsOn(page)).toEqual([]);
      await items.nth(2).tap();
      await expect(items).toHaveText([
        "ChatGPT 4",
        "ChatGPT 5",
        "Grok",
        "Claude 4",
        "The other three",
      ]);
      await expect(items.first()).toBeFocused();
      if (width === 390) await page.keyboard.press("Escape");
    }
    await items.nth(2).tap();
    await expect(reply).toContainText("Model: Grok");
    await expect(reply).toContainText("2 of 2");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await openMore(reply, ["Copy", "Quote", "Ask again", "Check with…", "Show all 2", "Details"]);
      await items.last().tap();
      await expect(page.getByRole("dialog", { name: "What the model saw" })).toBeVisible();
      await page.keyboard.press("Escape");
    }
  });
});

/** Notes each text of the last reply and how far the pane is scrolled then. Returns what ends that and reads the notes. */
async function watchReply(page: Page) {
  await page.evaluate(() => {
    const seen: { text: string; top: number }[] = [];
    const note = () => {
      const pane = document.querySelector("[aria-label=Conversation]");
      const text = [...(pane?.querySelectorAll("div[dir=auto]") ?? [])].at(-1)?.textContent ?? "";
      const isNew = text !== seen.at(-1)?.text && !text.startsWith("Thinking");
      if (pane !== null && isNew) seen.push({ text, top: pane.scrollTop });
    };
    const observer = new MutationObserver(note);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    note();
    Object.assign(window, { endWatch: () => (observer.disconnect(), seen) });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { endWatch: () => { text: string; top: number }[] }).endWatch(),
    );
}

test("a member sees a reply grow in whole words; it never shrinks, nor moves when it is stored, also while scrolled up [reply.streams] [reply.pace] [look.names] [conversation.scrolls]", async ({
  page,
  providers,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  providers.script("by hand");
  await startChatFromHome(page, "Tell me");
  const first = await providers.next();
  const stop = page.getByRole("button", { name: "Stop" });
  await expect(stop).toHaveAttribute("title", "Stop");

  const growing = page.locator("[aria-busy=true] > [dir=auto]");
  await expect(growing).toHaveText("Thinking...");
  const endFirst = await watchReply(page);
  const text = `${"word ".repeat(99)}word`;
  first.write(text);
  await expect(growing).toHaveText(text);
  const mark = await growing.evaluate(({ lastElementChild }) => {
    const { width, marginLeft, marginRight } = getComputedStyle(
      lastElementChild ?? document.body,
      "::after",
    );
    return [width, marginLeft, marginRight].reduce((sum, part) => sum + Number.parseFloat(part), 0);
  });
  expect(mark).toBe(0);

  const top = () =>
    page.getByText("Model: ChatGPT 4").evaluate((name) => name.getBoundingClientRect().bottom);
  const box = async () => (await chatPane(page).locator("div[dir=auto]").boundingBox())?.height;
  const before = [await top(), await box()];
  first.finish();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText(text);
  expect([await top(), await box()]).toStrictEqual(before);
  const lengths = (await endFirst()).map((seen) => seen.text.length);
  expect(lengths.length).toBeGreaterThan(1);
  expect(lengths).toStrictEqual(lengths.toSorted((one, other) => one - other));
  expect(
    lengths.every(
      (length) => text.slice(length - 4, length).trim() === "word" || text[length - 1] === " ",
    ),
  ).toBe(true);

  // Longer than the pane. It ends while its reader is further up, and before all of it is shown.
  await send(page, "Tell me more");
  const second = await providers.next();
  second.write("more\n".repeat(60));
  await expect(growing).toHaveText(/^(more\s+){60}$/);
  const scrolled = () => chatPane(page).evaluate((pane) => Math.round(pane.scrollTop));
  const end = await scrolled();
  await chatPane(page).hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(scrolled).toBe(end - 200);
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
  const endSecond = await watchReply(page);
  second.end("more\n".repeat(60));
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).last()).toContainText(/^[^m]*(more\s+){119}more/);
  const seen = await endSecond();
  const grown = seen.map((each) => each.text.length);
  expect(grown.length).toBeGreaterThan(1);
  expect(grown).toStrictEqual(grown.toSorted((one, other) => one - other));
  expect(new Set(seen.map((each) => each.top)).size).toBe(1);
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
});

test("a chat that a member points at is fetched before they press, and a slow one shows its skeleton after 150 ms [chats.prefetch] [look.loading]", async ({
  page,
  history,
}) => {
  const [pointed = "", slow = ""] = await history.chats(["Pointed at", "Slow"]);
  for (const chatId of [pointed, slow]) await history.messages(chatId, ["A question", "A reply"]);
  const release = await holdRequests(page, `**/rest/v1/messages*${slow}*`);
  await page.goto("/");
  const asked = page.waitForResponse((response) => response.url().includes(pointed));
  await chats(page).getByRole("link", { name: "Pointed at" }).hover();
  await asked;
  await chats(page).getByRole("link", { name: "Pointed at" }).click();
  await expect(messages(page)).toHaveCount(2);

  await chats(page).getByRole("link", { name: "Slow" }).click();
  const skeleton = page.locator("section[aria-busy=true]");
  await expect(skeleton).toBeVisible();
  const timing = await skeleton.evaluate((element) => {
    const { animationDelay, animationFillMode, animationName } = getComputedStyle(element);
    return { animationDelay, animationFillMode, animationName };
  });
  // Until the animation begins the skeleton has the look of its first frame, which is transparent.
  expect(timing).toStrictEqual({
    animationDelay: "0.15s",
    animationFillMode: "backwards",
    animationName: "appear",
  });
  release();
  await expect(messages(page)).toHaveCount(2);
});

test("a member who selects words of a reply while it is written keeps and copies them while it grows, and when it ends [reply.selection]", async ({
  page,
  context,
  providers,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  providers.script("by hand");
  await startChatFromHome(page, "Tell me");
  const reply = await providers.next();
  const growing = page.locator("[aria-busy=true] > [dir=auto]");
  const select = (words: string) =>
    growing.evaluate((box, words) => {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const node = texts.currentNode as Text;
        const at = node.data.indexOf(words);
        if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
      }
      return getSelection()?.toString();
    }, words);
  const selected = () => page.evaluate(() => getSelection()?.toString());
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  // A paragraph, one with an address that is broken only when it is long, an item, and code.
  const parts = [
    ["The first words", " of a paragraph: https://example.com/and/a-long/address/that/is"],
    [" Second words", " that go on.\n\n- "],
    ["An item", " that goes on\n- and another\n\n```js\n"],
    ["const one", " = 1;\nconst two = 2;\n```\n\nThe"],
    ["last part", " ends."],
  ] as const;
  for (const [words, rest] of parts) {
    reply.write(words);
    await expect(growing).toContainText(words);
    expect(await select(words)).toBe(words);
    const element = await growing.evaluateHandle(
      () => getSelection()?.anchorNode?.parentElement ?? null,
    );
    reply.write(rest);
    await expect(growing).toContainText(rest.trim().split("\n")[0] ?? "");
    expect(await selected()).toBe(words);
    await page.keyboard.press("ControlOrMeta+c");
    expect(await copied()).toBe(words);
    expect(await element.evaluate((node) => node?.isConnected)).toBe(true);
  }
  // With the mouse.
  await growing.getByText("An item").dblclick({ position: { x: 30, y: 10 } });
  const word = await selected();
  expect(word?.trim()).toMatch(/^(An|item)$/);
  const box = await growing.elementHandle();
  reply.write(" And one more.");
  await expect(growing).toContainText("one more.");
  expect(await selected()).toBe(word);
  reply.finish();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText("one more.");
  expect(await selected()).toBe(word);
  await page.keyboard.press("ControlOrMeta+c");
  expect(await copied()).toBe(word);
  expect(await box?.evaluate((node) => node.isConnected)).toBe(true);
});
