import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  chatPane,
  chats,
  composer,
  deleteChatByMenu,
  messages,
  send,
  startAnsweredChat,
  test,
  toast,
  answerCard as region,
  askAll,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

/** What happens when a person looks at a page again that was open all the time. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

const SOON = { timeout: 2_000 };
/** Looks at a page again until it shows something: it does not read twice within five seconds. */
const lookUntil = (page: Page, shows: () => Promise<void>) =>
  expect(async () => {
    await lookAgain(page);
    await shows();
  }).toPass({ timeout: 60_000 });

test("a member opens a chat while a message of another device is stored there, or its reply, and sees that reply come [answers.live]", async ({
  page,
  device,
  providers,
}) => {
  await startAnsweredChat(page, "First");
  providers.script("by hand");
  /** Lets the page open the chat, and holds up these reads of it until the promise resolves. */
  const openWithout = async (reads: string, until: Promise<void>) => {
    await device.unrouteAll();
    await device.route(reads, async (route) => {
      await until;
      await route.continue();
    });
    await device.goto(page.url());
  };
  // The messages are read after the message was stored, and the open answers were read before.
  const sent = Promise.withResolvers<void>();
  const looks = [/open_answers.*p_chat_id/, /open_answers(?!.*p_chat_id)/].map((one) =>
    device.waitForResponse(one),
  );
  await openWithout("**/rest/v1/messages?*", sent.promise);
  await Promise.all(looks);
  await send(page, "Second");
  const reply = await providers.next();
  sent.resolve();
  await expect(messages(device).nth(2)).toContainText("Second");
  await expect(chatPane(device).getByText("Thinking...")).toBeVisible();

  // The open answers are read after the reply was stored, and the messages were read before.
  const stored = Promise.withResolvers<void>();
  await openWithout("**/rest/v1/rpc/open_answers*", stored.promise);
  await expect(messages(device).nth(2)).toContainText("Second");
  reply.write("A reply");
  reply.finish();
  await expect(messages(page)).toHaveCount(4);
  stored.resolve();
  await expect(messages(device).nth(3)).toContainText("A reply");
});

