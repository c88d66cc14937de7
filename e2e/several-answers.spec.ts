import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  composer,
  expectQuiet,
  LONG,
  messages,
  send,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

test("a member asks again by keyboard, and goes on from the one that is shown [answers.ask-again] [answers.chosen]", async ({
  page,
  providers,
}) => {
  test.slow();
  const button = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}(: |$)`) });
  providers.forget();
  providers.script({ text: "From ChatGPT 4" });
  await startChatFromHome(page, "Which one?");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await expect(button("Next answer")).toHaveCount(0);

  providers.script("by hand", "xai");
  await button("Ask again").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "ChatGPT 4",
    "ChatGPT 5",
    "Grok",
    "Claude 4",
    "The other three",
  ]);
  const marked = page.getByRole("menuitem").and(page.getByTitle("Has answered"));
  await expect(marked).toHaveText(["ChatGPT 4"]);
  await expect(marked).toHaveAccessibleDescription("Has answered");
  expect(await violationsOn(page)).toStrictEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  const call = await providers.next();
  expect(call.request.messages.at(-1)).toMatchObject({ role: "user", content: "Which one?" });
  expect(JSON.stringify(call.request.messages)).not.toContain("From ChatGPT 4");
  call.write("From Grok");

  // It is shown in the place of the other one, which can be looked at meanwhile.
  await expect(chatPane(page).getByText("From Grok")).toBeVisible();
  await expect(chatPane(page).getByText("From ChatGPT 4")).toHaveCount(0);
  await expect(chatPane(page).getByText("2 of 2")).toBeVisible();
  await expect(button("Previous answer")).toHaveAccessibleName("Previous answer: ChatGPT 4");
  await button("Previous answer").focus();
  await page.keyboard.press("Enter");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await expect(chatPane(page).getByText("1 of 2")).toBeVisible();
  await expect(button("Previous answer")).toBeFocused();
  await page.reload();
  await expect(chatPane(page).getByText("1 of 2")).toBeVisible();
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await button("Next answer").click();
  call.end(", whole");
  await expect(messages(page).nth(1)).toContainText("From Grok, whole");
  await expect(messages(page).nth(1)).toContainText("Model: Grok");
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("chatgpt-4");
  expect(await violationsOn(page)).toStrictEqual([]);

  // A further one that fails takes nothing away.
  providers.script({ failure: { status: 400 } }, "anthropic");
  await button("Ask again").click();
  await page.getByRole("menuitem", { name: "Claude 4" }).click();
  await expect(toast(page, "Claude 4").first()).toBeVisible();
  await expect(messages(page).nth(1)).toContainText("From Grok, whole");
  await expect(messages(page).nth(1)).toContainText("Claude 4: no reply");
  // Offered in its place: the only model that has not answered yet.
  await expect(page.getByRole("button", { name: /^Ask (ChatGPT|Grok|Claude)/ })).toHaveText([
    "Ask ChatGPT 5",
  ]);
  await expect(chatPane(page).getByText("2 of 2")).toBeVisible();

  // What is shown is what the conversation goes on from, and all that any model is given.
  await button("Previous answer").click();
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  // Also of what was last seen, before it has been read again.
  const read = await holdRequests(page, "**/rest/v1/messages*");
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  providers.forget();
  providers.script({ text: "The second reply" });

  // It stays while the message is being sent, and when it could not be; others can be looked at then.
  const fail = await holdRequests(page, "**/api/send_message", (route) => route.abort());
  await send(page, "And then?");
  await expect(messages(page).nth(2)).toContainText("And then?");
  read();
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  fail();
  await expect(messages(page).nth(2)).toContainText("Failed to send message");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await button("Next answer").click();
  await expect(messages(page).nth(1)).toContainText("From Grok, whole");
  await page.reload();
  await expect(messages(page).nth(2)).toContainText("Failed to send message");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await page.unroute("**/api/send_message");
  await messages(page).nth(2).getByRole("button", { name: "Retry" }).click();
  await expect(messages(page).nth(3)).toContainText("The second reply");
  expect(providers.requests("openai").map((request) => request.messages.slice(-3))).toStrictEqual([
    [
      { role: "user", content: "Which one?" },
      { role: "assistant", content: "From ChatGPT 4" },
      { role: "user", content: "And then?" },
    ],
  ]);
  await button("Next answer").click();
  await expect(messages(page).nth(1)).toContainText("From Grok, whole");
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  await expect(composer(page)).toBeFocused();
  await expect(button("Ask again")).toHaveCount(1);

  // Another tab has sent the next message: the question takes no further reply, and a notice says so.
  const elsewhere = await page.context().newPage();
  await elsewhere.addInitScript(() => {
    // A tab that learns nothing from the others.
    window.addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
    } as unknown as typeof BroadcastChannel;
  });
  await elsewhere.goto(page.url());
  await expect(messages(elsewhere)).toHaveCount(4);
  await expect(elsewhere.getByRole("button", { name: "Ask again" })).toBeVisible();
  // On a slow machine the tab would otherwise read the new question before it is asked for another answer.
  const release = await holdRequests(elsewhere, "**/rest/v1/**");
  await send(page, "One more");
  await expect(messages(page)).toHaveCount(6);
  await elsewhere.getByRole("button", { name: "Ask again" }).click();
  await elsewhere.getByRole("menuitem", { name: "Grok" }).click();
  await expect(toast(elsewhere, "cannot have more replies").first()).toBeVisible();
  release();
  await expect(messages(elsewhere)).toHaveCount(6);

  // A message sent from one of several replies goes behind what was sent elsewhere meanwhile.
  providers.script({ text: "Another reply" });
  await elsewhere.getByRole("button", { name: "Ask again" }).click();
  await elsewhere.getByRole("menuitem", { name: "ChatGPT 5" }).click();
  await expect(chatPane(elsewhere).getByText("2 of 2")).toBeVisible();
  await expect(messages(elsewhere).last()).toContainText("Another reply");
  await page.reload();
  await expect(messages(page)).toHaveCount(6);
  await send(page, "Gone on");
  await expect(messages(page)).toHaveCount(8);
  await send(elsewhere, "Typed here");
  await expect(messages(elsewhere)).toHaveCount(10);
  await expect(messages(elsewhere).nth(6)).toContainText("Gone on");
  await expect(messages(elsewhere).nth(8)).toContainText("Typed here");
});

test("a member who asks again at the end of a long reply reads the new one from its question, which goes to the top [conversation.scrolls] [answers.ask-again]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Long"]);
  const lines = "One more line.\n".repeat(60);
  await history.messages(chatId, ["First", lines, "Again?", lines]);
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page).last()).toBeInViewport();
  providers.script("by hand");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const question = async () =>
    (await boxOf(messages(page).nth(2))).y - (await boxOf(chatPane(page))).y;
  const call = await providers.next();
  for (const text of ["The first line.\n", lines]) {
    call.write(text);
    await expect(chatPane(page)).toContainText(text.slice(-12).trim());
    await expect.poll(question).toBeCloseTo(24, 0);
  }
  call.end("The last line.");
  await expect(chatPane(page)).toContainText("The last line.");
  await expect.poll(question).toBeCloseTo(24, 0);
});

test("a member reads an unfinished reply while another model retries it, and why a model failed until it answers [answers.unfinished] [answers.ask-again-fails]", async ({
  page,
  providers,
}) => {
  const reply = messages(page).nth(1);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const askAgain = async (model: string) => {
    await button("Ask again").click();
    await page.getByRole("menuitem", { name: model }).click();
  };
  // Slowly: what a cut overtakes is lost.
  providers.script({ text: LONG, pieceCharacters: 40, pieceMs: 200, cutAfterPieces: 3 });
  await startChatFromHome(page, "Tell me a lot");
  await expect(reply).toContainText("Unfinished");
  await expect(reply).toContainText("Model: ChatGPT 4");

  // Another model is chosen for the retry. It is slow, and then it writes in the place of the first.
  await page.getByLabel("Model", { exact: true }).selectOption("grok");
  providers.script("by hand", "xai");
  await reply.getByRole("button", { name: "Retry" }).click();
  const call = await providers.next();
  for (const _ of ["asked here", "reloaded"]) {
    await expect(chatPane(page)).toContainText("word0 word1 word2");
    await expect(chatPane(page).getByText("Unfinished")).toHaveCount(0);
    await expect(chatPane(page)).toContainText("Model: ChatGPT 4");
    await expect(chatPane(page)).not.toContainText("Model: Grok");
    await page.reload();
  }
  await expect(chatPane(page)).toContainText("word0 word1 word2");
  call.write("From Grok");
  await expect(chatPane(page)).toContainText("From Grok");
  await expect(chatPane(page)).toContainText("Model: Grok");
  await expect(chatPane(page)).not.toContainText("Model: ChatGPT 4");
  await expect(chatPane(page)).not.toContainText("word0");
  call.finish();
  await expect(reply).toContainText("From Grok");
  await expect(messages(page)).toHaveCount(2);

  providers.script({ failure: { status: 400 } }, "anthropic");
  await askAgain("Claude 4");
  await expect(reply).toContainText("Claude 4: no reply");
  providers.script({ text: "From OpenAI" }, "openai");
  await askAgain("ChatGPT 5");
  await expect(reply).toContainText("From OpenAI");
  for (const _ of ["asked here", "reloaded"]) {
    await expect(reply).toContainText("From OpenAI");
    await expect(reply).toContainText("Claude 4: no reply");
    await expectQuiet(reply.getByText("Claude 4 could not answer this question."));
    await page.reload();
  }
  providers.script({ text: "From Anthropic" }, "anthropic");
  await reply.getByRole("button", { name: "Retry" }).click();
  await expect(chatPane(page).getByText("3 of 3")).toBeVisible();
  await expect(chatPane(page)).not.toContainText("no reply");
});

test("a member who asks again is refused when another device got the twelfth reply, and reads that 12 are the most [answers.limits] [answers.ask-again]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Asked often"]);
  const questionId = await history.question(chatId, "Which one?", new Date().toISOString());
  for (let count = 1; count <= 11; count += 1) {
    await history.reply(chatId, questionId, `Reply ${count}`);
  }
  await page.goto(`/chats/${chatId}`);
  await expect(chatPane(page).getByText("11 of 11")).toBeVisible();

  // The twelfth is asked for elsewhere.
  await history.reply(chatId, questionId, "Reply 12");
  providers.forget();
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "Claude 4" }).click();
  await expect(toast(page, "cannot have more replies").first()).toBeVisible();
  await expect(chatPane(page).getByText("12 replies at most")).toBeVisible();
  await expect(chatPane(page).getByText("of 12")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
  await expect(composer(page)).toBeEnabled();
  expect(providers.count()).toBe(0);
});

test("a member asks the other three, and reads whose reply is shown, 390 and 1280 px wide [answers.ask-again] [answers.shown]", async ({
  page,
  providers,
}) => {
  providers.script({ text: "From ChatGPT" });
  providers.script({ text: "From Grok" }, "xai");
  providers.script({ text: "From Claude" }, "anthropic");
  await startChatFromHome(page, "Which one?");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "The other three" }).click();
  await expect(messages(page).nth(1)).toContainText("From Claude");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(chatPane(page).getByText(/^\d of 4$/)).toBeVisible();
    // The three may have been begun in any order, so the shown one may be the first.
    const neighbor = page.getByRole("button", { name: /^(?:Previous|Next) answer: / }).first();
    const whose = (await neighbor.getAttribute("aria-label"))?.split(": ")[1];
    await neighbor.click();
    await expect(messages(page).nth(1)).toContainText(`Model: ${whose}`);
    expect(await violationsOn(page)).toStrictEqual([]);
    await page.getByRole("button", { name: "Ask again" }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(4);
    await expect(page.getByTitle("Has answered")).toHaveCount(4);
    await page.keyboard.press("Escape");
  }
});
