import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onOldestAndNewest } from "../../support/database/on-every-database.ts";
import { searchAll, searchFor, writeMessages } from "../../support/database/searches.ts";
import { beginTurn, call, converse, signUpPerson } from "../../support/database/turns.ts";

onOldestAndNewest("searching", (backend) => {
  let member: Person;
  let chatId: string;

  /** A person with one chat, in which nothing is found by the words of these tests. */
  const newcomer = async (name: string) => {
    const person = await signUpPerson(backend, name);
    const { chat } = await beginTurn(backend, person, { p_title: "x", p_content: "x" });
    return { person, chatId: chat?.id ?? "" };
  };
  const write = (contents: string[], from: string, place = { person: member, chatId }) =>
    writeMessages(backend, place, contents, from);
  const search = (query: string, person = member) => searchFor(backend, person, query);

  const NEEDLE = "The needle is here: salt and pepper";
  /** Expects that a search for the needle ends at that time without a result, and that its next page has it. */
  const expectFoundNext = async (person: Person, at: string) => {
    const query = '"salt and pepper"';
    const first = await search(query, person);
    expect(first.results).toEqual([]);
    expect(Date.parse(first.next?.at ?? "")).toBe(Date.parse(at));
    const second = await searchFor(backend, person, query, first.next);
    expect(second.results.map(({ content }) => content)).toEqual([NEEDLE]);
    expect(second.next).toBeNull();
  };

  beforeAll(async () => {
    ({ person: member, chatId } = await newcomer("member"));
    // More than are looked through one by one, so that the index is asked for what is older.
    await write(Array<string>(250).fill("filler"), "2026-01-01");
  });

  it("returns each result with its chat's title, its id, its role and its time", async () => {
    const { chat, question, reply } = await converse(backend, member, "Zanzibar");
    const { outcome, results, next } = await search("zanz");
    expect([outcome, next]).toEqual(["found", null]);
    const shared = { chat_id: chat.id, title: "Zanzibar" };
    const written = { ...shared, content: "Zanzibar" };
    const { created_at } = reply;
    expect(results).toHaveLength(3);
    expect(results).toEqual(
      expect.arrayContaining([
        { ...written, message_id: reply.id, role: "assistant", created_at },
        { ...shared, content: null, message_id: null, role: null, created_at },
        { ...written, message_id: question.id, role: "user", created_at: question.created_at },
      ]),
    );
    expect(results.at(-1)?.role).toBe("user");
  });

  it("pages through messages and titles without losing or repeating one, also at the same instant [search.pages]", async () => {
    const { person } = await newcomer("pages");
    for (let n = 0; n < 6; n += 1) {
      const title = `Lighthouse ${n}`;
      const { chat } = await beginTurn(backend, person, { p_content: "opening", p_title: title });
      const place = { person, chatId: chat?.id ?? "" };
      const contents = Array.from({ length: 60 }, (_, n) => `lighthouse ${n % 7}`);
      await write(contents, "2025-01-01", place);
    }
    for (const limit of [1, 7, 20]) {
      const found = await searchAll(backend, person, "lighthouse 3", limit);
      const keys = found.map(
        ({ created_at, message_id, chat_id }) => `${created_at} ${message_id ?? chat_id}`,
      );
      expect(keys).toEqual(keys.toSorted().toReversed());
      expect(keys).toHaveLength(6 * 9 + 1);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("compares 350 texts whose words are not together as they were asked for, and goes on in the next request", async () => {
    const place = await newcomer("apart");
    await write([NEEDLE], "2024-12-31", place);
    await write(Array<string>(600).fill("pepper and salt"), "2025-01-01", place);
    // The newest text is the question that began the chat, the next one the 600th of these.
    await expectFoundNext(place.person, "2025-01-01T00:04:12Z");
  });

  it("looks at the 200 newest texts and 150 of the index where fewer than a fifth have the words", async () => {
    const place = await newcomer("seldom");
    await write([NEEDLE], "2024-12-31", place);
    const texts = Array.from({ length: 2_000 }, (_, n) =>
      n % 10 < 9 ? "noise" : "pepper and salt",
    );
    await write(texts, "2025-01-01", place);
    // The index goes on with the 1,800th of these texts, and gives every tenth.
    await expectFoundNext(place.person, "2025-01-01T00:05:10Z");
  });

  it("finds a word with the first letter of the next one, and does not ask the index for all words with that letter", async () => {
    await write(["Gazelle only", "Gazelle jumps", "Gazelle just runs", "jumps"], "2025-06-01");
    const contents = async (query: string) =>
      new Set((await search(query)).results.map(({ content }) => content));
    expect(await contents("gazelle j")).toEqual(new Set(["Gazelle jumps", "Gazelle just runs"]));
    expect(await contents("gazelle jus")).toEqual(new Set(["Gazelle just runs"]));
    const asked = await backend.sql<{ query: string }>(
      `select private.search_query($1, array_remove(array[' gazelle ', next], null))::text as query
       from unnest(array[null, ' j', ' ju', ' jus']) next`,
      member.id,
    );
    const [alone, one, two, three] = asked.map(({ query }) => query);
    expect([one, two]).toEqual([alone, alone]);
    expect(three).toContain("jus':*");
  });

  it("follows what is renamed and deleted [search.follows]", async () => {
    const { chat } = await converse(backend, member, "Quokka");
    const args = { p_user_id: member.id, p_chat_id: chat.id, p_title: "Wombat" };
    await call(backend, "rename_chat", args);
    const renamed = { chat_id: chat.id, title: "Wombat" };
    expect((await search("wombat")).results).toMatchObject([{ ...renamed, message_id: null }]);
    expect((await search("quokka")).results).toMatchObject([renamed, renamed]);
    await member.client.from("chats").delete().eq("id", chat.id);
    expect((await search("wombat")).results).toEqual([]);
    expect((await search("quokka")).results).toEqual([]);
  });

  it("finds nothing of anybody else's, in the newest messages or by the index [search.own]", async () => {
    const place = await newcomer("stranger");
    await converse(backend, member, "Secret plan");
    await write(["Ancient secret"], "2020-01-01");
    expect((await search("secret")).results).toHaveLength(4);
    expect((await search("secret", place.person)).results).toEqual([]);
    await write(Array<string>(250).fill("noise"), "2025-01-01", place);
    expect((await search("secret", place.person)).results).toEqual([]);
  });

  it("finds what the service role wrote into the tables by itself", async () => {
    const row = { user_id: member.id, title: "Narwhal" };
    // The types know of no writes to a table.
    const { error } = await backend.service.from("chats").insert(row as never);
    expect(error).toBeNull();
    expect((await search("narwhal")).results).toMatchObject([{ title: "Narwhal" }]);
  });

  it("takes any text for a needle", async () => {
    const needles = [
      "'",
      "\\",
      "%",
      "_",
      " ",
      "",
      "a & b | !c:*",
      "'); drop table",
      "\u0001",
      "東'",
    ];
    for (const needle of needles) {
      const found = backend.rpc("search_messages", {
        p_user_id: member.id,
        p_needles: JSON.stringify([needle]),
        p_limit: 20,
      });
      expect(await found).toMatchObject({ outcome: "found" });
    }
  });

  it("stores a message of any length and any characters", async () => {
    const range = (length: number, text: (n: number) => string) =>
      Array.from({ length }, (_, n) => text(n));
    const long = [
      "x".repeat(200_000),
      "中".repeat(100_000),
      range(100_000, (n) => String.fromCodePoint(0x20000 + (n % 40_000))).join(""),
      range(50_000, (n) => n.toString(36)).join(" "),
      "\uFDFA".repeat(30_000),
      "?".repeat(1_000),
      "\u0301".repeat(1_000),
    ];
    await write(long, "2026-03-01");
    expect((await search("xxx")).results.map(({ content }) => content)).toEqual([long[0]]);
  });

  it("is limited for each person and minute, and costs nothing of the other limits [limits.searches]", async () => {
    const count = (person: Person) =>
      call(backend, "count_search", { p_user_id: person.id, p_searches_per_minute: 2 });
    const person = await signUpPerson(backend, "limited");
    for (const _ of [1, 2]) expect((await count(person)).outcome).toBe("counted");
    const refused = { outcome: "limited", retry_after: expect.any(Number) };
    expect(await count(person)).toEqual(refused);
    const other = await signUpPerson(backend, "other");
    expect((await count(other)).outcome).toBe("counted");
    expect((await beginTurn(backend, person, { p_turns_per_minute: 1 })).outcome).toBe("begun");
    await backend.sql(
      "update private.usage set started_at = started_at - interval '1 minute' where user_id = $1",
      person.id,
    );
    expect((await count(person)).outcome).toBe("counted");
  });
});
