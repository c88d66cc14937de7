import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { MAX_ROWS } from "../../../../../supabase/local/backend/embedded-backend.ts";
import { attemptAt, message, replyTo } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const attempt = { ...attemptAt(question), user_id: "u1" };
const pieces = ["As far ", "as"].map((content, index) => ({
  answer_id: attempt.id,
  position: index + 1,
  content,
}));

const asked: string[] = [];
let stored = pieces;
let rows: readonly { readonly id: string }[] = [];
let date = "";

vi.mock("#lib/supabase.ts", async () => {
  const { newClient } = await import("#lib/supabase-client.ts");
  const auth = { persistSession: false, autoRefreshToken: false, storageKey: "session" };
  const client = newClient("http://database.test", "key", auth);
  return { supabase: async () => client };
});

// The files of a worker share their modules: this one needs its own, with the client above.
vi.resetModules();
const { listAttempts, ROWS_PAGE, readAttempts } =
  await import("#features/chat/data/attempts-api.ts");
const { readAnswered } = await import("#features/chat/turns/turn-api.ts");
afterAll(() => void vi.resetModules());

beforeEach(() => {
  asked.length = 0;
  stored = pieces;
  rows = [attempt];
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    asked.push(pathname);
    if (!pathname.endsWith("pieces")) {
      const after = searchParams.get("id")?.slice("gt.".length) ?? "";
      const later = searchParams.get("order") === "id.asc" ? inOrder(rows) : [...rows];
      const page = later.filter(({ id }) => id > after).slice(0, MAX_ROWS);
      return Response.json(page, { headers: { date } });
    }
    const from = Number(/position\.gte\.(\d+)/.exec(searchParams.get("or") ?? "")?.[1]);
    const later = stored.filter(({ position }) => position >= from);
    return Response.json(later.slice(0, MAX_ROWS), { headers: { date } });
  });
  return () => vi.unstubAllGlobals();
});

const inOrder = (all: typeof rows) => all.toSorted((left, right) => (left.id < right.id ? -1 : 1));
const read = () => listAttempts("c1", new AbortController().signal);

it("an attempt whose claim has run out by the server's clock is read with its pieces, as one that broke off", async () => {
  date = "Sat, 21 Nov 2026 08:00:20 GMT";
  expect(await read()).toMatchObject([
    { id: attempt.id, claimed_until: null, content: "As far as", failure: null },
  ]);
  expect(asked).toStrictEqual(["/rest/v1/attempts", "/rest/v1/pieces"]);
});

it("an attempt that is claimed costs one request, and a dead one at a question that nobody asks about is left out", async () => {
  date = "Sat, 21 Nov 2026 08:00:19 GMT";
  expect(await read()).toStrictEqual([attempt]);
  date = "Sat, 21 Nov 2026 08:00:21 GMT";
  expect(await readAttempts("u1", [])).toStrictEqual([]);
  expect(asked).toStrictEqual(["/rest/v1/attempts", "/rest/v1/attempts"]);
});

it("the text of an attempt is whole also where it has more pieces than the server returns at once", async () => {
  expect(ROWS_PAGE).toBeLessThanOrEqual(MAX_ROWS);
  date = "Sat, 21 Nov 2026 08:00:20 GMT";
  stored = Array.from({ length: 2 * ROWS_PAGE + 1 }, (_, index) => ({
    answer_id: attempt.id,
    position: index + 1,
    content: `${index} `,
  }));
  const content = stored.map((piece) => piece.content).join("");
  expect(await read()).toMatchObject([{ content }]);
  expect(asked.filter((path) => path.endsWith("pieces"))).toHaveLength(3);
});

it("every answer is read also where there are more than the server returns at once", async () => {
  const attempts = Array.from({ length: 2 * MAX_ROWS + 1 }, () => ({
    ...attemptAt(question, { claimed_until: null }),
    user_id: "u1",
  }));
  rows = attempts;
  expect(inOrder(await read())).toStrictEqual(inOrder(attempts));
  expect(asked).toHaveLength(3);
  expect(await readAttempts("u1", [question.id])).toHaveLength(attempts.length);
  rows = attempts.map(({ id }) => replyTo(question, { id }));
  expect(inOrder(await readAnswered([question.id]))).toStrictEqual(inOrder(rows));
});
