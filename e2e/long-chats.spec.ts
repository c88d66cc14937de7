import type { Locator, Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { boxOf } from "./support/box-of.ts";
import { numbered, writeHistory } from "./support/chat-history.ts";
import {
  chats,
  chatPane,
  composer,
  ECHO,
  messages,
  send,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";
import { layoutShift } from "./support/watch.ts";

/** Turns the wheel over the messages by so much, in notches of 100 px. */
async function turnWheel(page: Page, by: number): Promise<void> {
  await chatPane(page).hover();
  for (let turned = 0; turned < Math.abs(by); turned += 100)
    await page.mouse.wheel(0, Math.sign(by) * 100);
}

/** How far the pane is scrolled once it stands still for thirty frames. */
const standsAt = (page: Page) =>
  chatPane(page).evaluate(
    (pane) =>
      new Promise<number>((resolve) => {
        let last = { top: pane.scrollTop, frames: 0 };
        const look = () => {
          const { scrollTop: top } = pane;
          last = top === last.top ? { top, frames: last.frames + 1 } : { top, frames: 0 };
          if (last.frames < 30) requestAnimationFrame(look);
          else resolve(top);
        };
        look();
      }),
  );

/** Notes every place at which a message stands below the top edge of the pane, from when it comes. */
const watchPlaces = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const places: number[] = [];
    const look = () => {
      const pane = document.querySelector("[aria-label=Conversation]");
      const all = [...(pane?.querySelectorAll("[data-message]") ?? [])];
      const message = all.find((it) => it.textContent.includes(wanted));
      if (pane && message) {
        const edge = pane.getBoundingClientRect().top;
        const place = Math.round(message.getBoundingClientRect().top - edge);
        if (places.at(-1) !== place) places.push(place);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { places });
  }, text);
const places = (page: Page) =>
  page.evaluate(() => (window as unknown as { places: number[] }).places);

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`a member's question goes to the top at once and stays there while its reply grows and ends, ${width} px wide [conversation.scrolls]`, async ({
    page,
    providers,
    history,
  }) => {
    const [chatId = ""] = await history.chats(["Followed"]);
    await history.messages(chatId, numbered(40));
    await page.setViewportSize({ width, height });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page).last()).toBeInViewport();
    await watchPlaces(page, "A new question");
    providers.script("by hand");
    await send(page, "A new question");
    const call = await providers.next();
    for (const text of ["The first line.\n", "Some of it.\n".repeat(60)]) {
      call.write(text);
      await expect(chatPane(page)).toContainText(text.slice(0, 9));
    }
    call.end("The end.");
    await expect(messages(page).last()).toContainText("The end.");
    expect(await places(page)).toEqual([24]);

    // The same for a short one, whose room stays after its end, and from a place far above.
    await turnWheel(page, -3000);
    await watchPlaces(page, "A short one");
    providers.script({ text: "Short." });
    await send(page, "A short one");
    await expect(messages(page).last()).toContainText("Short.");
    expect(await places(page)).toEqual([24]);
    await expect(page.getByRole("button", { name: "Jump to newest" })).toBeHidden();

    // And for one that is folded, where the window leaves room for its reply.
    if (height < 800) return;
    await watchPlaces(page, "A long one");
    await send(page, `A long one\n${"with many lines\n".repeat(30)}`);
    await expect(messages(page).last()).toContainText("Short.");
    expect(await places(page)).toEqual([24]);
  });

  test(`a member who turns the wheel while a reply grows and ends is where the wheel has led, ${width} px wide [conversation.scrolls]`, async ({
    page,
    providers,
    history,
  }) => {
    const [chatId = ""] = await history.chats(["Followed"]);
    await history.messages(chatId, numbered(40));
    await page.setViewportSize({ width, height });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page).last()).toBeInViewport();
    const jump = page.getByRole("button", { name: "Jump to newest" });
    providers.script("by hand");
    await send(page, "A new question");
    const call = await providers.next();
    call.write("Some of it.\n".repeat(120));
    await expect(jump).toBeVisible();
    expect(await boxOf(jump)).toMatchObject({ width: 36, height: 36 });
    await jump.click();
    await expect(jump).toBeHidden();
    const before = await standsAt(page);
    // Each piece would carry a reader who is followed to the end.
    const write = async () => {
      for (let piece = 0; piece < 12; piece += 1) {
        call.write("More of it.\n");
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      call.end("The end.");
    };
    await Promise.all([turnWheel(page, -600), write()]);
    await expect(messages(page).last()).toContainText("The end.");
    const after = await standsAt(page);
    // Followed to the first pieces, perhaps, and then 600 px up.
    expect(after).toBeGreaterThanOrEqual(before - 600);
    expect(after).toBeLessThan(before - 600 + 12 * 40);
    await expect(jump).toBeVisible();

    // A key leads to the end, and there the next reply is read from its question.
    await chatPane(page).focus();
    await page.keyboard.press("End");
    await expect(jump).toBeHidden();
  });
}

