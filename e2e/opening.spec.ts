import type { Page } from "@playwright/test";
import {
  chats,
  composer,
  deleteChatByMenu,
  goOffline,
  messages,
  send,
  test,
  toast,
  openChat,
} from "./support/chat-page.ts";
import { storedCopies } from "./support/copies.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, expireSession, logInThroughForm } from "./support/product.ts";
import { layoutShift } from "./support/watch.ts";

/** The address of every read. */
const READ = "**/rest/v1/**";

/** The requests to the backend, in their order: what was read, and 'token' for a renewal of the session. */
function requestsOf(page: Page) {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/auth/v1/token")) seen.push("token");
    const [, table, query = ""] =
      /\/rest\/v1\/(?:rpc\/)?(\w+)(?:\?(.*))?/.exec(request.url()) ?? [];
    if (table !== undefined && request.method() === "GET") {
      const one = /[?&]id=eq\./.test(`?${query}`) && table === "chats";
      const running = table === "open_answers" && !query.includes("p_chat_id=");
      seen.push(one ? "chat" : running ? "running" : table);
    }
  });
  return seen;
}

const READS = ["chats", "chat", "messages", "open_answers", "users"];
const TIMES_READ = Object.fromEntries(READS.map((name) => [name, 1]));
const counted = (seen: readonly string[]) =>
  Object.fromEntries(READS.map((name) => [name, seen.filter((one) => one === name).length]));

test("each part of a member's chat is read once, while its scripts load and not before an expired session is renewed [opening.reads]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["The first one"], ["Hello", "Hello, you."]);
  const seen = requestsOf(page);
  const release = await holdRequests(page, /\/(app|list|conversation)-[^/]*\.js$/);
  await page.goto(`/chats/${chatId}`, { waitUntil: "commit" });
  await expect.poll(() => counted(seen)).toEqual(TIMES_READ);
  const stores = () => page.evaluate(() => indexedDB.databases());
  await expect.poll(stores).toEqual([expect.objectContaining({ name: "copies" })]);
  release();
  await expect(messages(page)).toHaveCount(2);
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  expect(counted(seen)).toEqual(TIMES_READ);

  // Where no page of the app is open that could renew the session itself.
  await page.goto("/robots.txt");
  await expireSession(page);
  seen.length = 0;
  await page.goto(`/chats/${chatId}`);
  await expect.poll(() => counted(seen)).toEqual(TIMES_READ);
  await expect(messages(page)).toHaveCount(2);
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  expect(seen[0]).toBe("token");
  expect(seen.filter((name) => name === "token")).toHaveLength(1);
  expect(counted(seen)).toEqual(TIMES_READ);
});

/** Waits until the browser keeps this of a chat. */
const expectCopy = (page: Page, text: string) =>
  expect.poll(async () => JSON.stringify(await storedCopies(page))).toContain(text);

test("a member sees list and chat before the first read returns, then other devices' changes, and nothing jumps [opening.copy] [opening.refreshed]", async ({
  page,
  product,
  history,
}) => {
  const [chatId = "", , gone = ""] = await history.chats(["First", "Second", "Third"]);
  await history.messages(chatId, ["Hello", "Hello, you."]);
  await openChat(page, chatId, 2);
  await expect(chats(page).getByRole("link")).toHaveCount(3);
  await expectCopy(page, "Hello, you.");
  await expectCopy(page, "Third");

  await product.send(`/rest/v1/chats?id=eq.${chatId}`, {
    method: "PATCH",
    headers: { apikey: product.secrets.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "Renamed elsewhere" }),
  });
  await history.messages(chatId, ["And now?", "Now too."]);
  await history.remove("chats", gone);

  const release = await holdRequests(page, READ);
  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(chats(page).getByRole("link")).toHaveText(["First", "Second", "Third"]);
  await expect(page).toHaveTitle(/First/);
  const returned = page.waitForResponse("**/rest/v1/messages*");
  release();
  await returned;
  await expect(messages(page)).toHaveCount(4, { timeout: 5_000 });
  await expect(messages(page).last()).toContainText("Now too.");
  await expect(chats(page).getByRole("link")).toHaveText(["Renamed elsewhere", "Second"]);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
});

