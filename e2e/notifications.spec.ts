import type { BrowserContext, Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { messages, send, startChatFromHome, test } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const tellSwitch = (page: Page) =>
  page.getByRole("switch", { name: "Tell me when a reply is done" });

/** Puts a stand-in in the place of the system's notifications. `answer` is what the person says when they are asked. */
const replaceNotifications = (context: BrowserContext, answer: NotificationPermission) =>
  context.addInitScript((permission) => {
    const KEY = "test-permission";
    class Shown extends EventTarget {
      static all: Shown[] = [];
      static get permission() {
        return localStorage.getItem(KEY) ?? "default";
      }
      static requestPermission() {
        localStorage.setItem(KEY, permission);
        return Promise.resolve(permission);
      }
      readonly text: string;
      constructor(title: string, { body }: { body: string }) {
        super();
        this.text = `${title}: ${body}`;
        Shown.all.push(this);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Shown });
  }, answer);

const shownTo = (page: Page) =>
  page.evaluate(() =>
    (Notification as unknown as { all: { text: string }[] }).all.map(({ text }) => text),
  );

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("a member who asked for it is told once of a reply that was finished behind their back, and is led to it [account.tell] [account.tell-once]", async ({
  page,
  context,
  member,
  providers,
}) => {
  await replaceNotifications(context, "granted");
  await page.goto("/settings/account");
  await expect(page.getByText(member.email).first()).toBeVisible();
  await expect(tellSwitch(page)).not.toBeChecked();
  await tellSwitch(page).focus();
  await page.keyboard.press("Space");
  await expect(tellSwitch(page)).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await expect(tellSwitch(page)).toBeChecked();

  // Watched: no notification.
  await startChatFromHome(page, "What is the first thing?");
  await expect(messages(page).last()).toContainText("You asked: What is the first thing?");
  const path = new URL(page.url()).pathname;

  providers.script("by hand");
  /** Asks, does something while the reply is written, and has the reply finished. */
  const ask = async (question: string, meanwhile: () => Promise<void>) => {
    await send(page, question);
    const reply = await providers.next();
    reply.write(`About: ${question}`);
    await expect(messages(page).last()).toContainText(question);
    await expect(page.getByText(`About: ${question}`)).toBeVisible();
    await meanwhile();
    reply.finish();
  };

  // Hidden, in two tabs that both show the chat.
  const second = await context.newPage();
  await second.goto(path);
  await expect(messages(second)).toHaveCount(2);
  await ask("And the second?", async () => {
    await setHidden(page, true);
    await setHidden(second, true);
  });
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(second)).toHaveCount(4);
  const inBoth = async () => [...(await shownTo(page)), ...(await shownTo(second))];
  await expect.poll(inBoth).toEqual(["Reply ready: What is the first thing?"]);

  // Hidden here, and watched in the other tab.
  await setHidden(page, false);
  await setHidden(second, false);
  await ask("And the third?", () => setHidden(page, true));
  await expect(messages(page)).toHaveCount(6);

  // Hidden while another screen is open: the notification leads to the chat.
  await setHidden(page, false);
  await second.goto("/settings");
  const before = (await shownTo(page)).length;
  await ask("And the fourth?", async () => {
    await page.getByRole("link", { name: "Quartet" }).first().click();
    await expect(page).toHaveURL("/");
    await setHidden(page, true);
  });
  await expect.poll(async () => (await shownTo(page)).length).toBe(before + 1);
  await page.evaluate(() => {
    const { all } = Notification as unknown as { all: EventTarget[] };
    all.at(-1)?.dispatchEvent(new Event("click"));
  });
  await expect(page).toHaveURL(path);

  // Switched off: no notification.
  await second.getByRole("link", { name: /Account Settings/ }).click();
  await tellSwitch(second).click();
  await expect(tellSwitch(second)).not.toBeChecked();
  await setHidden(page, false);
  await ask("And the last?", () => setHidden(page, true));
  await expect(messages(page)).toHaveCount(10);
  expect(await shownTo(page)).toHaveLength(before + 1);
});

test("a member whose browser shows no notifications reads why the switch stays off [account.tell-refused]", async ({
  page,
  context,
  member,
}) => {
  await replaceNotifications(context, "denied");
  await page.goto("/settings/account");
  await expect(page.getByText(member.email).first()).toBeVisible();
  await tellSwitch(page).click();
  await expect(page.getByText("Allow them in the browser's settings first.")).toBeVisible();
  await expect(tellSwitch(page)).not.toBeChecked();

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Notification"));
  await page.reload();
  await expect(page.getByText("This browser cannot show notifications.")).toBeVisible();
  await expect(tellSwitch(page)).toBeDisabled();
});
