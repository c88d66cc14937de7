import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { MODEL_LABELS } from "#models";
import type { ReceivedRequest } from "../tests/support/providers/scripted-provider.ts";
import { violationsOn } from "./support/axe.ts";
import { boxOf, edgesOf } from "./support/box-of.ts";
import { numbered } from "./support/chat-history.ts";
import {
  answerCard,
  askAll,
  chatPane,
  composer,
  chats,
  deleteChatByMenu,
  homeBox,
  messages,
  openChatMenu,
  send,
  startAnsweredChat,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";
import { searchDialog, searchField } from "./support/search-dialog.ts";

const LINES = Array.from({ length: 40 }, (_, n) => `Line ${n} is about its iron.`).join("\n");
const comparison = (page: Page) => chatPane(page).getByRole("region", { name: "Comparison" });
const opinions = (page: Page) => chatPane(page).getByRole("note", { name: "Second opinion" });
/** The buttons of the replies that are whole, on phones also of those under other tabs. */
const whole = (page: Page) =>
  page.getByRole("button", { name: "Use this answer", includeHidden: true });
const quotations = (page: Page) =>
  comparison(page).getByRole("button").and(page.locator("[data-quotation]"));

/** The letter by which the model that compares knows the reply with these words. */
function letterIn(given: string, words: string): string {
  const replies = given.matchAll(/reply \[(.)\] begins =+\n([^]*?)\n=====/g);
  const found = [...replies].find(([, , text]) => text?.includes(words));
  return `[${found?.[1]}]`;
}
const letterOf = ({ messages }: ReceivedRequest, words: string) =>
  letterIn(messages.at(-1)?.content ?? "", words);

/** The open dialog shows what a model was given, to the letter. Closes it. */
async function expectGiven(page: Page, { messages }: ReceivedRequest): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "What the model saw" });
  const given = dialog.getByRole("article").locator("p:last-child");
  await expect(given).toHaveCount(2);
  expect(await given.allTextContents()).toEqual(messages.slice(1).map(({ content }) => content));
  await page.keyboard.press("Escape");
}

