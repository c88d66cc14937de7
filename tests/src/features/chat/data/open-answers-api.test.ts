import { beforeEach, expect, it, vi } from "vitest";
import type { OpenAnswer, OpenAnswerRow } from "#contract";
import { readOpenAnswers, readMessages, ROWS_PAGE } from "#features/chat/data/open-answers-api.ts";
import { MAX_ROWS } from "../../../../../supabase/local/backend/embedded-backend.ts";
import { message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";

const question = message();
const all = Array.from({ length: 2 * MAX_ROWS + 1 }, () => openAnswerTo(question));
let rows: readonly { readonly id: string }[] = [];
const asked: URL[] = [];

vi.mock("#lib/database.ts", async () => {
  const { newTableClient } = await import("#lib/database-client.ts");
  const client = newTableClient("http://database.test", "key", (call) => call("a.b.c"));
  return { database: async () => client };
});

beforeEach(() => {
  asked.length = 0;
  rows = all.map((answer) => part(answer, 0, null));
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const bound = url.searchParams.getAll("id").find((filter) => filter.startsWith("gt."));
    const id = bound?.slice("gt.".length);
    const after = url.searchParams.get("p_after") ?? id ?? "";
    return Response.json(
      inOrder(rows)
        .filter((row) => row.id > after)
        .slice(0, MAX_ROWS),
    );
  });
  return () => vi.unstubAllGlobals();
});

const inOrder = <Row extends { readonly id: string }>(some: readonly Row[]) =>
  some.toSorted((left, right) => (left.id < right.id ? -1 : 1));

/** A row as the database returns it. */
function part(answer: OpenAnswer, text_from: number | null, text: string | null): OpenAnswerRow {
  const { content: _, ...row } = answer;
  return { ...row, text_from, text };
}

it("every answer is read also where there are more than the server returns at once", async () => {
  expect(ROWS_PAGE).toBeLessThanOrEqual(MAX_ROWS);
  expect(await readOpenAnswers("c1", new Map())).toStrictEqual(inOrder(all));
  expect(asked).toHaveLength(3);
  rows = all.map(({ id }) => replyTo(question, { id }));
  expect(
    await readMessages(
      "id",
      rows.map(({ id }) => id),
    ),
  ).toStrictEqual(inOrder(rows));
});

it("what is known of a text is not read again, and is put before what comes behind it", async () => {
  const [grown, same, other, streamed] = ["grown", "same", "other", "streamed"].map((id) =>
    openAnswerTo(question, { id, content: `😀 ${id}` }),
  );
  if (!grown || !same || !other || !streamed) throw new Error("No answers.");
  rows = [
    part(grown, 7, " longer"),
    part(same, 6, ""),
    part(other, 0, "Begun anew"),
    part(streamed, null, null),
  ];
  const known = new Map([grown, same, other].map((row) => [row.id, row] as const));
  const read = await readOpenAnswers(null, new Map([...known, ["streamed", null]]));
  const contents = Object.fromEntries(read.map(({ id, content }) => [id, content]));
  expect(contents).toStrictEqual({
    grown: "😀 grown longer",
    same: "😀 same",
    other: "Begun anew",
    streamed: null,
  });
  expect(JSON.parse(asked[0]?.searchParams.get("p_known") ?? "")).toStrictEqual({
    grown: [1, 7],
    same: [1, 6],
    other: [1, 7],
    streamed: null,
  });
});
