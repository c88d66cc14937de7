import { beforeEach, expect, it, vi } from "vitest";
import {
  listComing,
  listOpenAnswers,
  readReplies,
  ROWS_PAGE,
} from "#features/chat/data/open-answers-api.ts";
import { MAX_ROWS } from "../../../../../supabase/local/backend/embedded-backend.ts";
import { message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";

const question = message();
const all = Array.from({ length: 2 * MAX_ROWS + 1 }, () => openAnswerTo(question));
let rows: readonly { readonly id: string }[] = [];
const asked: URLSearchParams[] = [];

vi.mock("#lib/database.ts", async () => {
  const { newTableClient } = await import("#lib/database-client.ts");
  const client = newTableClient("http://database.test", "key", async () => "a.b.c");
  return { database: async () => client };
});

beforeEach(() => {
  asked.length = 0;
  rows = all;
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    asked.push(searchParams);
    const after = searchParams.get("id")?.slice("gt.".length) ?? "";
    const later = searchParams.get("order") === "id.asc" ? inOrder(rows) : [...rows];
    return Response.json(later.filter(({ id }) => id > after).slice(0, MAX_ROWS));
  });
  return () => vi.unstubAllGlobals();
});

const inOrder = (some: typeof rows) =>
  some.toSorted((left, right) => (left.id < right.id ? -1 : 1));

it("every answer is read also where there are more than the server returns at once", async () => {
  expect(ROWS_PAGE).toBeLessThanOrEqual(MAX_ROWS);
  const signal = new AbortController().signal;
  expect(await listOpenAnswers("c1", signal)).toStrictEqual(inOrder(all));
  expect(asked).toHaveLength(3);
  expect(await listComing("u1", signal)).toStrictEqual(inOrder(all));
  rows = all.map(({ id }) => replyTo(question, { id }));
  expect(await readReplies([question.id])).toStrictEqual(inOrder(rows));
});
