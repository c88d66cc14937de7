import type { Page, Route } from "@playwright/test";
import {
  chats,
  composer,
  chatPane,
  homeBox,
  messages,
  send,
  startAnsweredChat,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

const sendFromHome = async (page: Page, text: string) => {
  await page.goto("/");
  await send(page, text, homeBox(page));
};

const FAULTS: [string, (route: Route) => Promise<void>][] = [
  ["a gateway's fault", (route) => route.fulfill({ status: 502, body: "<html>Bad gateway" })],
  ["a server fault", (route) => route.fulfill({ status: 500, json: { error: "Out of order." } })],
  ["an aborted response", (route) => route.abort()],
];
test("a member sees the reply and no error when a fault or an aborted response follows a stored message [failed.uncertain]", async ({
  page,
  history,
  providers,
}) => {
  const sent: string[] = [];
  for (const [name, answer] of FAULTS) {
    await page.unrouteAll();
    await page.route("**/api/{start_chat,send_message}", async (route) => {
      await route.fetch();
      await answer(route);
    });
    await sendFromHome(page, `${name} at home`);
    await expect(chatPane(page).getByText(`You asked: ${name} at home`)).toBeVisible();
    await send(page, `${name} in a chat`);
    await expect(chatPane(page).getByText(`You asked: ${name} in a chat`)).toBeVisible();
    await expect(toast(page, "Error"), name).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Retry" }), name).toHaveCount(0);
    sent.push(`${name} at home`, `${name} in a chat`);
  }
  expect(await history.questions()).toStrictEqual(sent);
  expect(providers.requests("openai")).toHaveLength(sent.length);
});

test("a member who reloads before a stored message was answered finds it in its chat, and the boxes empty [failed.reloaded]", async ({
  page,
}) => {
  for (const text of ["One", "Two"]) {
    const stored = Promise.withResolvers<void>();
    await page.route("**/api/start_chat", async (route) => {
      await route.fetch();
      stored.resolve();
    });
    await sendFromHome(page, text);
    await stored.promise;
    await page.unroute("**/api/start_chat");
    await page.reload();
    await expect(chatPane(page).getByText(`You asked: ${text}`)).toBeVisible();
    await expect(composer(page)).toHaveValue("");
    await page.goto("/");
    await expect(chats(page).getByRole("link", { name: text })).toBeVisible();
    await expect(homeBox(page)).toHaveValue("");
  }
});

test("a member who reloads while a message is sent gets its reply and then the queued one's, also if it is stored late [failed.reloaded] [composer.queue]", async ({
  page,
  history,
}) => {
  await startAnsweredChat(page, "First");
  const late = Promise.withResolvers<Route>();
  let isFirst = true;
  await page.route("**/api/send_message", async (route) => {
    if (isFirst) late.resolve(route);
    else await route.continue();
    isFirst = false;
  });
  await send(page, "Second");
  await send(page, "Third");
  const request = await late.promise;
  const LOOK = /rest\/v1\/messages\?.*reply_to/;
  await page.route(
    LOOK,
    async (route) => {
      const response = await route.fetch();
      await request.fetch();
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The browser is slow to list what its tabs send, and nothing is sent before that.
  await page.addInitScript(() => {
    const query = navigator.locks.query.bind(navigator.locks);
    navigator.locks.query = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(query()), 3_000);
      });
  });
  await page.reload();
  await expect(chatPane(page).getByText("You asked: Third")).toBeVisible();
  await expect(messages(page)).toHaveCount(6);
  expect(await history.questions()).toStrictEqual(["First", "Second", "Third"]);
});

test("a member who looks elsewhere while a message is on its way has it in no box once it is stored [failed.reloaded]", async ({
  page,
  context,
  history,
}) => {
  const release = await holdRequests(page, "**/api/start_chat");
  await sendFromHome(page, "From one tab");
  await composer(page).fill("And then");
  const other = await context.newPage();
  await other.goto("/", { waitUntil: "networkidle" });
  release();
  await expect(chatPane(page).getByText("You asked: From one tab")).toBeVisible();
  await expect(homeBox(other)).toHaveValue("");
  await expect(composer(page)).toHaveValue("And then");
  await other.close();

  // The page is reloaded, and its request comes to the database after the next page has looked.
  await page.unroute("**/api/start_chat");
  const late = new Promise<Route>((resolve) => void page.route("**/api/start_chat", resolve));
  await sendFromHome(page, "Arrives late");
  const request = await late;
  await page.route("**/rest/v1/messages?*", async (route) => {
    const response = await route.fetch();
    await page.unroute("**/rest/v1/messages?*");
    await request.fetch();
    await route.fulfill({ response });
  });
  await page.goto("/");
  await expect(chats(page).getByRole("link", { name: "Arrives late" })).toBeVisible();
  await chats(page).getByRole("link", { name: "Arrives late" }).click();
  await expect(chatPane(page).getByText("You asked: Arrives late")).toBeVisible();
  await page.getByRole("link", { name: "Quartet" }).first().click();
  await expect(homeBox(page)).toHaveValue("");
  expect(await history.questions()).toStrictEqual(["From one tab", "Arrives late"]);
});

