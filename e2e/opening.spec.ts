import type { Page } from "@playwright/test";
import { writeHistory } from "./support/chat-history.ts";
import { chats, messages, test } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const SESSION = "sb-localhost-auth-token";

/** The requests to the backend, in their order: what was read, and 'token' for a renewal of the session. */
function requestsOf(page: Page) {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/auth/v1/token")) seen.push("token");
    const [, table, query = ""] = /\/rest\/v1\/(\w+)\?(.*)/.exec(request.url()) ?? [];
    if (table !== undefined && request.method() === "GET") {
      const one = /[?&]id=eq\./.test(`?${query}`) && table === "chats";
      const running = table === "open_answers" && query.includes("user_id=");
      seen.push(one ? "chat" : running ? "running" : table);
    }
  });
  return seen;
}

const READS = ["chats", "chat", "messages", "open_answers", "users"];
const TIMES_READ = Object.fromEntries(READS.map((name) => [name, 1]));
const counted = (seen: readonly string[]) =>
  Object.fromEntries(READS.map((name) => [name, seen.filter((one) => one === name).length]));

test("a member's chat is read beside the scripts that draw it, each part once, and after the session's renewal where its token has run out [opening.reads]", async ({
  page,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  const [chatId = ""] = await history.chats(["The first one"]);
  await history.messages(chatId, ["Hello", "Hello, you."]);
  const seen = requestsOf(page);
  const drawn = Promise.withResolvers<void>();
  await page.route(/\/(conversation|chat-list)-[^/]*\.js$/, async (route) => {
    await drawn.promise;
    await route.continue();
  });
  await page.goto(`/chats/${chatId}`, { waitUntil: "commit" });
  await expect.poll(() => counted(seen)).toEqual(TIMES_READ);
  drawn.resolve();
  await expect(messages(page)).toHaveCount(2);
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  expect(counted(seen)).toEqual(TIMES_READ);

  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  }, SESSION);
  seen.length = 0;
  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(chats(page).getByRole("link")).toHaveCount(1);
  expect(seen[0]).toBe("token");
  expect(seen.filter((name) => name === "token")).toHaveLength(1);
  expect(counted(seen)).toEqual(TIMES_READ);
});