test("a member reads on by wheel from a message found among a thousand, and stays there; a print says what it leaves out [search.reads-on] [look.print]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Long"]);
  const ids = await history.messages(chatId, numbered(1000));
  await page.goto(`/chats/${chatId}#${ids[300]}`);
  await expect(messages(page).filter({ hasText: "Message 300." })).toBeInViewport();
  await turnWheel(page, 6000);
  await standsAt(page);
  const inView = () =>
    messages(page).evaluateAll((all) => {
      const pane = document.querySelector("[aria-label=Conversation]")?.getBoundingClientRect();
      const seen = all.find((it) => it.getBoundingClientRect().top >= (pane?.top ?? 0));
      return Number(/Message (\d+)/.exec(seen?.textContent ?? "")?.[1]);
    });
  // As many as 6,000 px hold: one is 44 to 100 px high.
  const read = await inView();
  expect(read).toBeGreaterThan(320);
  expect(read).toBeLessThan(440);
  await page.waitForLoadState("networkidle");
  await standsAt(page);
  expect(await inView()).toBe(read);
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();

  // The first wheel takes 18,000 px to the end of all that is loaded; more comes, and no reader is carried along.
  await turnWheel(page, 18_000);
  await standsAt(page);
  await page.waitForLoadState("networkidle");
  const end = await inView();
  expect(end).toBeGreaterThan(read);
  expect(end).toBeLessThan(900);
  await standsAt(page);
  expect(await inView()).toBe(end);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Earlier and later messages are not printed.")).toBeVisible();
});

/** Where a message's top edge is on the screen. */
const topOf = (page: Page, text: string) =>
  messages(page)
    .filter({ hasText: text })
    .evaluate((element) => element.getBoundingClientRect().top);

