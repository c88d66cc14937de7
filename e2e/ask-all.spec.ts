import type { Page } from "@playwright/test";
import { MODEL_LABELS } from "#models";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  chats,
  composer,
  homeBox,
  messages,
  send,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { asVisitor, expect } from "./support/product.ts";

const LABELS = Object.values(MODEL_LABELS);
const region = (page: Page, model: string) =>
  chatPane(page).getByRole("region", { name: model, exact: true });

test("a member asks all four in a new chat, stops and retries single ones, and goes on from one [answers.all] [answers.all-each] [answers.all-use] [answers.one-down] [answers.compare]", async ({
  page,
  providers,
}) => {
  test.slow();
  providers.forget();
  providers.script({ text: "From OpenAI, 2015" }, "openai");
  providers.script("by hand", "xai");
  providers.script({ failure: { status: 400 } }, "anthropic");
  await page.goto("/");
  await homeBox(page).fill("Which one?");
  await page.getByRole("button", { name: "Ask all four" }).click();
  await expect(page).toHaveURL(/\/chats\//);
  const call = await providers.next();
  call.write("From xAI");

  for (const label of ["ChatGPT 4", "ChatGPT 5"]) {
    await expect(region(page, label)).toContainText("From OpenAI");
  }
  await expect(region(page, "Grok")).toContainText("From xAI");
  await expect(region(page, "Claude 4")).toContainText("could not take this question");
  await expect(messages(page)).toHaveCount(1);
  expect(await violationsOn(page)).toStrictEqual([]);

  // Two by two in a wide window, below each other in others, and in one scroll.
  const [first, second, third] = await Promise.all(
    LABELS.slice(0, 3).map((label) => boxOf(region(page, label))),
  );
  expect([first?.y === second?.y, (third?.y ?? 0) > (first?.y ?? 0)]).toStrictEqual([true, true]);
  await page.setViewportSize({ width: 1023, height: 800 });
  const below = await Promise.all(LABELS.map((label) => boxOf(region(page, label))));
  expect(below.map(({ y }) => y)).toStrictEqual(below.map(({ y }) => y).toSorted((a, b) => a - b));
  expect(new Set(below.map(({ x }) => x)).size).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });

  // The same after a reload in the middle.
  await page.reload();
  await expect(region(page, "Grok")).toContainText("From xAI");
  await expect(region(page, "ChatGPT 5")).toContainText("From OpenAI");
  await region(page, "Grok").getByRole("button", { name: "Stop" }).click();
  await expect(region(page, "Grok")).toContainText("You stopped this reply.");
  providers.script({ text: "From Anthropic, 2021" }, "anthropic");
  await region(page, "Claude 4").getByRole("button", { name: "Retry" }).click();
  await expect(region(page, "Claude 4")).toContainText("From Anthropic");
  for (const name of ["openai", "xai", "anthropic"] as const) {
    for (const { messages } of providers.requests(name)) {
      expect(messages.filter(({ role }) => role !== "system")).toStrictEqual([
        { role: "user", content: "Which one?" },
      ]);
    }
  }
  expect(providers.count()).toBe(5);

  // Where they differ, and what each was given.
  await chatPane(page).getByRole("button", { name: "Compare" }).click();
  await expect(region(page, "Claude 4").locator("u")).toHaveText(["2021"]);
  await expect(region(page, "ChatGPT 4").locator("u")).toHaveText(["2015"]);
  await expect(chatPane(page)).toContainText("Underlined: numbers, dates and names that differ");
  await region(page, "Claude 4").getByRole("button", { name: "Details" }).click();
  await expect(page.getByRole("dialog", { name: "What the model saw" })).toContainText(
    "Which one?",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await violationsOn(page)).toStrictEqual([]);

  await region(page, "Claude 4").getByRole("button", { name: "Use this answer" }).click();
  await expect(region(page, "Claude 4")).toHaveCount(0);
  await expect(messages(page).nth(1)).toContainText("From Anthropic");
  await expect(chatPane(page).getByText(/^\d of 4$/)).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("From Anthropic");

  providers.forget();
  await send(page, "And then?");
  await expect(messages(page).nth(3)).toContainText("From OpenAI");
  expect(providers.requests("openai")[0]?.messages.slice(-3)).toStrictEqual([
    { role: "user", content: "Which one?" },
    { role: "assistant", content: "From Anthropic, 2021" },
    { role: "user", content: "And then?" },
  ]);
  expect(providers.count()).toBe(1);
});

/** What happens when a person looks at a page again that was open all the time. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

const SOON = { timeout: 2_000 };
/** Looks at a page again until it shows something: it does not read twice within five seconds. */
const lookUntil = (page: Page, shows: () => Promise<void>) =>
  expect(async () => {
    await lookAgain(page);
    await shows();
  }).toPass({ timeout: 60_000 });

