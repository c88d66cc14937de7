import type { Locator, Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  answerCard,
  askAll,
  chatPane,
  composer,
  homeBox,
  messages,
  openChat,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

/** Selects words by the mouse, from the first letter to the last. */
async function select(page: Page, text: Locator, words: string): Promise<void> {
  await text.scrollIntoViewIfNeeded();
  const [from, to] = await text.evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const node = texts.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const [rect] = range.getClientRects();
      const { left = 0, right = 0, top = 0, height = 0 } = rect ?? {};
      const y = top + height / 2;
      return [
        { x: left + 0.5, y },
        { x: right - 0.5, y },
      ];
    }
    throw new Error("The words are not there.");
  }, words);
  if (!from || !to) return;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const quote = (page: Page) => page.getByRole("button", { name: "Quote", exact: true });

const WIDTHS = [390, 1280];

test("a member quotes words of a reply, of four cards and of an own message, by mouse and keyboard [quote.selection] [quote.lines]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Rome"]);
  await history.messages(chatId, ["Where is Rome?", "In **Italy**, far away.\n\nBy train."]);
  await openChat(page, chatId, 2);
  const reply = messages(page).last().locator("[data-content]");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await composer(page).fill("");
    await select(page, reply, "far away");
    await expect(quote(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("far away");
    expect(await violationsOn(page)).toEqual([]);
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> ChatGPT 4: far away\n\n");
    await expect(composer(page)).toBeFocused();
    await expect(quote(page)).toHaveCount(0);
  }
  await page.keyboard.type("How far");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(composer(page)).toHaveValue(/^> ChatGPT 4: far away\n\n/);
  await composer(page).fill("");

  // Behind what is typed, by the keys, and all of a reply by three clicks and a drag.
  await composer(page).fill("You say");
  await select(page, messages(page).first().locator("[data-content]"), "Rome");
  await expect(quote(page)).toBeVisible();
  await page.keyboard.press("Shift+Enter");
  await expect(composer(page)).toHaveValue("You say\n> Rome\n\n");
  await composer(page).fill("");
  await reply.getByText("By train.").click({ clickCount: 3 });
  await expect(quote(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(quote(page)).toHaveCount(0);
  await reply.evaluate((text) => getSelection()?.selectAllChildren(text));
  await quote(page).click();
  const whole = "> ChatGPT 4: In **Italy**, far away.\n>\n> By train.\n\n";
  await expect(composer(page)).toHaveValue(whole);

  // Between words, in lines of its own, and one types on behind it.
  await composer(page).fill("before after");
  await composer(page).evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(7, 7));
  await select(page, reply, "far away");
  await quote(page).click();
  await expect(composer(page)).toHaveValue("before \n> ChatGPT 4: far away\n\nafter");
  await page.keyboard.type("and ");
  await expect(composer(page)).toHaveValue("before \n> ChatGPT 4: far away\n\nand after");

  // And by the menu: what is selected, else all of it.
  const quoteByMenu = async () => {
    await messages(page).last().getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Quote" }).click();
  };
  await composer(page).fill("");
  await select(page, reply, "By train.");
  await quoteByMenu();
  await expect(composer(page)).toHaveValue("> ChatGPT 4: By train.\n\n");
  await expect(composer(page)).toBeFocused();
  await composer(page).fill("");
  await quoteByMenu();
  await expect(composer(page)).toHaveValue(whole);

  // The cursor is in view below what the box has no room for.
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await composer(page).fill("a line\n".repeat(20));
    await quoteByMenu();
    await expect(composer(page)).toHaveValue(/By train/);
    const hidden = await composer(page).evaluate(
      (box) => box.scrollHeight - box.clientHeight - box.scrollTop,
    );
    expect(hidden).toBeLessThanOrEqual(1);
  }

  // Nothing is quoted of two messages, nor of a selection in the box.
  await composer(page).fill("typed");
  await chatPane(page).evaluate((pane) => getSelection()?.selectAllChildren(pane));
  await expect(quote(page)).toHaveCount(0);
  await composer(page).click();
  await composer(page).press("ControlOrMeta+a");
  await expect(quote(page)).toHaveCount(0);
  await page.keyboard.press("Shift+Enter");
  await expect(composer(page)).toHaveValue("\n");

  providers.script({ text: "Some eight hours." }, "xai");
  await page.goto("/");
  await askAll(page, "How long?", homeBox(page));
  const card = answerCard(page, "Grok").locator("[data-content]");
  await expect(card).toContainText("hours");
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByRole("tab", { name: "Grok" }).click();
    await composer(page).fill("");
    await select(page, card, "eight hours");
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> Grok: eight hours\n\n");
  }
});

