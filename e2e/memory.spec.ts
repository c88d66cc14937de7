import type { Locator } from "@playwright/test";
import {
  chatPane,
  composer,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member sees the line where the model's memory begins, as soon as there is one and wherever they have scrolled [models.memory-line]", async ({
  page,
  providers,
  history,
}) => {
  test.slow();
  const [chatId = ""] = await history.chats(["Long"]);
  const contents = Array.from({ length: 200 }, (_, index) => `Message ${index}`);
  const ids = await history.messages(chatId, contents);
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page).last()).toContainText("Message 199");
  const line = chatPane(page).getByRole("separator");

  await send(page, "And now?");
  await expect(chatPane(page).getByText("You asked: And now?")).toBeVisible();
  const [reply] = await history.read(
    "messages",
    `chat_id=eq.${chatId}&order=created_at.desc&limit=1`,
  );
  const from = ids.indexOf(reply?.["context_from"] ?? "");
  expect(from).toBeGreaterThan(0);
  await expect(line).toHaveCount(0);

  // What the model saw is all of that.
  const [, ...record] = providers.requests("openai").at(-1)?.messages ?? [];
  await messages(page).last().getByRole("button", { name: "Details" }).click();
  const dialog = page.getByRole("dialog", { name: "What the model saw" });
  await expect(dialog.getByRole("separator")).toHaveText("ChatGPT 4 remembers from here");
  await expect(dialog.getByRole("heading", { name: `${record.length} messages` })).toBeVisible();
  const given = await dialog.getByRole("article").locator("p:last-child").allTextContents();
  expect(given).toEqual(record.map(({ content }) => content));
  await page.keyboard.press("Escape");

  const next = line.locator("xpath=following-sibling::*[1]");
  await expect(async () => {
    await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
    await expect(line).toHaveText("ChatGPT 4 remembers from here", { timeout: 1_000 });
    // At once: older messages that come later may take the line away.
    await expect(next).toHaveAttribute("data-message", ids[from] ?? "", { timeout: 1_000 });
    await expect(next).toContainText(`Message ${from}`, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
});

// A zone where it is noon now: what ends in some minutes ends today.
const behind = new Date().getUTCHours() - 12;
test.use({ timezoneId: `Etc/GMT${behind < 0 ? "" : "+"}${behind}` });

test("a member reads in a chat and at home how many messages remain until when, and that asking all four takes four [composer.messages-left] [answers.all-left]", async ({
  page,
}) => {
  await page.clock.install();
  const until = new Date(Math.ceil(Date.now() / 60_000 + 10) * 60_000);
  let near: { count: number; until: string } | null = null;
  let remaining: { count: number; until: string } | null = null;
  await page.route("**/api/s*_*", async (route) => {
    const response = await route.fetch();
    const fields = JSON.stringify({ ...remaining, near }).slice(1, -1);
    const body = (await response.text()).replace(`"near":null`, fields);
    await route.fulfill({ response, body });
  });
  const note = page.getByText(/^(\d+|No) messages? left until/);
  await startAnsweredChat(page, "First");
  await expect(note).toHaveCount(0);

  const time = await page.evaluate(
    (at) => new Intl.DateTimeFormat("en-GB", { timeStyle: "short" }).format(at),
    until.getTime(),
  );
  for (const [count, said] of [
    [2, `2 messages left until ${time}`],
    [1, `1 message left until ${time}`],
    [0, `No messages left until ${time}`],
  ] as const) {
    near = { count, until: until.toISOString() };
    await send(page, `Leaves ${count}`);
    await expect(note).toHaveText(said);
  }
  await expect(composer(page)).toBeEnabled();

  // Asking all four takes more: the button says so and sends nothing, at the home box and after a reload too.
  let sent = 0;
  page.on("request", (request) => {
    if (/\/api\/s(end|tart)_/.test(request.url())) sent += 1;
  });
  const said = `Asking all four takes four messages. No messages left until ${time}.`;
  const asksNothing = async (box: Locator) => {
    await box.fill("Which one?");
    const askAll = page.getByRole("button", { name: "Ask all four" });
    await expect(askAll).toHaveAccessibleDescription(said);
    await askAll.press("Enter");
    await expect(toast(page, said).first()).toBeVisible();
    await expect(box).toHaveValue("Which one?");
  };
  remaining = { count: 0, until: until.toISOString() };
  await send(page, "Leaves none");
  await expect(messages(page)).toHaveCount(10);
  sent = 0;
  await asksNothing(composer(page));
  await page.reload();
  await expect(note).toHaveText(`No messages left until ${time}`);
  await asksNothing(composer(page));
  await page.getByRole("link", { name: "Quartet", exact: true }).click();
  await asksNothing(homeBox(page));
  await expect(note).toHaveText(`No messages left until ${time}`);
  expect(sent).toBe(0);
  await page.clock.fastForward("12:00");
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ask all four" })).toBeEnabled();
});