/** Returns a function that reads what screen readers have announced. */
async function listenTo(page: Page) {
  await page.addInitScript(() => {
    const heard: (string | null)[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target.nodeName === "OUTPUT")
          heard.push(...[...addedNodes].map((it) => it.textContent));
    }).observe(document, { childList: true, subtree: true });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/** One with tabs, one with two rows of cards, one with four columns. */
const WIDTHS = [390, 1280, 1920];
const KINDS = ["comparison", "second opinion"] as const;

test("a member compares four replies and follows quotations, also after a reload and on another device [comparisons.compare] [comparisons.text] [comparisons.quotations] [comparisons.kept] [comparisons.details]", async ({
  page,
  device,
  providers,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await device.setViewportSize({ width: 1920, height: 800 });
  const heard = await listenTo(page);
  providers.script({ text: `It was finished in 1889.\n${LINES}\nIt is 330 m tall.` }, "openai");
  providers.script({ text: "It is **324 m** tall." }, "xai");
  providers.script("by hand", "anthropic");
  await page.goto("/");
  await askAll(page, "How tall is the tower?", homeBox(page));
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  await expect(compare).toBeEnabled();
  await providers.answerNext("Nobody has measured it.");
  await expect(whole(page)).toHaveCount(4);

  await compare.click();
  const menu = page.getByRole("menu", { name: "Compare" });
  await expect(menu).toContainText("Compare with");
  await expect(menu.getByRole("menuitem")).toHaveText(Object.values(MODEL_LABELS));
  await menu.getByRole("menuitem", { name: "Claude 4" }).click();
  const call = await providers.next();
  const [high, low] = ["330 m tall", "324 m"].map((words) => letterOf(call.request, words));
  const region = comparison(page);
  await expect(region).toContainText("Thinking...");
  call.write("They give its height otherwise.\n");
  await expect(region).toContainText("They give its height otherwise.");
  await expect(region).toContainText("Written by Claude 4 from the four replies.");
  await expect(region.getByRole("button", { name: "Stop" })).toBeVisible();
  const card = page.locator("section[data-message]:visible").first();
  const { y } = await boxOf(card);
  const points = [
    `- Height: “it is 330 m tall” ${high} against “It is 324 m” ${low}.`,
    `- “It is 324 m tall” ${high}; “nowhere at all” ${low}.`,
    "Measure it.",
  ].join("\n");
  call.write(points.slice(0, 60));
  await expect(region).toContainText("it is 330 m tall");
  call.end(points.slice(60));
  await expect(quotations(page)).toHaveText(["it is 330 m tall", "It is 324 m"]);
  expect((await boxOf(card)).y).toBe(y);
  await expect(region.getByRole("button", { name: "Stop" })).toHaveCount(0);
  const written = () => heard().then((all) => all.filter((text) => text.includes("otherwise.")));
  await expect.poll(written).toHaveLength(1);
  const check = async (where: Page) => {
    await quotations(where).last().click();
    await expect(answerCard(where, "Grok")).toBeVisible();
    await expect(answerCard(where, "Grok").locator("mark").first()).toBeInViewport();
    const marked = await answerCard(where, "Grok").locator("mark").allTextContents();
    expect(marked.join("")).toBe("It is **324 m");
    await quotations(where).first().focus();
    await where.keyboard.press("Enter");
    const place = chatPane(where).locator("mark");
    await expect(place).toHaveText("It is 330 m tall");
    await expect(place).toBeInViewport({ ratio: 1 });
    await expect(place).toBeFocused();
    await where.keyboard.press("Escape");
    await expect(quotations(where).first()).toBeFocused();
  };
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
  }
  const inWidths = async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await check(page);
    }
  };
  await inWidths();
  await page.reload();
  await inWidths();
  await device.goto(page.url());
  await check(device);

  // What its model was given, to the letter.
  await region.getByRole("button", { name: "Details" }).click();
  await expectGiven(page, call.request);

  // A second one, by another model; the first is a press away.
  const same = (given: string) => `Two say it.\n\n- “It is 324 m” ${letterIn(given, "324 m")}`;
  providers.script({ text: same }, "xai");
  await compare.click();
  await menu.getByRole("menuitem", { name: "Grok" }).click();
  await expect(region).toContainText("Two say it.");
  await expect(region).toContainText("Written by Grok from the four replies.");
  await region.getByRole("button", { name: "Claude 4", exact: true }).click();
  await expect(region).toContainText("Measure it.");

  // It is no reply: the next model is not given it. In the old turn it is there.
  providers.script({ text: "Next." });
  providers.forget();
  await send(page, "And then?");
  await expect(messages(page).last()).toContainText("Next.");
  // Beside the one reply that is shown, folded.
  await expect(region).toContainText("Written by Grok from the four replies.");
  const all = (["openai", "xai", "anthropic"] as const).flatMap((name) => providers.requests(name));
  expect(all).toHaveLength(1);
  expect(JSON.stringify(all)).not.toMatch(/otherwise|Two say it/);
  await expect(region.getByText("It is 324 m")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(region.getByText("It is 324 m")).toBeVisible();
  await expect(region.getByRole("button", { name: "Show more" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await region.getByRole("button", { name: "Show more" }).click();
  await expect(region.getByRole("button", { name: "Show less" })).toBeInViewport({ ratio: 1 });
  await quotations(page).click();
  await expect(answerCard(page, "Grok").locator("mark").first()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Back to one answer" })).toBeVisible();
  await expect(region).toContainText("Two say it.");
  await page.emulateMedia({ media: "print" });
  const mark = answerCard(page, "Grok").locator("mark").first();
  await expect(mark).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(mark).toHaveCSS("outline-style", "none");
});

test("a member sees nothing move when a long comparison ends, and its list stay indented, on a phone and in a window [comparisons.compare] [comparisons.quotations]", async ({
  page,
  providers,
}) => {
  providers.script({ text: "It is 330 m tall." }, "openai");
  providers.script({ text: "It is 324 m tall." }, "anthropic");
  await page.goto("/");
  await askAll(page, "How tall is the tower?", homeBox(page));
  await expect(whole(page)).toHaveCount(4);
  providers.script("by hand", "xai");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1400 });
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Grok" }).click();
    const call = await providers.next();
    const letter = letterOf(call.request, "324 m");
    const point = `- **Height:** “It is 324 m tall” ${letter} against others, ${"word ".repeat(60)}\n`;
    call.write(`They differ.\n\n${point.repeat(4)}\nMeasure it.\n\n1. First\n2. At ${width}`);
    const region = comparison(page);
    await expect(region).toContainText(`2. At ${width}`);
    const place = async () => {
      const card = await boxOf(page.locator("section[data-message]:visible").first());
      const item = region.getByText("Height:").first().locator("xpath=ancestor::*[@dir][1]");
      return [card.y, await item.evaluate((it) => it.style.cssText)];
    };
    const before = await place();
    expect(before[1]).toContain("text-indent");
    call.finish();
    await expect(quotations(page)).toHaveCount(4);
    expect(await place()).toEqual(before);
    await expect(region.getByText("Height:").first()).toHaveCSS("font-weight", "600");
  }
});

test("a member compares once two replies are whole, and retries a failed comparison [comparisons.compare]", async ({
  page,
  providers,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  providers.script("by hand");
  await page.goto("/");
  await askAll(page, "Which one?", homeBox(page));
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  const calls = [];
  for (let count = 0; count < 4; count += 1) calls.push(await providers.next());
  for (const [done, call] of calls.entries()) {
    await expect(whole(page)).toHaveCount(done);
    if (done < 2) await expect(compare).toBeDisabled();
    else await expect(compare).toBeEnabled();
    call.end(`This is number ${done}.`);
  }
  await expect(whole(page)).toHaveCount(4);

  providers.script({ failure: { status: 400, message: "no" } }, "xai");
  await compare.click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const region = comparison(page);
  await expect(region).toContainText("Not written");
  providers.script("by hand", "xai");
  await region.getByRole("button", { name: "Retry" }).click();
  const again = await providers.next();
  await expect(region).not.toContainText("Not written");
  again.write("They agree");
  await expect(region).toContainText("They agree");
  again.cut();
  await expect(region).toContainText("Unfinished");
  await expect(region).toContainText("They agree");
  providers.script("by hand", "xai");
  await region.getByRole("button", { name: "Retry" }).click();
  const third = await providers.next();
  third.write("They agree, but");
  await expect(region).toContainText("They agree, but");
  await region.getByRole("button", { name: "Stop" }).click();
  await expect(region).toContainText("You stopped this.");
  providers.script({ text: "They agree wholly." }, "xai");
  await region.getByRole("button", { name: "Retry" }).click();
  await expect(region).toBeFocused();
  await expect(region).toContainText("They agree wholly.");
  // Nothing remains of the one that was stopped, also after a reload.
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(region).toContainText("They agree wholly.");
    await expect(region.getByRole("button", { name: /Retry|Grok/ })).toHaveCount(0);
  }

  const card = page.locator("section[data-message]:visible").first();
  const tabs = page.getByRole("tablist", { name: "Answers" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () => {
      const { bottom } = await edgesOf(region);
      for (const below of width === 390 ? [tabs, card] : [card])
        expect((await boxOf(below)).y).toBeGreaterThanOrEqual(bottom);
    }).toPass({ timeout: 20_000 });
  }
});

for (const hasTouch of [true, false])
  test.describe(hasTouch ? "by touch" : "by mouse", () => {
    test.use({ hasTouch, isMobile: hasTouch });

    test("a member reads the word on 'Compare' where it has room, and it covers no other button [comparisons.compare]", async ({
      page,
      providers,
    }) => {
      providers.script({ text: LINES });
      await page.goto("/");
      await askAll(page, "Which one?", homeBox(page));
      await expect(whole(page)).toHaveCount(4);
      const compare = page.getByRole("button", { name: "Compare", exact: true });
      for (const [width, hasWord] of [
        [320, !hasTouch],
        [360, hasTouch],
        [390, hasTouch],
        [768, true],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        const word = () =>
          compare.getByText("Compare").evaluate((it) => it.getBoundingClientRect().width > 30);
        await expect.poll(word).toBe(hasWord);
        const { x: left, y: top, height } = await boxOf(compare);
        const card = answerCard(page, "ChatGPT 4");
        for (const name of ["Use this answer", "More", "Expand"]) {
          const { x, y, width } = await boxOf(card.getByRole("button", { name }));
          expect(x + width < left + 1 || y >= top + height).toBe(true);
        }
      }
    });
  });

test("a member has a reply checked, reads verdict and rest, stops a check and retries it, on a phone and in two windows [comparisons.check]", async ({
  page,
  device,
  providers,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const heard = await listenTo(page);
  providers.script({ text: "It was finished in 1888. Gustave Eiffel built it." }, "openai");
  providers.script("by hand", "xai");
  await startAnsweredChat(page, "When was it finished?");
  const checkWith = page.getByRole("button", { name: "Check with…" });
  await checkWith.click();
  await expect(page.getByRole("menuitem")).toHaveText(["ChatGPT 5", "Grok", "Claude 4"]);
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const call = await providers.next();
  const note = opinions(page);
  await expect(note).toContainText("Thinking...");
  await expect(note).toContainText("Written by Grok from this reply. It can be wrong.");
  // While it is written it is there on another device, and after a reload.
  call.write("Disagrees: the year");
  await device.goto(page.url());
  await expect(opinions(device)).toContainText("Disagrees: the year");
  await page.reload();
  await expect(note).toContainText("Disagrees: the year");
  await expect(note.getByRole("button", { name: "Stop" })).toBeVisible();
  call.end(" is wrong.\n\n- “finished in 1888” [A]: it was 1889.\n\nNot checked: who built it.");
  await expect(note).toContainText("Disagrees: the year is wrong.");
  await expect(note.getByText("Not checked")).toBeHidden();
  const heardOf = () => heard().then((all) => all.filter((text) => text.includes("Disagrees")));
  await expect
    .poll(heardOf)
    .toEqual([expect.stringMatching(/^Second opinion: Disagrees: the year/)]);
  for (const where of [page, device]) {
    await opinions(where).getByRole("button", { name: "Show more" }).click();
    await expect(opinions(where).getByText("Not checked")).toBeVisible();
    await opinions(where).getByRole("button", { name: "finished in 1888" }).click();
    await expect(messages(where).last().locator("mark")).toHaveText("finished in 1888");
    expect(await violationsOn(where)).toEqual([]);
  }
  await device.setViewportSize({ width: 1920, height: 1080 });
  await expect(opinions(device).getByText("Not checked")).toBeVisible();
  await opinions(device).getByRole("button", { name: "finished in 1888" }).click();
  await expect(messages(device).last().locator("mark")).toBeInViewport({ ratio: 1 });
  await opinions(page).getByRole("button", { name: "Show less" }).click();
  await expect(note.getByText("Not checked")).toBeHidden();

  await note.getByRole("button", { name: "Details" }).click();
  await expectGiven(page, call.request);

  // Another one, which is stopped before its first word, and then in the middle.
  providers.script("by hand", "anthropic");
  await checkWith.click();
  await page.getByRole("menuitem", { name: "Claude 4" }).click();
  await providers.next();
  await expect(note).toHaveCount(2);
  await composer(page).press("Escape");
  await expect(note.last()).toContainText("Stopped.");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await note.last().getByRole("button", { name: "Retry" }).click();
  const second = await providers.next();
  second.write("Agrees. It was finished");
  await expect(note.last()).toContainText("Agrees.");
  await note.last().getByRole("button", { name: "Stop" }).click();
  await expect(note.last()).toContainText("You stopped this.");
  await page.reload();
  await expect(note).toHaveCount(2);
  await expect(note.last()).toContainText("Agrees.");
  await expect(note.last().getByRole("button", { name: "Show more" })).toBeVisible();
  providers.script({ text: "Agrees. Once more." }, "anthropic");
  await note.last().getByRole("button", { name: "Retry" }).click();
  await note.last().getByRole("button", { name: "Show more" }).click();
  await expect(note.last()).toContainText("Once more.");
  await expect(note).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  // The conversation goes on from the reply.
  providers.script({ text: "Next." }, "openai");
  await send(page, "And then?");
  await expect(messages(page)).toHaveCount(4);
  const sent = providers
    .requests("openai")
    .at(-1)
    ?.messages.map(({ content }) => content);
  expect(sent?.slice(1)).toEqual([
    "When was it finished?",
    "It was finished in 1888. Gustave Eiffel built it.",
    "And then?",
  ]);
  await expect(note).toHaveCount(2);
  await expect(checkWith).toHaveCount(1);
});

for (const kind of KINDS) {
  test(`a member who selects words of a ${kind} while it is written keeps and copies them when it ends [reply.selection]`, async ({
    page,
    context,
    providers,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    providers.script({ text: "It was finished in 1889." });
    await page.goto("/");
    const isOpinion = kind === "second opinion";
    if (isOpinion) await startAnsweredChat(page, "When?");
    else {
      await askAll(page, "When?", homeBox(page));
      await expect(whole(page)).toHaveCount(4);
    }
    const box = isOpinion ? opinions(page) : comparison(page);
    const text = box.locator("[dir=auto]");
    const write = async () => {
      providers.script("by hand", "xai");
      await page.getByRole("button", { name: isOpinion ? "Check with…" : "Compare" }).click();
      await page.getByRole("menuitem", { name: "Grok" }).click();
      return providers.next();
    };
    /** Selects what lies between these words, with them. */
    const select = (from: string, to: string) =>
      text.last().evaluate(
        (element, [from, to]) => {
          const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
          const end = node.data.indexOf(to) + to.length;
          getSelection()?.setBaseAndExtent(node, node.data.indexOf(from), node, end);
        },
        [from, to] as const,
      );
    // In the plain text, and from there into a quotation.
    for (const [from, to, words] of [
      ["the", "year", "the year"],
      ["year", "finished", "year: “it was finished"],
    ] as const) {
      const call = await write();
      call.write("Agrees about the year: “it was finished in 1889” [A]");
      await expect(text.last()).toContainText("in 1889");
      await select(from, to);
      const element = await text.last().evaluateHandle(() => getSelection()?.anchorNode ?? null);
      call.end(", and no more.");
      await expect(text.last().locator("[data-quotation]")).toHaveText("it was finished in 1889");
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(words);
      await page.keyboard.press("ControlOrMeta+c");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);
      expect(await element.evaluate((node) => node?.isConnected)).toBe(true);
    }
  });
}

for (const kind of KINDS) {
  const isOpinion = kind === "second opinion";
  test(`a member copies, prints and exports a ${kind} under its name, and has it after an Undo, while the search finds none [comparisons.copies] [comparisons.kept] [answers.compares-no-answer]`, async ({
    page,
    context,
    providers,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    providers.script({ text: "One hour." }, "openai");
    providers.script({ text: "Two hours." }, "xai");
    providers.script({ text: "It depends." }, "anthropic");
    if (isOpinion) await startAnsweredChat(page, "How long does it take?");
    else {
      await page.goto("/");
      await askAll(page, "How long does it take?", homeBox(page));
      await expect(whole(page)).toHaveCount(4);
    }
    const written = "They differ: “nothing of this”.\n\nAsk somebody.";
    providers.script({ text: written }, "anthropic");
    await page.getByRole("button", { name: isOpinion ? "Check with…" : "Compare" }).click();
    await page.getByRole("menuitem", { name: "Claude 4" }).click();
    const region = isOpinion ? opinions(page) : comparison(page);
    await expect(region).toContainText("Ask somebody.");
    await expect(region.locator("[data-quotation]")).toHaveCount(0);
    const line = `Written by Claude 4 from ${isOpinion ? "this reply" : "the four replies"}. It can be wrong.`;
    await region.getByRole("button", { name: "Copy" }).click();
    await expect(region.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${line}\n\n${written}`);
    await page.emulateMedia({ media: "print" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect(region.getByText("Ask somebody.")).toBeVisible();
      await expect(region.getByRole("button", { name: /^Cop/, includeHidden: true })).toBeHidden();
    }
    await page.emulateMedia({ media: "screen" });

    const download = async (format: string) => {
      await openChatMenu(page, "How long does it take?");
      await page.getByRole("menuitem", { name: "Export chat" }).click();
      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.getByRole("radio", { name: format }).check();
      const downloading = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download" }).click();
      const file = await readFile(await (await downloading).path(), "utf8");
      await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
      return file;
    };
    const readable = await download("Readable text");
    const below = readable.slice(readable.lastIndexOf(`Claude 4 (${kind}), `));
    expect(below).toContain(`:\n\n${line}\n\n${written}\n\n`);
    for (const reply of isOpinion ? ["One hour."] : ["One hour.", "Two hours.", "It depends."])
      expect(readable.indexOf(reply)).toBeLessThan(readable.indexOf(line));
    type Node = {
      message: { metadata: { compares?: string[] } } | null;
      children: string[];
      parent: string;
    };
    const [exported] = JSON.parse(await download("JSON")) as [
      { current_node: string; mapping: Record<string, Node> },
    ];
    const nodes = Object.entries(exported.mapping);
    const [id, node] = nodes.find(([, { message }]) => message?.metadata.compares) ?? [];
    expect(node?.message?.metadata.compares).toHaveLength(isOpinion ? 1 : 4);
    expect(node?.children).toEqual([]);
    expect(exported.current_node).not.toBe(id);
    expect(exported.mapping[exported.current_node]?.message?.metadata.compares).toBeUndefined();

    await page.getByRole("button", { name: "Search chats" }).click();
    for (const [words, found] of [
      ["depends", isOpinion ? "Nothing found." : "It depends."],
      ["somebody", "Nothing found."],
      ["How long", "How long does it take?"],
    ] as const) {
      await searchField(page).fill(words);
      await expect(searchDialog(page)).toContainText(found);
    }
    await page.keyboard.press("Escape");

    await deleteChatByMenu(page, "How long does it take?");
    await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).click();
    await chats(page).getByRole("link", { name: "How long does it take?" }).click();
    await expect(region).toContainText(written);
  });
}

test("a member's waiting messages ignore comparisons, and a comparison whose chat is deleted meanwhile leaves nothing [comparisons.no-reply]", async ({
  page,
  device,
  providers,
}) => {
  providers.script({ text: "One hour." });
  await page.goto("/");
  await askAll(page, "How long does it take?", homeBox(page));
  await expect(whole(page)).toHaveCount(4);
  await whole(page).first().click();
  providers.script("by hand", "openai");
  await send(page, "And back?");
  const call = await providers.next();
  call.write("The same");
  await expect(chatPane(page)).toContainText("The same");
  await send(page, "And then?");
  await expect(page.getByText("And then?")).toBeVisible();

  // An earlier turn is compared while a reply is written and a message waits for it.
  providers.script("by hand", "xai");
  await page.getByRole("button", { name: "Show all four" }).first().click();
  const compare = async () => {
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Grok" }).click();
    return providers.next();
  };
  (await compare()).end("They agree.");
  const region = comparison(page);
  await expect(region).toContainText("They agree.");
  (await compare()).write("Once more");
  await expect(region).toContainText("Once more");
  await region.getByRole("button", { name: "Stop" }).click();
  await expect(region).toContainText("You stopped this.");
  await expect(chatPane(page).getByLabel("Waiting message")).toContainText("And then?");
  expect(providers.requests("openai").at(-1)?.messages.at(-1)?.content).toBe("And back?");
  call.end(" again.");
  await providers.answerNext("Sleep.");
  await expect(chatPane(page)).toContainText("Sleep.");

  // The other device looks at the turn, where one is being written, and deletes the chat.
  const last = await compare();
  last.write("مرحبا ".repeat(200));
  await expect(region).toContainText("مرحبا");
  await device.goto(page.url());
  await device.getByRole("button", { name: "Show all four" }).first().click();
  await expect(comparison(device)).toContainText("مرحبا");
  await deleteChatByMenu(device, "How long does it take?");
  last.end("done");
  await expect(chats(device).getByRole("link")).toHaveCount(0);
  await expect(
    chatPane(page)
      .or(page.getByRole("heading", { name: "This conversation is not here" }))
      .first(),
  ).toBeVisible();
});

test("a member reads a comparison with a thousand quotations, and one of a single endless word [comparisons.quotations]", async ({
  page,
  providers,
}) => {
  providers.script({ text: "one two three" });
  await page.goto("/");
  await askAll(page, "Count", homeBox(page));
  await expect(whole(page)).toHaveCount(4);
  const compareWith = async (text: string) => {
    providers.script({ text }, "xai");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("menuitem", { name: "Grok" }).click();
  };
  await compareWith("“two” [A]\n".repeat(1_000));
  await expect(quotations(page)).toHaveCount(1_000);
  await quotations(page).last().click();
  await expect(chatPane(page).locator("mark")).toHaveText("two");
  await compareWith("x".repeat(20_000));
  await expect(comparison(page)).toContainText("xxxxx");
  await expect(comparison(page).getByRole("button", { name: "Stop" })).toHaveCount(0);
  expect(await chatPane(page).evaluate((pane) => pane.scrollWidth <= pane.clientWidth)).toBe(true);
});

test("a member compares three replies at the beginning of a long chat, and finds it there after a reload [comparisons.kept] [comparisons.details]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["A long chat"]);
  const [first = ""] = await history.messages(chatId, numbered(160), (question) => question === 0);
  await page.goto(`/chats/${chatId}#${first}`);
  providers.script("by hand", "xai");
  await page.getByRole("button", { name: "Show all 3" }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const call = await providers.next();
  const letter = letterOf(call.request, "Older by 600");
  call.end(`They say the same, but “Older by 600” ${letter}.`);
  await expect(quotations(page)).toHaveText("Older by 600");
  await expect(comparison(page)).toContainText("[ChatGPT 4 (1)]");
  await page.reload();
  await page.getByRole("button", { name: "Show all 3" }).click();
  await expect(quotations(page)).toHaveText("Older by 600");
  await quotations(page).click();
  await expect(chatPane(page).locator("mark")).toHaveText("Older by 600");
  await comparison(page).getByRole("button", { name: "Details" }).click();
  await expectGiven(page, call.request);
});

// A zone where it is noon now: what ends in some minutes ends today.
const behind = new Date().getUTCHours() - 12;
test.describe("at noon", () => {
  test.use({ timezoneId: `Etc/GMT${behind < 0 ? "" : "+"}${behind}` });

  test("a member with few messages remaining reads in the menu that a comparison counts as one, on a phone and in a window [comparisons.compare]", async ({
    page,
  }) => {
    const near = { count: 2, until: new Date(Date.now() + 600_000).toISOString() };
    await page.route("**/api/s*_*", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(`"near":null`, `"near":${JSON.stringify(near)}`);
      await route.fulfill({ response, body });
    });
    await page.goto("/");
    await askAll(page, "Which one?", homeBox(page));
    await expect(whole(page)).toHaveCount(4);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      const menu = page.getByRole("menu", { name: "Compare" });
      await expect(menu).toContainText(
        /It counts as one message\. 2 messages left until \d\d:\d\d\./,
      );
      await expect(menu).toBeInViewport({ ratio: 1 });
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
    }
  });
});
