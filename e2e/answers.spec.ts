import { MODEL_IDS } from "#models";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  chats,
  composer,
  LONG,
  messages,
  startChatFromHome,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member sees a running reply after a reload, in another tab and on another device, and stops it there [answers.live]", async ({
  page,
  context,
  device: elsewhere,
  providers,
}) => {
  test.slow();
  providers.script("by hand");
  await startChatFromHome(page, "Tell me a lot");
  const call = await providers.next();
  call.write("One and two");
  await expect(chatPane(page).getByText("One and two")).toBeVisible();
  await page.reload();
  await expect(chatPane(page).getByText("One and two")).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(page.url());
  await expect(chatPane(tab).getByText("One and two")).toBeVisible();
  await elsewhere.goto(page.url());
  call.write(" and three");
  for (const each of [page, tab, elsewhere]) {
    await expect(chatPane(each).getByText("One and two and three")).toBeVisible();
  }
  await elsewhere.getByRole("button", { name: "Stop" }).click();

  for (const each of [elsewhere, page, tab]) {
    await expect(messages(each)).toHaveCount(2);
    await expect(messages(each).nth(1)).toContainText("One and two and three");
    await expect(messages(each).nth(1)).toContainText("You stopped this reply.");
  }
});

test("a member's other device follows replies to the exact text, with one request a second at most and none afterwards [answers.live] [answers.one-read]", async ({
  page,
  device: elsewhere,
  providers,
  history,
}) => {
  test.slow();
  providers.script("by hand");
  const calls = [];
  for (const content of ["First", "Second", "Third"]) {
    await startChatFromHome(page, content);
    const call = await providers.next();
    call.write(`So far: ${content}`);
    calls.push(call);
  }
  const [first, second, third] = calls;
  if (!first || !second || !third) throw new Error("A model was not asked.");
  await elsewhere.clock.install();
  await elsewhere.goto(page.url());
  await expect(chatPane(elsewhere)).toContainText("So far: Third");
  await expect(chats(elsewhere).getByText("Replying")).toHaveCount(3);

  await elsewhere.waitForLoadState("networkidle");
  const asked: number[] = [];
  elsewhere.on("request", (request) => {
    // The page reports what was seen once, a second later.
    if (/\/(rest|api)\/(?!update_chat)/.test(request.url())) asked.push(performance.now());
  });
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(5);
  expect((asked[5] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(4_500);

  // Signs of two and more characters come in halves, and the spaces at both ends of lines count.
  const odd = [
    "\n\n  • indented\t\ttwice  \n",
    "👩\u200D🚀 e\u0301 שלום\u00A0— \u202Etxet\u202C\u200B &amp; <b>bold</b>  \r\n\r\n",
    "1. one\n2. two \n```\n\tif (a) {\n\t  b();\n\t}\n```\nhttps://example.com/a_b?c=d&e=f#ghijklmnop\n \n   \n",
  ].join("");
  const half = odd.indexOf("👩") + 1;
  third.write(odd.slice(0, half));
  await expect(chatPane(elsewhere)).toContainText("indented");
  third.write(odd.slice(half));
  for (const call of calls) call.finish();
  await expect(chats(elsewhere).getByText("Replying")).toHaveCount(0);
  const chatId = new URL(page.url()).pathname.split("/").at(-1);
  for (const each of [elsewhere, page]) {
    await expect(messages(each)).toHaveCount(2);
    await expect(each.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
    const [reply] = await history.read("messages", `chat_id=eq.${chatId}&role=eq.assistant`);
    const text = messages(each).last().locator("div[dir=auto]");
    await expect.poll(() => text.evaluate((it) => it.textContent)).toBe(reply?.["content"]);
    expect(reply?.["content"]).toContain(odd.trim());
  }

  // A minute in which nothing runs.
  await elsewhere.waitForLoadState("networkidle");
  const before = asked.length;
  for (let second = 0; second < 60; second += 1) await elsewhere.clock.runFor(1_000);
  expect(asked.length - before).toBe(0);
});

test("a member reads an unfinished reply, also after a reload and another model's failure, until a retry replaces it [answers.unfinished] [models.ask-another]", async ({
  page,
  context,
  providers,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  providers.script({ text: LONG, pieceCharacters: 40, pieceMs: 20, cutAfterPieces: 3 });
  await startChatFromHome(page, "Tell me a lot");
  const unfinished = messages(page).nth(1);
  await expect(unfinished).toContainText("Unfinished");
  await expect(unfinished).toContainText("Model: ChatGPT 4");
  await expect(unfinished).toContainText("word0 word1 word2");
  await expect(unfinished).toContainText("The connection to ChatGPT 4 failed.");

  await page.reload();
  await expect(unfinished).toContainText("Unfinished");
  await expect(unfinished).toContainText("word0 word1 word2");
  await expect(unfinished).toContainText("The connection to ChatGPT 4 failed.");
  await unfinished.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Your next message does not go on from this reply",
  );
  await page.keyboard.press("Escape");
  const middleOf = async (name: string) => {
    const { y, height } = await boxOf(unfinished.getByRole("button", { name }));
    return y + height / 2;
  };
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 800 });
  const row = ["Retry", "Continue", "Ask ChatGPT 5", "More"];
  await expect(async () => {
    const [first, ...others] = await Promise.all(row.map(middleOf));
    for (const middle of others) expect(middle, "all buttons in one row").toBe(first);
  }).toPass({ timeout: 20_000 });
  await page.setViewportSize(size);
  await unfinished.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy" }).click();
  await expect(unfinished.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(LONG.startsWith(copied) && copied.startsWith("word0 word1 word2")).toBe(true);

  // What ChatGPT 4 wrote stays under its name when ChatGPT 5 refuses.
  providers.script({ failure: { status: 400 } }, "openai");
  await unfinished.getByRole("button", { name: "Ask ChatGPT 5" }).click();
  await expect(chatPane(page)).toContainText("ChatGPT 5 could not");
  await expect(unfinished).toContainText("word0 word1 word2");
  await expect(chatPane(page)).not.toContainText("Model: ChatGPT 5");
  await page.reload();
  await expect(unfinished).toContainText("Model: ChatGPT 4");
  await expect(unfinished).toContainText("word0 word1 word2");
  await expect(chatPane(page)).not.toContainText("Model: ChatGPT 5");

  // A retry that breaks off sooner takes nothing back.
  providers.script("by hand");
  await unfinished.getByRole("button", { name: "Retry" }).first().click();
  const sooner = await providers.next();
  sooner.write("Sure, ");
  await expect(chatPane(page)).toContainText("Sure,");
  sooner.cut();
  await expect(unfinished).toContainText("Unfinished");
  await expect(unfinished).toContainText("word0 word1 word2");
  await expect(chatPane(page)).not.toContainText("Sure,");

  await unfinished.getByRole("button", { name: "Retry" }).first().click();
  const retry = await providers.next();
  await expect(chatPane(page).getByText("Unfinished")).toHaveCount(0);
  await expect(chatPane(page)).toContainText("word0 word1 word2");
  retry.end("You asked: Tell me a lot");
  await expect(messages(page).nth(1)).toContainText("You asked: Tell me a lot");
  await expect(chatPane(page)).not.toContainText("word0 word1 word2");
  await expect(messages(page)).toHaveCount(2);
});

test("a member continues a reply cut off within code, with its own model, and keeps what they have typed [answers.continue]", async ({
  page,
  providers,
}) => {
  providers.script("by hand", "openai");
  await startChatFromHome(page, "Write a script");
  const call = await providers.next();
  const written = "Here it is:\n\n```sh\nfor tide in high low; do\n";
  call.write(written);
  await expect(chatPane(page)).toContainText("for tide in high low");
  await composer(page).fill("stopped");
  call.finish("length");
  const unfinished = messages(page).nth(1);
  await expect(unfinished).toContainText("Unfinished");
  await expect(unfinished).toContainText("ChatGPT 4's answer was cut short.");
  const button = unfinished.getByRole("button", { name: "Continue" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await violationsOn(page)).toStrictEqual([]);
  }
  await page.getByLabel("Model").selectOption("Grok");
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  const next = await providers.next();
  const asked =
    "Please continue where you stopped. Your reply ended with:\n\n> Here it is:\n>\n> ```sh\n> for tide in high low; do";
  expect(next.request.messages.slice(-2)).toStrictEqual([
    { role: "user", content: "Write a script" },
    { role: "user", content: asked },
  ]);
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
  next.end('  echo "$tide"\ndone\n```');
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(messages(page)).toHaveCount(4);
    await expect(messages(page).nth(1)).toContainText("for tide in high low");
    await expect(messages(page).nth(2)).toContainText(asked);
    await expect(messages(page).nth(3)).toContainText('echo "$tide"');
    await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
    await expect(composer(page)).toHaveValue("stopped");
  }
});

test("a member whose reads fail for some seconds while another device's reply is written sees it grow on and end [answers.live]", async ({
  page,
  device: elsewhere,
  providers,
}) => {
  test.slow();
  providers.script("by hand");
  await startChatFromHome(page, "Tell me a lot");
  const call = await providers.next();
  call.write("One and two");
  await elsewhere.goto(page.url());
  await expect(chatPane(elsewhere).getByText("One and two")).toBeVisible();
  await expect(chats(elsewhere).getByText("Replying")).toHaveCount(1);

  let failed = 0;
  await elsewhere.route("**/rest/v1/rpc/open_answers*", async (route) => {
    failed += 1;
    await route.abort();
  });
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(3);
  await elsewhere.unroute("**/rest/v1/rpc/open_answers*");
  call.write(" and three");
  await expect(chatPane(elsewhere).getByText("One and two and three")).toBeVisible();
  call.finish();
  await expect(chats(elsewhere).getByText("Replying")).toHaveCount(0);
  await expect(messages(elsewhere)).toHaveCount(2);
});

test("a member whose laptop slept through eleven questions asked to four models each sees every answer [answers.live]", async ({
  page,
  history,
}) => {
  test.slow();
  const [chat = ""] = await history.chats(["Asked elsewhere"]);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  for (let number = 1; number <= 11; number += 1)
    await history.question(chat, `Question ${number}`, soon, MODEL_IDS);
  await page.goto(`/chats/${chat}`);
  await expect(chatPane(page).getByText("Thinking...")).toHaveCount(11);

  // The laptop sleeps: nothing is read.
  await page.route("**/rest/v1/**", (route) => route.abort());
  await history.replies(chat);
  await page.unroute("**/rest/v1/**");
  // More than are read at once.
  await expect(async () => {
    for (const top of [200, 0])
      await chatPane(page).evaluate((pane, top) => pane.scrollTo(0, top), top);
    await expect(messages(page)).toHaveCount(22, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(chatPane(page).getByText("4 of 4")).toHaveCount(11);
  await expect(chatPane(page).getByText("Thinking...")).toHaveCount(0);
  await expect(chats(page).getByText("Replying")).toHaveCount(0);
});
