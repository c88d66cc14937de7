import { beforeAll, describe, expect, it } from "vitest";
import type {
  SearchResponse,
  SearchResult,
} from "../../../../supabase/functions/_shared/contract.ts";
import type { Person } from "../../../support/database/backend.ts";
import { converse } from "../../../support/database/turns.ts";
import { setUpDrivenProduct, startProduct } from "../product.ts";

const our = setUpDrivenProduct();

const search = (body: unknown, person?: Person) => our.product.post("search", body, person);

async function found(query: string, before?: string | null): Promise<SearchResponse> {
  const { status, body } = await search({ query, before }, our.member);
  expect(status).toBe(200);
  return body as SearchResponse;
}

describe("search", () => {
  beforeAll(async () => {
    for (let n = 0; n < 23; n += 1) {
      await converse(our.product.backend, our.member, `Crème number ${n} <b>brûlée</b>`);
    }
  });

  it("returns the messages and titles that were found, newest first, with the words marked [calls.search]", async () => {
    expect((await found("CREME bruleee")).results).toEqual([]);
    const { results } = await found('"number 22" brul');
    const sources = results.map(({ role, messageId }) => `${role} ${messageId !== null}`);
    expect(sources.toSorted()).toEqual(["assistant true", "null false", "user true"]);
    expect(results.find(({ role }) => role === "assistant")).toEqual({
      chatId: expect.any(String),
      title: "Crème number 22 <b>brûlée</b>",
      messageId: expect.any(String),
      role: "assistant",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      excerpt: [
        { text: "Crème ", match: false },
        { text: "number 22", match: true },
        { text: " <b>", match: false },
        { text: "brûl", match: true },
        { text: "ée</b>", match: false },
      ],
    });
  });

  it("comes in pages of 20 to the end, and the same page again for the same place [search.pages]", async () => {
    const pages: SearchResult[][] = [];
    let before: string | null = null;
    do {
      const page: SearchResponse = await found("creme", before);
      expect(await found("creme", before)).toEqual(page);
      pages.push(page.results);
      before = page.before;
    } while (before !== null);
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 9]);
    const keys = pages
      .flat()
      .map(({ createdAt, chatId, messageId }) => [createdAt, messageId ?? chatId].join());
    expect(new Set(keys).size).toBe(69);
    expect(keys).toEqual(keys.toSorted().toReversed());
  });

  it("finds texts with the signs of the query only, in messages and titles [search.signs]", async () => {
    for (const text of ["Vitamin Q", "Qt", "Learning Q++"]) {
      await converse(our.product.backend, our.member, text);
    }
    const titles = async (query: string) => (await found(query)).results.map(({ title }) => title);
    expect(new Set(await titles("q"))).toEqual(new Set(["Vitamin Q", "Qt", "Learning Q++"]));
    expect(await titles("q++")).toEqual(Array(3).fill("Learning Q++"));
  });

  it("finds nothing for a query of punctuation alone", async () => {
    for (const query of ["?!", '""', "…"]) {
      expect(await found(query)).toEqual({ results: [], before: null });
    }
  });

  it("takes 500 characters, and quotation marks that are not closed", async () => {
    expect((await found("x".repeat(500))).results).toEqual([]);
    expect((await found('"crème num')).results).toHaveLength(20);
  });

  it.each([
    ["no query", {}],
    ["a number", { query: 7 }],
    ["null", { query: null }],
    ["a list", { query: ["a"] }],
    ["nothing", { query: "" }],
    ["blanks", { query: " \n\u3000" }],
    ["NUL", { query: "a\0b" }],
    ["501 characters", { query: "x".repeat(501) }],
    ["10,000 characters", { query: "word ".repeat(2_000) }],
    ["a place that is a number", { query: "a", before: 7 }],
    ["a place that no search returned", { query: "a", before: "yesterday" }],
    ["an empty place", { query: "a", before: "" }],
  ])("refuses %s", async (_, body) => {
    const refused = await search(body, our.member);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^[A-Z].{10,100}\.$/), code: "invalid_request" },
    });
  });

  it("needs a session and no membership [search.free]", async () => {
    expect(await search({ query: "creme" })).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
    const former = await our.product.member();
    await converse(our.product.backend, former, "Kept in order");
    await our.sql("update public.users set membership_status = 'expired' where id = $1", former.id);
    const { status, body } = await search({ query: "kept" }, former);
    expect([status, (body as SearchResponse).results.length]).toEqual([200, 3]);
    expect(await search({ query: "creme" }, former)).toMatchObject({
      body: { results: [], before: null },
    });
  });

  it("logs neither what was looked for nor what was found [search.private]", async () => {
    our.product.log.length = 0;
    await found('"number 22" brul');
    await search({ query: "brul".repeat(500) }, our.member);
    expect(our.product.log).toHaveLength(2);
    expect(JSON.stringify(our.product.log)).not.toMatch(/br[uû]l|number 22/);
  });
});

it("search is refused with status 429 past SEARCHES_PER_MINUTE, and one that fails is counted too [limits.searches]", async () => {
  const product = await startProduct("pglite", { SEARCHES_PER_MINUTE: "2" });
  const member = await product.member();
  const searched = () => product.post("search", { query: "a" }, member);
  expect((await searched()).status).toBe(200);
  const { sql } = product.backend;
  await sql("alter function private.search_query(uuid, text[]) rename to lost");
  expect((await searched()).status).toBe(500);
  await sql("alter function private.lost(uuid, text[]) rename to search_query");
  const refused = await searched();
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await product.stop();
});
