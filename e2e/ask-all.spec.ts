import type { Locator, Page } from "@playwright/test";
import type { ScriptedProvider } from "../tests/support/providers/scripted-provider.ts";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import {
  chatPane,
  composer,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  test,
  toast,
  answerCard as region,
  askAll,
} from "./support/chat-page.ts";
import { asVisitor, expect, logInThroughForm } from "./support/product.ts";

test("a member asks all four in a new chat, stops and retries single ones, and goes on from one [answers.all] [answers.all-each] [answers.all-use] [answers.one-down]", async ({
  page,
  providers,
}) => {
  test.slow();
  providers.forget();
  providers.script({ text: "From OpenAI" }, "openai");
  providers.script("by hand", "xai");
  providers.script({ failure: { status: 400 } }, "anthropic");
  await page.goto("/");
  await askAll(page, "Which one?", homeBox(page));
  await expect(page).toHaveURL(/\/chats\//);
  const call = await providers.next();
  call.write("From xAI");

  for (const label of ["ChatGPT 4", "ChatGPT 5"]) {
    await expect(region(page, label)).toContainText("From OpenAI");
  }
  await expect(region(page, "Grok")).toContainText("From xAI");
  await expect(region(page, "Claude 4")).toContainText("could not answer this question");
  await expect(messages(page)).toHaveCount(1);
  expect(await violationsOn(page)).toStrictEqual([]);

  // The question stays in view. A reader stays where they scrolled while a reply grows, and only pane and cards scroll.
  call.write("\nand more".repeat(80));
  await expect(region(page, "Grok")).toContainText("and more");
  await expect(messages(page).first()).toBeInViewport({ ratio: 1 });
  const question = await boxOf(messages(page).first());
  const grid = await boxOf(region(page, "Grok").locator(".."));
  expect(grid.y - question.y - question.height).toBe(12);
  const top = await chatPane(page).evaluate((pane) => {
    pane.scrollTo(0, 40);
    return pane.scrollTop;
  });
  call.write("\nand yet more".repeat(20));
  await expect(region(page, "Grok")).toContainText("and yet more");
  expect(top).toBe(40);
  expect(await chatPane(page).evaluate((pane) => pane.scrollTop)).toBe(top);
  const scrolling = await chatPane(page).evaluate((pane) =>
    [...pane.querySelectorAll("*")].filter(
      (it) =>
        !it.matches("[data-body]") &&
        /auto|scroll/.test(getComputedStyle(it).overflowY) &&
        it.scrollHeight > it.clientHeight,
    ),
  );
  expect(scrolling).toHaveLength(0);

  // What waits is brought into view when it is sent.
  await send(page, "And then?");
  await expect(page.getByRole("region", { name: "Waiting message" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Take back" }).click();
  await composer(page).fill("");

  // The same after a reload in the middle.
  await page.reload();
  await expect(region(page, "Grok")).toContainText("From xAI");
  await expect(region(page, "ChatGPT 5")).toContainText("From OpenAI");
  await region(page, "Grok").getByRole("button", { name: "Stop" }).click();
  await expect(region(page, "Grok")).toContainText("You stopped this reply.");
  providers.script({ text: "From Anthropic" }, "anthropic");
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

  // What each was given.
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
  await expect(messages(page).nth(3)).toContainText("From Anthropic");
  expect(providers.requests("anthropic")[0]?.messages.slice(-3)).toStrictEqual([
    { role: "user", content: "Which one?" },
    { role: "assistant", content: "From Anthropic" },
    { role: "user", content: "And then?" },
  ]);
  expect(providers.count()).toBe(1);
});

for (const width of [390, 1280]) {
  test.describe(`in a window of ${width} pixels`, () => {
    const isPhone = width === 390;
    test.use({ hasTouch: isPhone, isMobile: isPhone, viewport: { width, height: 800 } });

    test("a member finds 'Ask all four' before the first key, and asks by Ctrl+Enter [answers.all-button]", async ({
      page,
      providers,
    }) => {
      const askAll = page.getByRole("button", { name: "Ask all four" });
      const word = askAll.getByText("Ask all four");
      // On a phone three of the four are behind their tabs.
      const done = page.getByRole("button", { name: "Use this answer", includeHidden: true });
      await page.goto("/");
      // In the shell already, and nothing moves when something is typed.
      await expect(askAll).toBeDisabled();
      await expect(word).toBeVisible();
      const before = await boxOf(askAll);
      const expectRoom = async (box: Locator) => {
        if (!isPhone) return;
        await page.setViewportSize({ width: 360, height: 800 });
        await expect.poll(() => box.evaluate((it) => it.clientWidth)).toBeGreaterThanOrEqual(180);
        await page.setViewportSize({ width, height: 800 });
      };
      await expectRoom(homeBox(page));
      await homeBox(page).press("Control+Enter");
      await homeBox(page).fill("Which one?");
      expect(await boxOf(askAll)).toStrictEqual(before);
      expect(await violationsOn(page)).toStrictEqual([]);
      await homeBox(page).press("Control+Enter");
      await expect(done).toHaveCount(4);
      await expectRoom(composer(page));
      if (isPhone) {
        await page.setViewportSize({ width: 320, height: 800 });
        const names = await page.getByRole("tab").evaluateAll((tabs) =>
          tabs.map((tab) => {
            const range = new Range();
            if (tab.firstChild) range.selectNode(tab.firstChild);
            return range.getBoundingClientRect();
          }),
        );
        for (const [at, { right }] of names.slice(0, 3).entries())
          expect((names[at + 1]?.left ?? 0) - right).toBeGreaterThan(8);
      }

      for (const count of [2, 3]) {
        await expect(word).toBeVisible();
        await composer(page).fill(`Number ${count}`);
        await composer(page).press("Meta+Enter");
        await expect(chatPane(page).getByText(`Number ${count}`, { exact: true })).toBeVisible();
        await expect(done).toHaveCount(count === 2 ? 4 : 3);
        providers.script({ failure: { status: 400 } }, "xai");
      }
      await expect(word).toBeVisible({ visible: !isPhone });
      // One that fails says so in its card.
      if (isPhone) await page.getByRole("tab", { name: "Grok" }).tap();
      await expect(region(page, "Grok")).toContainText("could not answer this question");
      await expect(chatPane(page).getByRole("heading", { name: "No reply" })).toHaveCount(1);
      providers.script({ text: "From xAI" }, "xai");
      await region(page, "Grok").getByRole("button", { name: "Retry" }).click();
      await expect(region(page, "Grok")).toContainText("From xAI");

      // While a reply runs, 'Stop' stands beside it.
      providers.script("by hand");
      await send(page, "And then?");
      const call = await providers.next();
      call.write("One");
      await composer(page).fill("More");
      await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
      await expectRoom(composer(page));
      expect(await violationsOn(page)).toStrictEqual([]);
    });
  });
}

/** Asks all four in a chat. The first request reaches the server; the other three never will. */
async function askAllAndReachOne(page: Page, providers: ScriptedProvider) {
  providers.forget();
  for (const name of ["openai", "xai", "anthropic"] as const)
    providers.script({ text: `From ${name}` }, name);
  await startAnsweredChat(page, "First");
  let sent = 0;
  const held = Promise.withResolvers<void>();
  await page.route("**/api/send_message", async (route) => {
    sent += 1;
    if (sent === 1) return route.continue();
    if (sent === 4) held.resolve();
  });
  await askAll(page, "Which one?");
  await held.promise;
}

async function expectFourReplies(page: Page, providers: ScriptedProvider) {
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  await expect(region(page, "Claude 4")).toContainText("From anthropic");
  await expect(chatPane(page).getByText("No reply")).toHaveCount(0);
  expect(providers.count()).toBe(5);
}

test("a member who reloads right after asking all four gets every reply, each from one call [answers.all-each]", async ({
  page,
  providers,
}) => {
  await askAllAndReachOne(page, providers);
  await page.unroute("**/api/send_message");
  await page.reload();
  await expectFourReplies(page, providers);
});

test("a member who closes the page right after asking all four gets every reply on another device, each from one call [answers.all-each]", async ({
  page: closed,
  device: page,
  providers,
}) => {
  await askAllAndReachOne(closed, providers);
  const address = closed.url();
  await closed.close();
  await page.goto(address);
  await expectFourReplies(page, providers);
  // After a reload nothing is asked for again, and nothing says 'Thinking...'.
  await page.addInitScript(() => {
    const noteThinking = () => {
      if (document.body?.textContent.includes("Thinking..."))
        sessionStorage.setItem("thought", "yes");
    };
    new MutationObserver(noteThinking).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  expect(await page.evaluate(() => sessionStorage.getItem("thought"))).toBeNull();
  expect(providers.count()).toBe(5);
});

test("a member asks those of four again together that failed, and not the one that has replied [answers.all-each]", async ({
  page,
  providers,
}) => {
  providers.script({ failure: { status: 400 } });
  providers.script({ text: "From xAI" }, "xai");
  await page.goto("/");
  await askAll(page, "Which one?", homeBox(page));
  const all = page.getByRole("button", { name: "Try all again" });
  const retries = page.getByRole("button", { name: "Retry", includeHidden: true });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(retries).toHaveCount(3);
    await expect(all).toBeInViewport({ ratio: 1 });
    expect(await violationsOn(page)).toStrictEqual([]);
  }
  providers.forget();
  providers.script({ text: "At last" });
  await all.click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const label of ["ChatGPT 4", "ChatGPT 5", "Claude 4"]) {
      if (width === 390) await page.getByRole("tab", { name: label }).click();
      await expect(region(page, label)).toContainText("At last");
    }
    await expect(retries.or(all)).toHaveCount(0);
  }
  expect(providers.requests("xai")).toHaveLength(0);
  expect(providers.count()).toBe(3);
});

test("a member who retries an unfinished one of four replies on another device still reads on both why another failed [answers.all-each] [answers.unfinished]", async ({
  page,
  device,
  providers,
}) => {
  test.slow();
  const claude = (each: Page) => region(each, "Claude 4");
  providers.script({ text: "From OpenAI" }, "openai");
  providers.script({ failure: { status: 400 } }, "xai");
  providers.script("by hand", "anthropic");
  await page.goto("/");
  await askAll(page, "Which one?", homeBox(page));
  await expect(page).toHaveURL(/\/chats\//);
  const first = await providers.next();
  first.write("Half of it");
  await expect(claude(page)).toContainText("Half of it");
  first.cut();
  await expect(claude(page)).toContainText("Unfinished");

  // Its text stays until the retry has some. When that breaks off too, the card says so.
  await device.goto(page.url());
  await claude(device).getByRole("button", { name: "Retry" }).click();
  const second = await providers.next();
  await expect(claude(device).getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(claude(device)).toContainText("Half of it");
  await expect(claude(device)).not.toContainText("Unfinished");
  await expect(device.getByRole("region", { name: /^(ChatGPT|Grok|Claude)/ })).toHaveCount(4);
  second.write("More than half");
  await expect(claude(device)).toContainText("More than half");
  await expect(claude(device)).not.toContainText("Half of it");
  await expect(claude(device).getByRole("button", { name: "Stop" })).toBeVisible();
  second.cut();
  await expect(claude(device)).toContainText(/More than half.*Unfinished/s);

  await page.reload();
  await expect(claude(page)).toContainText("More than half");
  providers.script({ text: "From Anthropic" }, "anthropic");
  await claude(page).getByRole("button", { name: "Retry" }).click();
  await expect(claude(page)).toContainText("From Anthropic");
  await device.reload();
  for (const each of [page, device, page]) {
    await expect(claude(each)).toContainText("From Anthropic");
    await expect(region(each, "ChatGPT 5")).toContainText("From OpenAI");
    await expect(region(each, "Grok")).toContainText(
      "Grok could not answer this question. Please choose another model.",
    );
    await expect(region(each, "Grok").getByRole("button", { name: "Retry" })).toBeVisible();
    await page.reload();
  }
  providers.script({ text: "From xAI" }, "xai");
  await region(device, "Grok").getByRole("button", { name: "Retry" }).click();
  await expect(region(device, "Grok")).toContainText("From xAI");
  await expect(device.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
});

asVisitor(
  "a visitor who asks all four is asked to log in and keeps what they typed [login-prompt.opens]",
  async ({ page, product, context }) => {
    await page.goto("/");
    await askAll(page, "Which one?", homeBox(page));
    const prompt = page.getByRole("dialog", { name: "Log in to continue" });
    await expect(prompt).toBeVisible();
    await prompt.getByRole("button", { name: "Cancel" }).click();
    await expect(homeBox(page)).toHaveValue("Which one?");

    // Somebody on trial reads once that it needs a membership.
    await logInThroughForm(page, await product.newMember("trial"));
    await expect(homeBox(page)).toHaveValue("Which one?");
    await page.getByRole("button", { name: "Ask all four" }).click();
    await expect(toast(page, "You need an active membership to create chats.")).toHaveCount(1);
    await expect(homeBox(page)).toHaveValue("Which one?");
    await context.close();
  },
);