test("a reply grows below its question at the top; a member at its end is followed, and finds the newest message again [conversation.scrolls]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = "", long = ""] = await history.chats(["Followed", "Long"]);
  await history.messages(chatId, numbered(40));
  const jump = page.getByRole("button", { name: "Jump to newest" });
  const distance = () =>
    chatPane(page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
  /** How far a message is below the top edge of the pane. */
  const below = async (text: string) => {
    const { y } = await boxOf(chatPane(page));
    return Math.round((await topOf(page, text)) - y);
  };
  const lines = (word: string) => `${word} of it.\n`.repeat(40);
  for (const [width, question] of [
    [390, "Many lines, narrow"],
    [1280, "Many lines, wide"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page).last()).toBeInViewport();
    providers.script("by hand");
    await send(page, question);
    const call = await providers.next();
    call.write("The first line.\n");
    await expect(chatPane(page)).toContainText("The first line.");
    await expect.poll(distance).toBeLessThan(2);

    // The question goes to the top edge, and stays there.
    call.write(lines("Some"));
    await expect(jump).toBeVisible();
    await expect.poll(() => below(question)).toBe(24);
    call.write(lines("More"));
    await expect(chatPane(page)).toContainText("More of it.");
    await expect.poll(distance).toBeGreaterThan(1600);
    expect(await below(question)).toBe(24);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
    expect(await violationsOn(page)).toStrictEqual([]);

    // Who goes to the end is followed again.
    await jump.click();
    await expect(jump).toBeHidden();
    call.write(lines("Even more"));
    await expect.poll(() => below(question)).toBeLessThan(-2500);
    await expect.poll(distance).toBeLessThan(2);
    await chatPane(page).hover();
    await page.mouse.wheel(0, -600);
    await expect(jump).toBeVisible();
    const middleOf = async (part: Locator) => {
      const { x, width } = await boxOf(part);
      return x + width / 2;
    };
    expect(await middleOf(jump)).toBeCloseTo(await middleOf(chatPane(page)), 0);
    const place = await below(question);
    call.end(lines("The last"));
    await expect(messages(page).last()).toContainText("The last of it.");
    expect(await below(question)).toBe(place);
    await page.mouse.wheel(0, 9000);
    await expect(jump).toBeHidden();
    await expect.poll(distance).toBeLessThan(2);
    providers.script(ECHO);
    await send(page, `A short answer, ${width}`);
    await expect(messages(page).last()).toContainText(`You asked: A short answer, ${width}`);
    await expect.poll(distance).toBeLessThan(2);
    await expect(jump).toBeHidden();
  }

  // In a window that shows all there is nothing to jump to.
  await chatPane(page).evaluate((pane) => pane.scrollTo(0, 0));
  await expect(jump).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 16_000 });
  await expect(jump).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });

  await history.messages(long, numbered(260));
  await page.goto(`/chats/${long}`);
  await expect(messages(page).last()).toContainText("Message 259.");
  const goTo = (end: "top" | "end") =>
    chatPane(page).evaluate(
      (pane, to) => pane.scrollTo(0, to === "top" ? 0 : pane.scrollHeight),
      end,
    );
  for (const oldest of [160, 110]) {
    await goTo("top");
    await expect(messages(page).first()).toContainText(`Message ${oldest}.`);
  }
  await goTo("top");
  await goTo("end");
  await expect(messages(page).last()).toContainText("Message 259.");
  await expect(messages(page).last()).toBeInViewport();
});

test("a member selects words at the end of a growing reply alone, and the page does not follow it meanwhile [conversation.scrolls]", async ({
  page,
  providers,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Selected"]);
  await history.messages(chatId, numbered(4));
  await page.goto(`/chats/${chatId}`);
  await expect(messages(page)).toHaveCount(4);
  providers.script("by hand");
  await send(page, "Many lines");
  const call = await providers.next();
  const lines = (word: string) => `${word} of it.\n`.repeat(40);
  call.write(lines("Some"));
  const jump = page.getByRole("button", { name: "Jump to newest" });
  await jump.click();
  call.write(lines("More"));
  const last = chatPane(page).getByText("More of it.").last();
  await expect(last).toBeInViewport();
  await expect(jump).toBeHidden();
  const top = await standsAt(page);
  const place = await last.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const rect = [...range.getClientRects()].findLast(({ width }) => width > 20);
    return rect && { x: rect.left, y: (rect.top + rect.bottom) / 2 };
  });
  if (place === undefined) throw new Error("There is no line.");
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  call.write(lines("Even more"));
  await expect(chatPane(page)).toContainText("Even more of it.");
  expect(await standsAt(page)).toBe(top);
  await page.mouse.move(place.x + 200, place.y, { steps: 5 });
  call.write(lines("Yet more"));
  await expect(chatPane(page)).toContainText("Yet more of it.");
  expect(await standsAt(page)).toBe(top);
  await page.mouse.up();
  await expect(jump).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("More of it.");

  // A press that selects nothing holds nothing up.
  await jump.press("Enter");
  await expect(jump).toBeHidden();
  await page.mouse.click(place.x, place.y);
  call.end(lines("The last"));
  await expect(messages(page).last()).toContainText("The last of it.");
  await standsAt(page);
  await expect(jump).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a member who takes a waiting message back is still followed at the end of the reply [conversation.scrolls]", async ({
    page,
    providers,
    history,
  }) => {
    const [chatId = ""] = await history.chats(["Taken back"]);
    await history.messages(chatId, numbered(4));
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page)).toHaveCount(4);
    providers.script("by hand");
    await send(page, "Many lines");
    const call = await providers.next();
    call.write("Some of it.\n".repeat(60));
    const jump = page.getByRole("button", { name: "Jump to newest" });
    await jump.click();
    await send(page, "And then?");
    const back = page.getByRole("button", { name: "Take back" });
    await expect(back).toBeInViewport();
    await standsAt(page);
    await back.tap();
    await expect(composer(page)).toHaveValue("And then?");
    call.write("More of it.\n".repeat(60));
    await expect(chatPane(page)).toContainText("More of it.");
    await standsAt(page);
    await expect(jump).toBeHidden();
    const distance = () =>
      chatPane(page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
    await expect.poll(distance).toBeLessThan(2);
    call.end("The last.");
    await expect(messages(page).last()).toContainText("The last.");
  });
});