test("a member quotes code with its fences, and a second opinion and a comparison with their model's name [quote.code] [quote.selection]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Tides"]);
  const reply =
    "Use a loop:\n\n```sh\nfor tide in high low; do\n  echo $tide\ndone\n```\n\nThat is all.";
  await history.messages(chatId, ["How?", reply]);
  await openChat(page, chatId, 2);
  const text = messages(page).last().locator("[data-content]").first();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await select(page, text, "echo $tide");
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> ChatGPT 4:\n> ```sh\n> echo $tide\n> ```\n\n");
    await composer(page).fill("");
  }

  // What is folded is not quoted with the verdict.
  providers.script({ text: "Agrees: it is one.\n\nNot checked: the names." }, "xai");
  await messages(page).last().getByRole("button", { name: "Check with…" }).click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const note = chatPane(page).getByRole("note", { name: "Second opinion" });
  const verdict = note.getByText("Agrees");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await composer(page).fill("");
    await expect(note.getByRole("button", { name: "Show more" })).toBeVisible();
    await select(page, note, "it is one");
    await expect(quote(page)).toBeInViewport({ ratio: 1 });
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> Grok: it is one\n\n");
    await composer(page).fill("");
    await verdict.click({ clickCount: 3 });
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> Grok: Agrees: it is one.\n\n");
  }

  providers.script(
    { text: `All agree on \`eight hours\`.\n\n${"- One.\n".repeat(6)}` },
    "anthropic",
  );
  await page.goto("/");
  await askAll(page, "How long?", homeBox(page));
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  await expect(compare).toBeEnabled();
  await compare.click();
  await page.getByRole("menuitem", { name: "Claude 4" }).click();
  const comparison = chatPane(page).getByRole("region", { name: "Comparison" });
  await expect(comparison).toContainText("One.");
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    await composer(page).fill("");
    await select(page, comparison, "eight hours");
    await quote(page).click();
    await expect(composer(page)).toHaveValue("> Claude 4: eight hours\n\n");
    await composer(page).fill("");
    await select(page, comparison, "All agree");
    await comparison.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Quote" }).click();
    await expect(composer(page)).toHaveValue("> Claude 4: All agree\n\n");
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a member quotes what is selected, or all of a message, by its menu [quote.selection]", async ({
    page,
    history,
  }) => {
    const [chatId = ""] = await history.chats(["Rome"]);
    await history.messages(chatId, ["Where is Rome?", "In Italy, far away."]);
    await openChat(page, chatId, 2);
    const reply = messages(page).last();
    const quoteByMenu = async () => {
      await reply.getByRole("button", { name: "More" }).tap();
      await page.getByRole("menuitem", { name: "Quote" }).tap();
    };
    await quoteByMenu();
    await expect(composer(page)).toHaveValue("> ChatGPT 4: In Italy, far away.\n\n");
    await composer(page).fill("");
    await reply.locator("[data-content]").evaluate((text) => {
      const [node] = [document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode()];
      if (node) getSelection()?.setBaseAndExtent(node, 3, node, 8);
    });
    await expect(quote(page)).toHaveCount(0);
    await quoteByMenu();
    await expect(composer(page)).toHaveValue("> ChatGPT 4: Italy\n\n");
    await expect(composer(page)).toBeFocused();
  });
});