test("a member whose response was lost sends nothing twice and sees the reply; two messages from home keep their order [failed.uncertain] [failed.recovers] [failed.back-in-box]", async ({
  page,
  history,
  providers,
}) => {
  const cutOff = async () => {
    await page.route("**/rest/v1/messages*", (route) => route.abort());
    await page.route("**/api/{start_chat,send_message}", async (route) => {
      await route.fetch();
      await route.abort();
    });
  };
  await cutOff();
  await sendFromHome(page, "Once only");
  await expect(toast(page, "Error")).toBeVisible();
  await expect(homeBox(page)).toHaveValue("Once only");
  // Enter is pressed before the page finds by itself that the message is stored and empties the box.
  const holdReads = async () => {
    const look = await holdRequests(page, "**/rest/v1/messages*");
    await page.unroute("**/api/{start_chat,send_message}");
    return look;
  };
  let look = await holdReads();
  await page.reload();
  await expect(homeBox(page)).toHaveValue("Once only");
  const sent = page.waitForRequest("**/api/start_chat");
  await homeBox(page).press("Enter");
  await sent;
  look();
  await expect(chatPane(page).getByText("You asked: Once only")).toBeVisible();
  await page.unrouteAll();
  await expect(chats(page).getByRole("link")).toHaveCount(1);

  // In a chat that was empty: it has its title as soon as the message is found.
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(chats(page).getByRole("link")).toHaveText(["New conversation", "Once only"]);
  await cutOff();
  await send(page, "Once as well");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  look = await holdReads();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  look();
  await expect(chatPane(page).getByText("You asked: Once as well")).toBeVisible();
  await page.unrouteAll();
  await expect(composer(page)).toHaveValue("");
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Once as well" })).toHaveCount(1);
  await expect(chats(page).getByRole("link")).toHaveText(["Once as well", "Once only"]);

  await cutOff();
  await send(page, "Left alone");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await page.unrouteAll();
  await expect(chatPane(page).getByText("You asked: Left alone")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);

  await cutOff();
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("menuitem", { name: "ChatGPT 4" }).click();
  await expect(chatPane(page).getByText("The connection broke.")).toBeVisible();
  await page.unrouteAll();
  await expect(chatPane(page).getByText("2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);

  // Two from home fail one after the other. The second one is not stored.
  await cutOff();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  await page.route("**/api/start_chat", async (route) => {
    const isFirst = route.request().postData()?.includes("Left at home");
    await (isFirst ? first : second).promise;
    await (isFirst ? route.fallback() : route.abort());
  });
  await sendFromHome(page, "Left at home");
  await page.getByRole("link", { name: "Quartet" }).first().click();
  await send(page, "Sent behind it", homeBox(page));
  await expect(composer(page)).toHaveValue("");
  first.resolve();
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([key, text]) => key.endsWith(":home") && text.includes("Left"),
    ),
  );
  second.resolve();
  const waiting = page.getByRole("region", { name: "Waiting message" });
  await expect(waiting).toContainText(["Left at home", "Sent behind it"]);
  await expect(homeBox(page)).toHaveValue("");
  await page.unrouteAll();
  await expect(waiting).toContainText(["Sent behind it"]);
  await expect(chats(page).getByRole("link", { name: "Left at home" })).toBeVisible();
  const sentOnce = ["Once only", "Once as well", "Left alone", "Left at home"];
  expect(await history.questions()).toStrictEqual(sentOnce);
  expect(providers.requests("openai")).toHaveLength(5);
});

test("a member whose chat could not be started finds both drafts in the home box", async ({
  page,
}) => {
  const refuse = await holdRequests(page, "**/api/start_chat", (route) => route.abort());
  await startChatFromHome(page, "First words");
  await composer(page).fill("Second thought");
  refuse();
  await expect(homeBox(page)).toHaveValue("First words\n\nSecond thought");
});