/** Records the newest message of each drawing of a chat, from now on. */
async function watchNewest(page: Page) {
  const seen: string[] = [];
  await page.exposeFunction("newestIs", (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const tell = (window as unknown as { newestIs: (text: string) => void }).newestIs;
    let before: string | undefined;
    const look = () => {
      const newest = [...document.querySelectorAll("[data-message]")].at(-1);
      const [text] = /Answer \d/.exec(newest?.textContent ?? "") ?? [];
      if (text !== undefined && text !== before) tell(text);
      before = text ?? before;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return seen;
}

test("a member on a phone sees no older state after a newer one: by a link, Back, in a second tab or an hour later [opening.every-way]", async ({
  context,
  history,
}) => {
  test.slow();
  const [chatId = "", other = ""] = await history.chats(["First", "Second"]);
  const ids = await history.messages(chatId, ["Hello", "Answer 1"]);
  await history.messages(other, ["Hello", "Something else"]);
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  const seen = await watchNewest(page);
  const newest = async (on: Page, text: string) => {
    await expect(messages(on).last()).toContainText(text, { timeout: 30_000 });
  };
  const answer = (number: number) => history.messages(chatId, ["Go on", `Answer ${number}`]);

  await page.goto(`/chats/${chatId}`);
  await newest(page, "Answer 1");
  await expectCopy(page, "Answer 1");
  await page.goto(`/chats/${other}`);
  await newest(page, "Something else");
  await answer(2);
  await page.goBack();
  await newest(page, "Answer 2");
  await expectCopy(page, "Answer 2");

  await page.goto("/");
  await answer(3);
  await page.goto(`/chats/${chatId}#${ids[1]}`);
  await expect(messages(page).filter({ hasText: "Answer 1" })).toBeFocused();
  await newest(page, "Answer 3");

  const second = await context.newPage();
  const seenInSecond = await watchNewest(second);
  await answer(4);
  await second.goto(`/chats/${chatId}`);
  await newest(second, "Answer 4");

  await answer(5);
  await page.bringToFront();
  await page.clock.install();
  // The token lasts that long. By this clock a renewed one would be an hour old.
  await page.clock.fastForward("50:00");
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await newest(page, "Answer 5");
  for (const order of [seen, seenInSecond]) expect(order).toEqual(order.toSorted());
  expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
});

test("a member who logs out removes their copies from the browser; of one that remains, the next person sees nothing [opening.own]", async ({
  page,
  context,
  product,
  history,
}) => {
  const [chatId = ""] = await history.chats(["A secret chat"], ["A secret", "Kept"]);
  const other = await context.newPage();
  await other.goto(`/chats/${chatId}`);
  await page.goto(`/chats/${chatId}`);
  for (const each of [page, other]) await expect(messages(each)).toHaveCount(2);
  await expectCopy(page, "A secret chat");
  const copies = await storedCopies(page);
  // As a page that was closed while it exported leaves it behind.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const exports = await root.getDirectoryHandle("exports", { create: true });
    await exports.getFileHandle("chats", { create: true });
  });
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(other.getByText("Not signed in")).toBeVisible();
  const files = async () => {
    const names: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  };
  await expect.poll(() => other.evaluate(files)).toEqual([]);
  await expect.poll(() => storedCopies(page)).toEqual([]);

  await page.evaluate(
    (entries) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("copies");
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("reads", "readwrite");
          for (const [key, value] of entries) transaction.objectStore("reads").put(value, key);
          transaction.oncomplete = () => resolve();
        };
      }),
    copies,
  );
  const next = await product.newMember("active");
  await logInThroughForm(other, next);
  await expect(chats(other).getByText("Your chats will be listed here.")).toBeVisible();
  await other.goto(`/chats/${chatId}`);
  await expect(other.getByText("This conversation is not here")).toBeVisible();
  await expect(page.getByText("secret")).toHaveCount(0);
  await expect(other.getByText("secret")).toHaveCount(0);
  await expect.poll(async () => JSON.stringify(await storedCopies(other))).not.toContain("ecret");
});

