import { createClient } from "@supabase/supabase-js";
import { beforeEach, expect, it, vi } from "vitest";
import { listChats, listMessages } from "#features/chat/data/chat-api.ts";
import { NEWEST } from "#features/chat/data/message-pages-rules.ts";
import { chat, questions } from "../../../../support/chat-rows.ts";

const asked: URLSearchParams[] = [];
let rows: readonly object[] = [];

vi.mock("#lib/supabase.ts", () => {
  const client = createClient("http://database.test", "key", {
    global: {
      fetch: async (input) => {
        asked.push(new URL(input instanceof Request ? input.url : input).searchParams);
        return Response.json(rows);
      },
    },
  });
  return { supabase: async () => client };
});

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

it("bounds a further page of chats by the time of the last one's newest message, where it has one", async () => {
  rows = [];
  const { signal } = new AbortController();
  await listChats("u1", chat({ last_message_at: "T2" }), signal);
  expect(asked[0]?.get("last_message_at")).toBe("lte.T2");
  await listChats("u1", chat({ last_message_at: null }), signal);
  expect(asked[1]?.has("last_message_at")).toBe(false);
});