test("a member asks all four by keyboard, and follows, stops, retries, chooses and deletes them from other devices [answers.all-devices] [answers.live] [answers.one-read] [answers.unfinished] [answers.all-use] [answers.all-unchosen] [answers.chosen]", async ({
  page,
  browser,
  context,
  providers,
}) => {
  test.slow();
  // What this browser chooses later is not theirs.
  const storageState = await context.storageState();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await startAnsweredChat(page, "First");
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

  // The open device knows nothing of it until it is looked at again. The other one is opened now.
  await lookAgain(open);
  await late.goto(page.url());
  await expect(chats(open).getByText("Replying")).toBeVisible();
  for (const each of [page, open, late]) {
    await expect(region(each, "ChatGPT 4")).toContainText("Half of gpt-4");
    await expect(region(each, "ChatGPT 5")).toContainText("Half of gpt-5");
    await expect(region(each, "Grok")).toContainText("Half of grok");
    await expect(region(each, "Claude 4")).toContainText("Half of claude");
  }
  // After a reload all four stand there with the first look, which reads the open answers once.
  const looked = new Set<string>();
  const shown = Promise.withResolvers<void>();
  const LOOKS = /\/rest\/v1\/rpc\/(open_answers)(?!.*p_chat_id)/;
  await page.route(LOOKS, async (route) => {
    const [, table = ""] = LOOKS.exec(route.request().url()) ?? [];
    if (looked.has(table)) await shown.promise;
    looked.add(table);
    await route.continue();
  });
  await page.reload();
  await expect(region(page, "ChatGPT 4")).toContainText("Half of gpt-4");
  await expect(region(page, "ChatGPT 5")).toContainText("Half of gpt-5");
  await expect(region(page, "Grok")).toContainText("Half of grok");
  await expect(region(page, "Claude 4")).toContainText("Half of claude");
  shown.resolve();
  await page.unrouteAll({ behavior: "wait" });

  // Four replies cost it one read a second at most: any six of them take five seconds.
  const reads = () =>
    open.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/rest\/v1\/(rpc\/open_answers|messages)/.test(name))
        .map(({ startTime }) => startTime),
    );
  const before = (await reads()).length;
  await expect
    .poll(async () => (await reads()).length, { timeout: 60_000 })
    .toBeGreaterThan(before + 5);
  const times = (await reads()).slice(before, before + 6);
  expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(4_900);

  // One is stopped on one device, one breaks off. The others go on: nobody waits a minute for a model's next word.
  for (const call of [gpt4, gpt5]) call.write(", and the rest");
  await region(open, "Grok").getByRole("button", { name: "Stop" }).click();
  await expect(composer(open)).toBeFocused();
  claude.cut();
  for (const each of [open, late, page]) {
    await expect(region(each, "Grok")).toContainText("You stopped this reply.");
    const broken = region(each, "Claude 4");
    await expect(broken).toContainText("Unfinished");
    await expect(broken).toContainText("Half of claude");
    await expect(broken.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(broken.getByRole("button", { name: "More" })).toBeVisible();
  }
  for (const call of [gpt4, gpt5]) call.finish();
  await page.reload();
  await expect(region(page, "Claude 4")).toContainText("Unfinished");
  await expect(region(page, "Claude 4")).toContainText("The connection to Claude 4 failed.");
  await region(page, "Claude 4").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy" }).click();
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
  for (const each of [page, open, late]) {
    await expect(region(each, "ChatGPT 5")).toContainText("and the rest");
    await lookUntil(each, async () => {
      await expect(region(each, "Claude 4")).toContainText("Whole this time", SOON);
      await expect(each.getByRole("button", { name: "Use this answer" })).toHaveCount(4, SOON);
    });
  }
  expect(await violationsOn(open)).toStrictEqual([]);

  // The others show what is chosen on one of them when they are looked at, and go on from it.
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

  // A device on which all four still stand side by side does not overrule what was chosen on another one.
  await page.reload();
  await expect(messages(page).last()).toContainText("The last reply");
  providers.script({ text: "From OpenAI" });
  providers.script({ text: "From xAI" }, "xai");
  providers.script({ text: "From Anthropic" }, "anthropic");
  await askAll(page, "Which one now?");
  for (const each of [page, open]) {
    await lookUntil(each, () =>
      expect(each.getByRole("button", { name: "Use this answer" })).toHaveCount(4, SOON),
    );
  }
  const reported = page.waitForResponse((response) =>
    Boolean(
      response.request().postData()?.includes("answerId") && response.url().endsWith("update_chat"),
    ),
  );
  await region(page, "Claude 4").getByRole("button", { name: "Use this answer" }).click();
  expect((await reported).status()).toBe(200);
  await expect(open.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  providers.forget();
  await send(open, "Go on");
  const given = () =>
    providers.requests("openai").map(({ messages }) => messages.slice(-3).map((it) => it.content));
  await expect
    .poll(given, { timeout: 20_000 })
    .toStrictEqual([["Which one now?", "From Anthropic", "Go on"]]);
  await expect(messages(open).last()).toContainText("From OpenAI");
  await expect(messages(open).nth(-3)).toContainText("From Anthropic");

  // A device that has heard nothing of a second reply goes on from the one that it shows.
  await lookUntil(page, () => expect(messages(page).last()).toContainText("From OpenAI", SOON));
  providers.script({ text: "Another one" }, "xai");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  await expect(messages(page).last()).toContainText("Another one");
  await expect(chatPane(page).getByText("2 of 2")).toBeVisible();
  await expect(messages(open).last()).toContainText("From OpenAI");
  providers.forget();
  await send(open, "And from here?");
  await expect
    .poll(given, { timeout: 20_000 })
    .toStrictEqual([["Go on", "From OpenAI", "And from here?"]]);
  await expect(messages(open).last()).toContainText("From OpenAI");

  // A chat that is deleted on one device while another one watches its reply is gone there too, without a trace.
  providers.script("by hand");
  await lookUntil(page, () => expect(messages(page).last()).toContainText("From OpenAI", SOON));
  await send(page, "And the last one?");
  const last = await providers.next();
  last.write("Never to be whole");
  await lookUntil(open, () => expect(chatPane(open)).toContainText("Never to be whole", SOON));
  await deleteChatByMenu(page, "First");
  await expect(toast(page, "Chat deleted")).toBeVisible();
  await expect(open.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(chats(open).getByRole("link")).toHaveCount(0);
  await expect(open.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(open.locator("body")).not.toContainText("Never to be whole");
  await expect(open.locator("output[aria-live]")).toHaveCount(0);
  await expect(open.locator("[data-sonner-toast]")).toHaveCount(0);
  await Promise.all(devices.map((device) => device.close()));
});
