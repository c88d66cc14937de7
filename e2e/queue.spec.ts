import { violationsOn } from "./support/axe.ts";
import {
  chatPane,
  composer,
  messages,
  send,
  startChatFromHome,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member queues messages while a reply runs: they wait visibly, can be taken back, survive a reload, go when the reply is whole, stay when it fails, and can wait to be put to all four models [composer.stop-stays] [composer.queue] [composer.queue-held]", async ({
  page,
  providers,
}) => {
  const waiting = page.getByRole("region", { name: "Waiting message" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const sendButton = page.getByRole("button", { name: "Send after this reply" });
  providers.script("by hand");
  await startChatFromHome(page, "First");
  const first = await providers.next();
  first.write("The first ");

  await expect(stop).toBeVisible();
  await expect(page.getByRole("button", { name: "Send message" })).toHaveCount(0);
  await composer(page).fill("Second");
  await expect(stop).toBeVisible();
  await sendButton.click();
  await expect(composer(page)).toHaveValue("");
  await expect(waiting).toContainText("Second");
  await expect(waiting).toContainText("Sent when the reply is complete.");
  await send(page, "Third");
  await expect(waiting).toHaveCount(2);

  // Taken back, before what is typed.
  await composer(page).fill("typed");
  await waiting.last().getByRole("button", { name: "Take back" }).click();
  await expect(composer(page)).toHaveValue("Third\n\ntyped");
  await expect(composer(page)).toBeFocused();
  await composer(page).fill("");
  await expect(waiting).toHaveCount(1);

  // It is there after a reload, in another tab too, and is sent once.
  await page.reload();
  await expect(waiting).toContainText("Second");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("region", { name: "Waiting message" })).toContainText("Second");
  providers.forget();
  first.write("reply.");
  first.finish();
  const second = await providers.next();
  expect(second.request.messages.at(-1)?.content).toBe("Second");
  await expect(waiting).toHaveCount(0);
  await expect(chatPane(page)).toContainText("The first reply.");
  second.write("The second reply.");
  second.finish();
  await expect(messages(page)).toHaveCount(4);
  expect(providers.count()).toBe(1);
  await other.close();

  // A reply that fails holds it back until its person decides.
  await send(page, "Fourth");
  const third = await providers.next();
  await send(page, "Fifth");
  await expect(waiting).toContainText("Fifth");
  third.fail(400);
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(waiting).toContainText("Not sent: the reply it waited for is not complete.");
  await waiting.getByRole("button", { name: "Send now" }).click();
  const fourth = await providers.next();
  expect(fourth.request.messages.at(-1)?.content).toContain("Fifth");
  fourth.write("The last reply.");
  fourth.finish();
  await expect(messages(page).last()).toContainText("The last reply.");
  await expect(waiting).toHaveCount(0);

  // A message can wait for its turn to be put to all four models.
  await send(page, "Sixth");
  const sixth = await providers.next();
  sixth.write("Half");
  await composer(page).fill("Seventh");
  await page.getByRole("button", { name: "Ask all four" }).click();
  await expect(waiting).toContainText("Seventh");
  await expect(waiting).toContainText("Sent to all four models when the reply is complete.");
  await page.reload();
  await expect(waiting).toContainText("Sent to all four models when the reply is complete.");
  sixth.finish();
  const asked = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  expect(new Set(asked.map(({ request }) => request.model)).size).toBe(4);
  for (const call of asked) {
    expect(call.request.messages.at(-1)?.content).toContain("Seventh");
    call.write("One of four.");
    call.finish();
  }
  await expect(page.getByRole("button", { name: "Use this answer" })).toHaveCount(4);
  await expect(waiting).toHaveCount(0);
});