test("a member asks all four by keyboard, and their other devices show the four as they are written, stop and retry single ones, and show which one was chosen [answers.all-devices] [answers.one-read] [answers.unfinished] [answers.all-use]", async ({
  page,
  browser,
  context,
  providers,
}) => {
  test.slow();
  // What this browser chooses later is not theirs.
  const storageState = await context.storageState();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await startChatFromHome(page, "First");
  await expect(messages(page)).toHaveCount(2);
  const devices = await Promise.all([
    browser.newContext({ storageState }),
    browser.newContext({ storageState }),
  ]);
  const [open, late] = await Promise.all(devices.map((device) => device.newPage()));
  if (open === undefined || late === undefined) throw new Error("There are no devices.");
  await open.goto(page.url());
  await expect(messages(open)).toHaveCount(2);

  providers.script("by hand");
  await composer(page).fill("Which one?");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Ask all four" })).toBeFocused();
  await page.keyboard.press("Enter");
  const calls = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  const callOf = (name: string) => {
    const call = calls.find(({ request }) => request.model.startsWith(name));
    if (call === undefined) throw new Error(`${name} was not asked.`);
    return call;
  };
  const [gpt4, gpt5, grok, claude] = ["gpt-4", "gpt-5", "grok", "claude"].map(callOf);
  if (!gpt4 || !gpt5 || !grok || !claude) throw new Error("A model was not asked.");
  for (const call of calls) call.write(`Half of ${call.request.model}`);

  // The one that was open has heard nothing of it, until it is looked at again. The other one is opened now.
  await lookAgain(open);
  await late.goto(page.url());
  await expect(chats(open).getByText("Replying")).toBeVisible();
  for (const each of [page, open, late]) {
    await expect(region(each, "ChatGPT 4")).toContainText("Half of gpt-4");
    await expect(region(each, "ChatGPT 5")).toContainText("Half of gpt-5");
    await expect(region(each, "Grok")).toContainText("Half of grok");
    await expect(region(each, "Claude 4")).toContainText("Half of claude");
  }
  await page.reload();
  await expect(region(page, "Claude 4")).toContainText("Half of claude");

  // Four replies cost it one read a second at most: any six of them take five seconds.
  const reads = () =>
    open.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/rest\/v1\/(attempts|pieces|messages)/.test(name))
        .map(({ startTime }) => startTime),
    );
  const before = (await reads()).length;
  await expect
    .poll(async () => (await reads()).length, { timeout: 60_000 })
    .toBeGreaterThan(before + 5);
  const times = (await reads()).slice(before, before + 6);
  expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(4_900);

  // One is stopped on one device, one breaks off.
  await region(open, "Grok").getByRole("button", { name: "Stop" }).click();
  claude.cut();
  for (const each of [open, late, page]) {
    await expect(region(each, "Grok")).toContainText("You stopped this reply.");
    const broken = region(each, "Claude 4");
    await expect(broken).toContainText("Unfinished");
    await expect(broken).toContainText("Half of claude");
    await expect(broken.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(broken.getByRole("button", { name: "Copy" })).toBeVisible();
  }
  await page.reload();
  await expect(region(page, "Claude 4")).toContainText("Unfinished");
  await expect(region(page, "Claude 4")).toContainText("Claude 4 did not finish this reply.");
  await region(page, "Claude 4").getByRole("button", { name: "Copy" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`Half of ${claude.request.model}`);

  // Tried again on another device, it stays until there is more.
  await region(open, "Claude 4").getByRole("button", { name: "Retry" }).click();
  const retry = await providers.next();
  expect(retry.request.model).toBe(claude.request.model);
  await expect(region(open, "Claude 4")).not.toContainText("Unfinished");
  await expect(region(open, "Claude 4")).toContainText("Half of claude");
  retry.write("Whole this time");
  await expect(region(open, "Claude 4")).toContainText("Whole this time");
  await expect(region(open, "Claude 4")).not.toContainText("Half of claude");
  retry.finish();
  for (const call of [gpt4, gpt5]) {
    call.write(", and the rest");
    call.finish();
  }
  for (const each of [page, open, late]) {
    await expect(region(each, "ChatGPT 5")).toContainText("and the rest");
    await lookUntil(each, async () => {
      await expect(region(each, "Claude 4")).toContainText("Whole this time", SOON);
      await expect(each.getByRole("button", { name: "Use this answer" })).toHaveCount(4, SOON);
    });
  }
  expect(await violationsOn(open)).toStrictEqual([]);

  // What is chosen on one of them is shown by the others when they are looked at, and is what they go on from.
  await region(open, "ChatGPT 5").getByRole("button", { name: "Use this answer" }).focus();
  await open.keyboard.press("Enter");
  await expect(messages(open).last()).toContainText("Half of gpt-5");
  for (const each of [page, late]) {
    await lookUntil(each, () => expect(messages(each).last()).toContainText("Half of gpt-5", SOON));
    await expect(region(each, "ChatGPT 5")).toHaveCount(0);
    await expect(chatPane(each).getByText(/^\d of 4$/)).toBeVisible();
  }
  providers.forget();
  providers.script({ text: "The last reply" });
  await send(late, "And then?");
  await expect(messages(late).last()).toContainText("The last reply");
  expect(providers.requests("openai").at(-1)?.messages.at(-2)?.content).toContain("Half of gpt-5");
  await Promise.all(devices.map((device) => device.close()));
});

asVisitor(
  "a visitor who asks all four is asked to log in and keeps what they typed [login-prompt.opens]",
  async ({ page, product, context }) => {
    await page.goto("/");
    await homeBox(page).fill("Which one?");
    await page.getByRole("button", { name: "Ask all four" }).click();
    const prompt = page.getByRole("dialog", { name: "Log in to continue" });
    await expect(prompt).toBeVisible();
    await prompt.getByRole("button", { name: "Cancel" }).click();
    await expect(homeBox(page)).toHaveValue("Which one?");

    // Somebody on trial is told that it needs a membership, once.
    const { email, password } = await product.newMember("trial");
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(homeBox(page)).toHaveValue("Which one?");
    await page.getByRole("button", { name: "Ask all four" }).click();
    await expect(toast(page, "You need an active membership to create chats.")).toHaveCount(1);
    await expect(homeBox(page)).toHaveValue("Which one?");
    await context.close();
  },
);
