import type { Request } from "@playwright/test";
import { sessionOf } from "./support/chat-history.ts";
import {
  chats,
  composer,
  deleteChatByMenu,
  messages,
  send,
  startAnsweredChat,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const PRODUCT = /^\/(?:api|rest|auth)\//;

/** The calls to the tables, each with the column that it is bound by first; `or` binds `id` and `reply_to`. */
const TABLE_CALLS = new Set([
  "GET users id",
  "GET chats id",
  "GET chats user_id",
  "GET messages id",
  "GET messages user_id",
  "GET messages chat_id",
  "GET messages or",
  "GET rpc/open_answers p_chat_id",
  "GET rpc/open_answers nothing",
  "HEAD chats user_id",
  "HEAD messages user_id",
  "DELETE chats id",
]);
const BOUND_BY = ["user_id", "chat_id", "p_chat_id", "id", "or"];

function tableCall(call: Request): string {
  const { pathname, searchParams } = new URL(call.url());
  const column = BOUND_BY.find((name) => searchParams.has(name)) ?? "nothing";
  return `${call.method()} ${pathname.replace("/rest/v1/", "")} ${column}`;
}

test("a member's page makes only documented calls, all with their token, and reads chats and messages newest first [calls.reads]", async ({
  page,
  product,
  member,
}) => {
  const { user } = await sessionOf(product, member);
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (PRODUCT.test(new URL(request.url()).pathname)) calls.push(request);
  });
  const called = (method: string, path: string) =>
    calls.filter((call) => call.method() === method && new URL(call.url()).pathname === path);
  const asked = (method: string, path: string) =>
    called(method, path).map((call) => Object.fromEntries(new URL(call.url()).searchParams));
  const sent = (path: string) => called("POST", path).map((call) => call.postDataJSON() as unknown);

  await startAnsweredChat(page, "  First  ");
  const id = new URL(page.url()).pathname.split("/").pop();
  await send(page, "Second");
  await expect(messages(page)).toHaveCount(4);
  await page.reload();
  await expect(messages(page)).toHaveText([/^First/, /You asked: First/, /^Second/, /Second/]);
  await page.getByRole("button", { name: "New Chat", exact: true }).click();
  await expect(toast(page, "New chat created")).toBeVisible();
  await expect(composer(page)).toBeVisible();
  await deleteChatByMenu(page, "First");
  await expect(chats(page).getByRole("link")).toHaveText(["New conversation"]);

  expect(sent("/api/start_chat")).toEqual([expect.objectContaining({ message: "First" })]);
  expect(sent("/api/send_message")).toEqual([
    expect.objectContaining({ chatId: id, message: "Second" }),
  ]);
  expect(sent("/api/create_chat")).toHaveLength(1);

  expect(asked("GET", "/rest/v1/users")).toContainEqual({
    select: expect.stringMatching(/^(\*|.*membership_status.*)$/),
    id: `eq.${user.id}`,
  });
  expect(asked("GET", "/rest/v1/chats")).toContainEqual(
    expect.objectContaining({
      select: "*",
      user_id: `eq.${user.id}`,
      order: expect.stringMatching(/^last_message_at\.desc[^,]*,created_at\.desc/),
    }),
  );
  // The newest page is asked for first and shown the other way round.
  expect(asked("GET", "/rest/v1/messages")).toContainEqual(
    expect.objectContaining({ chat_id: `eq.${id}`, order: "created_at.desc,id.desc" }),
  );
  expect(asked("DELETE", "/rest/v1/chats")).toEqual([expect.objectContaining({ id: `eq.${id}` })]);

  const onTables = calls.filter(
    (call) => call.method() !== "OPTIONS" && new URL(call.url()).pathname.startsWith("/rest/"),
  );
  expect(onTables.map(tableCall).filter((call) => !TABLE_CALLS.has(call))).toEqual([]);

  // The page reports what was seen a second later, once for replies that end together.
  const seen = sent("/api/update_chat");
  expect(seen).toEqual(seen.map(() => ({ chatId: expect.any(String), seen: expect.any(String) })));
  const writing = calls.filter(
    (call) =>
      !["GET", "HEAD", "OPTIONS"].includes(call.method()) && !call.url().endsWith("/update_chat"),
  );
  expect(writing.map((call) => new URL(call.url()).pathname)).toEqual([
    "/api/start_chat",
    "/api/send_message",
    "/api/create_chat",
    "/rest/v1/chats",
  ]);
  const tokens = calls.map((call) => call.headers()["authorization"] ?? "");
  expect(tokens.filter((token) => !token.startsWith("Bearer ey"))).toEqual([]);
});