test("a member who stops a reply finds what waited for it held, which never follows by itself what they send while it stops [composer.queue-held] [composer.stop-stays] [reply.stop]", async ({
  page,
  providers,
}) => {
  const HELD = "Not sent: the reply it waited for is not complete.";
  const waiting = page.getByRole("region", { name: "Waiting message" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const askAll = page.getByRole("button", { name: "Ask all four" });
  providers.script("by hand");
  await startChatFromHome(page, "First");
  const first = await providers.next();
  first.write("Half of it");
  await expect(chatPane(page)).toContainText("Half of it");
  await send(page, "Before");
  await expect(waiting).toContainText("Sent when the reply is complete.");

  // A Stop that fails changes nothing for those that wait.
  const reached = ["lost", "told"].map(() => Promise.withResolvers<void>());
  const [lost, told] = reached;
  const stops = [...reached];
  await page.route("**/send_message", async (route) => {
    const isStop = route.request().postData()?.includes('"stop":true') === true;
    const sent = isStop ? stops.shift() : undefined;
    await sent?.promise;
    await (sent !== undefined && sent === lost ? route.abort() : route.continue());
  });
  await stop.click();
  await expect(waiting).toContainText(HELD);
  await send(page, "Too early");
  await expect(waiting.last()).toContainText("Sent when the reply has ended.");
  lost?.resolve();
  await expect(waiting.last()).toContainText("Sent when the reply is complete.");
  await expect(waiting.first()).toContainText("Sent when the reply is complete.");
  await waiting.last().getByRole("button", { name: "Take back" }).click();
  await composer(page).fill("");
  await expect(waiting).toHaveCount(1);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await stop.click();
  await expect(stop).toHaveCount(0);
  await expect(waiting).toContainText(HELD);
  first.write(" and more");
  await expect(chatPane(other)).toContainText("Half of it and more");
  await other.close();
  await expect(chatPane(page)).not.toContainText("and more");
  await composer(page).fill("After");
  await askAll.click();
  await expect(waiting).toHaveCount(2);
  await expect(waiting.last()).toContainText("Sent to all four models when the reply has ended.");
  told?.resolve();
  const asked = await Promise.all([1, 2, 3, 4].map(() => providers.next()));
  for (const call of asked) {
    expect(call.request.messages.at(-1)?.content).toContain("After");
    call.write("One of four.");
  }
  await expect(messages(page).nth(1)).toContainText("Half of it and more");
  await expect(messages(page).nth(1)).toContainText("You stopped this reply.");
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText("Before");
  await expect(waiting).toContainText(HELD);
  for (const call of asked) call.finish();
  const use = page.getByRole("button", { name: "Use this answer" });
  await expect(use).toHaveCount(4);

  // It does not follow the next one either, until its person says so.
  await send(page, "Later");
  const later = await providers.next();
  expect(later.request.messages.at(-1)?.content).toBe("Later");
  await expect(waiting).toContainText(HELD);
  await waiting.getByRole("button", { name: "Send now" }).click();
  await expect(waiting).toContainText("Sent when the reply is complete.");
  later.write("The later reply.");
  later.finish();
  const before = await providers.next();
  expect(before.request.messages.at(-1)?.content).toBe("Before");
  before.write("Half of that");
  await expect(chatPane(page)).toContainText("Half of that");
  await send(page, "Last");
  await stop.click();
  await expect(page.getByText("You stopped this reply.")).toHaveCount(2);
  await expect(waiting).toContainText(HELD);

  // Nor does it follow another reply to the question that was stopped.
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain("held");
  await page.getByRole("button", { name: "Ask again" }).last().click();
  await page.getByRole("menuitem", { name: "Grok" }).click();
  const again = await providers.next();
  again.write("Another reply");
  await expect(chatPane(page)).toContainText("Another reply");
  await expect(waiting).toContainText(HELD);
  again.finish();
  await expect(stop).toHaveCount(0);
  await waiting.getByRole("button", { name: "Send now" }).click();
  const last = await providers.next();
  expect(last.request.messages.at(-1)?.content).toBe("Last");
  last.write("The last reply.");
  last.finish();
  await expect(chatPane(page)).toContainText("The last reply.");
  await expect(waiting).toHaveCount(0);
});

for (const width of [390, 1280]) {
  test.describe(`in a window of ${width} pixels`, () => {
    test.use({ hasTouch: width < 500, viewport: { width, height: 800 } });

    test("a member with text in the box stops a reply, and stops one to send at once what waits for it [composer.stop-stays] [composer.queue]", async ({
      page,
      providers,
    }) => {
      const waiting = page.getByRole("region", { name: "Waiting message" });
      const stop = page.getByRole("button", { name: "Stop", exact: true });
      const now = waiting.getByRole("button", { name: "Stop and send now" });
      providers.script("by hand");
      await startChatFromHome(page, "First");
      (await providers.next()).write("Half of it");
      await expect(chatPane(page)).toContainText("Half of it");
      await send(page, "Second");
      await send(page, "Third");
      await composer(page).fill("typed");
      await expect(stop).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("button", { name: "Send after this reply" })).toBeEnabled();
      expect(await violationsOn(page)).toStrictEqual([]);

      await now.first().click();
      const second = await providers.next();
      expect(second.request.messages.at(-1)?.content).toBe("Second");
      await expect(messages(page).nth(1)).toContainText("You stopped this reply.");
      await expect(waiting).toHaveCount(1);
      await expect(waiting).toContainText("Sent when the reply is complete.");
      await expect(composer(page)).toHaveValue("typed");
      second.write("All of it");
      second.finish();
      const third = await providers.next();
      expect(third.request.messages.at(-1)?.content).toBe("Third");
      third.write("Half of that");
      await expect(chatPane(page)).toContainText("Half of that");
      await stop.click();
      await expect(page.getByText("You stopped this reply.")).toHaveCount(2);
      await expect(page.getByRole("button", { name: "Send message" })).toBeEnabled();
      await expect(composer(page)).toHaveValue("typed");
    });
  });
}
