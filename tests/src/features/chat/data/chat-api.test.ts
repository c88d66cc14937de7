import { createClient } from "@supabase/supabase-js";
import { beforeEach, expect, it, vi } from "vitest";
import {
  changeChat,
  createEmptyChat,
  listChats,
  listMessages,
} from "#features/chat/data/chat-api.ts";
import { CHATS_PAGE } from "#features/chat/data/chat-pages-rules.ts";
import { MESSAGES_PAGE, NEWEST } from "#features/chat/data/message-pages-rules.ts";
import { post } from "#lib/functions-client.ts";
import { MAX_ROWS } from "../../../../../supabase/local/backend/embedded-backend.ts";
import { chat, questions } from "../../../../support/chat-rows.ts";

const asked: URLSearchParams[] = [];
let rows: readonly object[] = [];

vi.mock("#lib/database.ts", () => {
  const client = createClient("http://database.test", "key", {
    global: {
      fetch: async (input) => {
        asked.push(new URL(input instanceof Request ? input.url : input).searchParams);
        return Response.json(rows);
      },
    },
  });
  return { database: async () => client };
});

vi.mock("#lib/functions-client.ts", () => ({
  post: vi.fn<typeof post>(),
}));

beforeEach(() => {
  asked.length = 0;
});

it("asks for the newest messages in the order in which they are shown, from the end", async () => {
  rows = questions(50).toReversed();
  const page = await listMessages("c1", NEWEST);
  expect(asked[0]?.get("order")).toBe("created_at.desc,id.desc");
  expect(asked[0]?.get("limit")).toBe("50");
  expect(page).toStrictEqual({ messages: rows, full: true });
});

it("asks for newer messages upwards from the cursor, and returns them newest first", async () => {
  const [cursor, ...newer] = questions(3);
  rows = newer;
  const { created_at: createdAt = "", id = "" } = cursor ?? {};
  const page = await listMessages("c1", { from: "after", cursor: { createdAt, id } });
  expect(asked[0]?.get("order")).toBe("created_at.asc,id.asc");
  expect(asked[0]?.get("created_at")).toBe(`gte.${createdAt}`);
  expect(page).toStrictEqual({ messages: newer.toReversed(), full: false });
});

it("asks for a person's chats newest first, those without messages before the others", async () => {
  rows = [chat()];
  const page = await listChats("u1", null, new AbortController().signal);
  expect(asked[0]?.get("order")).toBe("last_message_at.desc.nullsfirst,created_at.desc,id.desc");
  expect(asked[0]?.get("user_id")).toBe("eq.u1");
  expect(page).toStrictEqual({ chats: rows, full: false });
});

it("bounds a further page of chats by the time of the last one's newest message", async () => {
  rows = [];
  await listChats("u1", chat({ last_message_at: "T2" }), new AbortController().signal);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.get("last_message_at")).toBe("lte.T2");
});

it("reads on after a chat without messages, and fills the page with those that have some", async () => {
  rows = Array.from({ length: 20 }, (_, index) => chat({ id: `c${index}` }));
  const last = chat({ created_at: "T1", last_message_at: null });
  const page = await listChats("u1", last, new AbortController().signal);
  expect(asked.map((query) => [query.get("last_message_at"), query.get("limit")])).toStrictEqual([
    ["is.null", "50"],
    ["not.is.null", "30"],
  ]);
  expect(asked[0]?.get("created_at")).toBe("lte.T1");
  expect(page).toMatchObject({ chats: { length: 40 }, full: false });

  asked.length = 0;
  rows = Array.from({ length: 50 }, (_, index) => chat({ id: `c${index}` }));
  const full = await listChats("u1", last, new AbortController().signal);
  expect(asked).toHaveLength(1);
  expect(full).toMatchObject({ chats: { length: 50 }, full: true });
});

it("asks for no more rows at once than the REST service returns", () => {
  expect(Math.max(CHATS_PAGE, MESSAGES_PAGE)).toBeLessThanOrEqual(MAX_ROWS);
});

it("creates and renames a chat with the session of its author only [session.author]", async () => {
  vi.mocked(post).mockResolvedValue({ chat: chat() });
  await createEmptyChat("ann", "c1", "grok");
  await changeChat("ann", { chatId: "c1", title: "Another title" });
  expect(vi.mocked(post).mock.calls).toStrictEqual([
    ["create_chat", { chatId: "c1", model: "grok" }, { userId: "ann" }],
    ["update_chat", { chatId: "c1", title: "Another title" }, { userId: "ann" }],
  ]);
});
