import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { sessionOf } from "./support/chat-history.ts";
import {
  answerCard,
  askAll,
  ECHO,
  LONG,
  messages,
  send,
  startAnsweredChat,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "What the model saw" });
const given = (page: Page) =>
  dialog(page).getByRole("article").locator("p:last-child").allTextContents();
const fact = (page: Page, name: string) =>
  dialog(page).locator("dt").getByText(name, { exact: true }).locator("xpath=..").locator("dd");

test("a member reads what a model was given for a reply, whole or unfinished, how it came about, and what is not known [answers.details] [answers.details-unknown]", async ({
  page,
  product,
  member,
  providers,
  history,
}) => {
  providers.forget();
  await startAnsweredChat(page, "First");
  const chatId = new URL(page.url()).pathname.split("/").pop() ?? "";

  // A second reply to the first message: of the two the model is given one.
  const [asked] = await history.read("messages", `chat_id=eq.${chatId}&role=eq.user`);
  const { access_token: token } = await sessionOf(product, member);
  providers.script({ text: "Grok's own words" }, "xai");
  const again = await product.send("/api/send_message", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      chatId,
      message: "First",
      messageId: asked?.["id"],
      answerId: crypto.randomUUID(),
      model: "grok",
    }),
  });
  expect(again.status).toBe(200);
  await page.reload();
  providers.script({ ...ECHO, counts: { input: 1_234, cached: 1_000, output: 7 } });
  await send(page, "Second\n  line");
  const reply = messages(page).last();
  await expect(reply).toContainText("You asked: Second");

  await reply.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(reply.getByRole("button", { name: "Details" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("heading", { name: "3 messages" })).toBeVisible();
  const [, ...record] = providers.requests("openai").at(-1)?.messages ?? [];
  expect(await given(page)).toEqual(record.map(({ content }) => content));
  await expect(dialog(page)).toContainText("The beginning of the chat");
  await expect(fact(page, "Model")).toHaveText("ChatGPT 4");
  await expect(fact(page, "Model ID")).toHaveText("scripted");
  await expect(fact(page, "Asked")).toHaveText(/\d{4} at \d\d:\d\d:\d\d$/);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const oneLine = await fact(page, "Model").boundingBox();
    expect((await fact(page, "Asked").boundingBox())?.height).toBe(oneLine?.height);
  }
  await expect(fact(page, "Time to first word")).toHaveText(/^[\d.]+ m?s$/);
  await expect(fact(page, "Time to full reply")).toHaveText(/^[\d.]+ m?s$/);
  await expect(fact(page, "Input tokens")).toHaveText("1,234");
  await expect(fact(page, "Cached input tokens")).toHaveText("1,000");
  await expect(fact(page, "Output tokens")).toHaveText("7");
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(reply.getByRole("button", { name: "Details" })).toBeFocused();

  const [old = ""] = await history.chats(["Old"], ["An old question", "An old reply"]);
  await page.goto(`/chats/${old}`);
  await messages(page).nth(1).getByRole("button", { name: "Details" }).click();
  await expect(fact(page, "Model ID")).toHaveText("Not known");
  await dialog(page).getByRole("button", { name: "Close" }).click();

  providers.script({ text: LONG, pieceCharacters: 40, pieceMs: 20, cutAfterPieces: 3 });
  await send(page, "Tell me a lot");
  const unfinished = messages(page).last();
  await expect(unfinished).toContainText("Unfinished");
  await unfinished.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(dialog(page)).toContainText("This reply broke off");
  await expect(fact(page, "Input tokens")).toHaveText("Not known");
  await expect(dialog(page).getByRole("heading", { name: "3 messages" })).toBeVisible();
  expect(await given(page)).toEqual(["An old question", "An old reply", "Tell me a lot"]);
});

test("a member reads in a reply's details how many messages were left out because a model had declined to answer [answers.details] [models.declined]", async ({
  page,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  providers.script({ failure: { status: 400, message: "against our usage guidelines" } });
  await send(page, "Against the rules");
  await expect(messages(page).last()).toContainText("declined to answer this");
  providers.script(ECHO);
  providers.forget();
  await send(page, "Second");
  const reply = messages(page).last();
  await expect(reply).toContainText("You asked: Second");

  await reply.getByRole("button", { name: "Details" }).click();
  await expect(dialog(page).getByRole("heading", { name: "3 messages" })).toBeVisible();
  const [, ...record] = providers.requests("openai").at(-1)?.messages ?? [];
  expect(record.map(({ content }) => content)).toEqual(["First", "You asked: First", "Second"]);
  expect(await given(page)).toEqual(record.map(({ content }) => content));
  await expect(dialog(page)).toContainText(
    "1 message was left out, because a model had declined to answer it.",
  );
  await expect(dialog(page)).toContainText("The beginning of the chat");
  await page.keyboard.press("Escape");

  // One of four declines. That one is not given what the others replied either.
  providers.script({ failure: { status: 400, message: "content filtering" } }, "anthropic");
  await askAll(page, "Third");
  await expect(answerCard(page, "Claude 4")).toContainText("declined to answer this");
  for (const label of ["ChatGPT 4", "ChatGPT 5", "Grok"]) {
    await expect(answerCard(page, label)).toContainText("You asked: Third");
  }
  providers.script(ECHO, "anthropic");
  await page.getByRole("combobox", { name: "Model" }).selectOption("Claude 4");
  await send(page, "Fourth");
  await expect(reply).toContainText("You asked: Fourth");
  await reply.getByRole("button", { name: "Details" }).click();
  await expect(dialog(page).getByRole("heading", { name: "5 messages" })).toBeVisible();
  const [, ...toClaude] = providers.requests("anthropic").at(-1)?.messages ?? [];
  expect(toClaude.map(({ content }) => content)).toEqual([
    "First",
    "You asked: First",
    "Second",
    "You asked: Second",
    "Fourth",
  ]);
  expect(await given(page)).toEqual(toClaude.map(({ content }) => content));
  await expect(dialog(page)).toContainText(
    "3 messages were left out, because a model had declined to answer there.",
  );
});