test("a member with 2,000 chats gets them page by page, newest first, and steps past the last page by keys [chats.list] [shortcuts.chats]", async ({
  page,
  history,
}) => {
  const titled = Array.from({ length: 2000 }, (_, index) => `Chat number ${index}`);
  const ids = await history.chats(titled);
  await page.goto("/");
  const rows = chats(page).getByRole("listitem");
  await expect(rows).toHaveCount(50);
  for (const count of [100, 150, 200]) {
    await rows.last().scrollIntoViewIfNeeded();
    await chats(page).getByRole("link").last().focus();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  }
  const titles = await chats(page).getByRole("link").allTextContents();
  expect(titles).toStrictEqual(titles.map((_, index) => `Chat number ${index}`));
  await page.goto(`/chats/${ids[40]}`);
  await expect(chats(page).getByRole("link", { name: "Chat number 40" })).toBeInViewport();

  // In a narrow window the list is closed, so that nothing is loaded by scrolling.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/chats/${ids[49]}`);
  await expect(composer(page)).toBeVisible();
  for (const index of [50, 51]) {
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await expect(page).toHaveURL(`/chats/${ids[index]}`);
  }
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(page).toHaveURL(`/chats/${ids[50]}`);
});

test("a member never sees messages of a chat that loads late, and reads 'This conversation is not here' at a wrong address [conversation.right-chat] [routes.junk-chat]", async ({
  page,
  product,
  member,
  history,
}) => {
  const [slow = "", quick = ""] = await history.chats(["Slow", "Quick"]);
  await history.messages(slow, ["In the slow one", "Slow reply"]);
  await history.messages(quick, ["In the quick one", "Quick reply"]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(`**/rest/v1/messages*${slow}*`, async (route) => {
    const response = await route.fetch();
    await held;
    // Fails when the page has cancelled the request.
    await route.fulfill({ response }).catch(() => {});
    arrive();
  });
  await page.goto("/");
  const asked = page.waitForRequest(
    (request) => request.url().includes(`messages?`) && request.url().includes(slow),
  );
  await chats(page).getByRole("link", { name: "Slow" }).click();
  await asked;
  await chats(page).getByRole("link", { name: "Quick" }).click();
  await expect(messages(page)).toHaveText([/In the quick one/, /Quick reply/]);
  release();
  await late;
  await expect(messages(page)).toHaveText([/In the quick one/, /Quick reply/]);
  await page.unrouteAll();

  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (const junk of ["junk", crypto.randomUUID(), "%00", "..%2f..%2fetc"]) {
    await page.goto(`/chats/${junk}`);
    await expect(
      page.getByRole("heading", { name: "This conversation is not here" }),
      junk,
    ).toBeVisible();
    await expect(page.getByPlaceholder("Send a message...")).toHaveCount(0);
  }
  const stranger = await product.newMember("active");
  const [theirs = ""] = await (await writeHistory(product, stranger)).chats(["Theirs"]);
  await page.goto(`/chats/${theirs}`);
  await expect(page.getByRole("heading", { name: "This conversation is not here" })).toBeVisible();
  await expect(toast(page, "Error")).toHaveCount(0);
  expect(errors).toStrictEqual([]);
  expect(member.email).not.toBe(stranger.email);
});