test("a member's deleted chat is out of the copies at once, and not there for a moment when the page is opened again [opening.deleted]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Deleted one", "Another"], ["Forget me", "Gladly."]);
  await openChat(page, chatId, 2);
  await expectCopy(page, "Gladly.");
  await deleteChatByMenu(page, "Deleted one");
  await expect(chats(page).getByRole("link")).toHaveText(["Another"]);
  await expect
    .poll(async () => JSON.stringify(await storedCopies(page)))
    .not.toMatch(/Gladly|Deleted one/);
  const release = await holdRequests(page, READ);
  await page.goBack();
  await expect(page.getByText("This conversation is not here")).toBeVisible();
  await page.goto(`/chats/${chatId}`);
  await expect(chats(page).getByRole("link")).toHaveText(["Another"]);
  await expect(page.getByText("Gladly.")).toHaveCount(0);
  release();
  await expect(page.getByText("This conversation is not here")).toBeVisible();
});

test("a member who is offline, or whose server is away, reads why and the kept chats, and what they write waits [opening.offline]", async ({
  page,
  context,
  history,
}) => {
  const [first = "", second = ""] = await history.chats(["First", "Second"]);
  await history.messages(first, ["Hello", "Hello from the first."]);
  await history.messages(second, ["Hello", "Hello from the second."]);
  for (const [id, text] of [
    [second, "Hello from the second."],
    [first, "Hello from the first."],
  ] as const) {
    await page.goto(`/chats/${id}`);
    await expect(messages(page).last()).toContainText(text);
    await expectCopy(page, text);
  }

  await page.route(READ, (route) => route.abort("connectionrefused"));
  await page.reload();
  await expect(messages(page).last()).toContainText("Hello from the first.");
  const status = page.getByRole("status").filter({ hasText: "The server is not responding." });
  await expect(status).toBeVisible();
  await expect(toast(page, "Failed to load")).toHaveCount(0);
  await page.unroute(READ);
  await status.getByRole("button", { name: "Try again" }).click();
  await expect(status).toHaveCount(0);

  await goOffline(page, context);
  await chats(page).getByRole("link", { name: "Second" }).click();
  await expect(messages(page).last()).toContainText("Hello from the second.");
  await expect(page.getByText("You are offline.")).toBeVisible();
  await composer(page).fill("Later");
  await composer(page).press("Enter");
  await expect(page.getByRole("region", { name: "Waiting message" })).toContainText("Later");
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect(messages(page).filter({ hasText: "Later" }).first()).toBeVisible();
});

for (const [what, init] of [
  ["throws at every call", "indexedDB.open = () => { throw new Error('Full'); };"],
  ["never answers", "indexedDB.open = () => ({});"],
  [
    "fails at every write",
    "IDBDatabase.prototype.transaction = () => { throw new Error('Broken'); };",
  ],
] as const) {
  test(`a member whose browser's store ${what} opens, reads and writes as ever [opening.broken-store]`, async ({
    page,
    history,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.addInitScript(init);
    const [chatId = ""] = await history.chats(["First", "Second"], ["Hello", "Hello, you."]);
    await openChat(page, chatId, 2);
    await send(page, "Still there?");
    await expect(messages(page)).toHaveCount(4);
    await deleteChatByMenu(page, "Second");
    await expect(chats(page).getByRole("link")).toHaveCount(1);
    expect(errors).toEqual([]);
  });
}
