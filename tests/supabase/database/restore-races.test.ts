import { array, assert, asyncProperty, constantFrom } from "fast-check";
import { expect, it } from "vitest";
import { timeOf } from "../../bench/statistics.ts";
import type { TestBackend } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  searchAll,
  searchFor,
  writeMessages as writeTexts,
} from "../../support/database/searches.ts";
import {
  beginTurn,
  call,
  converse,
  undoDeletion,
  signUpPerson,
  withoutQueue,
} from "../../support/database/turns.ts";

onPostgres("undoing deletions beside everything else", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  const restore = (chatId: string, on: TestBackend = backend) => undoDeletion(on, member, chatId);
  const rowsOf = (table: string, key: string, chatId: string) =>
    backend.sql(`select from ${table} where ${key} = $1`, chatId);

  it("in any order of deletions, restores, purges, sends, copies, ids that strangers take and additions to the search index, a chat is whole or gone", async () => {
    const deed = constantFrom(
      "delete",
      "restore",
      "index",
      "age",
      "purge",
      "send",
      "take",
      "copy" as const,
    );
    await assert(
      asyncProperty(array(deed, { minLength: 3, maxLength: 12 }), async (deeds) => {
        const { chat } = await converse(backend, member, "before");
        const ongoing = { p_chat_id: chat.id, p_starts_chat: false };
        const { question, answer } = await beginTurn(backend, member, ongoing);
        const queued = withoutQueue(backend);
        const outcomes = await Promise.all(
          deeds.map(async (name) => {
            if (name === "delete")
              await backend.sql("delete from public.chats where id = $1", chat.id);
            if (name === "age") {
              await backend.sql(
                `update private.restorable_chats set deleted_at = deleted_at - interval '11 minutes' where id = $1`,
                chat.id,
              );
            }
            if (name === "purge") await backend.sql("select private.purge_chats(10)");
            if (name === "index") {
              // Two at a time, so that some are left when the chat is deleted again.
              const args = { p_user_id: member.id, p_length: 800 };
              return (await call(queued, "index_messages", args)).outcome;
            }
            if (name === "restore") return (await restore(chat.id, queued)).outcome;
            if (name === "take") {
              const ids = { p_question_id: question?.id ?? "", p_answer_id: answer?.id ?? "" };
              const { outcome } = await beginTurn(queued, stranger, ids);
              // It is free when the chat was removed for good.
              return outcome === "conflict" ? "begun" : outcome;
            }
            if (name === "copy") {
              const source = { p_from_chat: chat.id, p_from_message: question?.id ?? "" };
              return (await beginTurn(queued, member, source)).outcome;
            }
            if (name !== "send") return "done";
            return (await beginTurn(queued, member, ongoing)).outcome;
          }),
        );
        expect(["done", "more", "restored", "gone", "begun", "not_found"]).toEqual(
          expect.arrayContaining(outcomes),
        );
        expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
        const chats = await rowsOf("public.chats", "id", chat.id);
        const messages = await rowsOf("public.messages", "chat_id", chat.id);
        const keptChats = await rowsOf("private.restorable_chats", "id", chat.id);
        expect(chats.length + keptChats.length).toBeLessThanOrEqual(1);
        expect(messages.length > 0).toBe(chats.length === 1);
      }),
      { numRuns: 25 },
    );
  });

  it("brings a chat of 10,000 messages back in less time than writing them took [chats.undo-long]", async () => {
    const { chat } = await converse(backend, member, "first");
    const written = await timeOf(() =>
      writeMessages(backend, { chatId: chat.id, userId: member.id, count: 10_000 }),
    );
    // Connections keep the plans of the deletions above, made for a table of a page: they read all of it for each message.
    // A server notices within a minute how a table has grown; this tells it now.
    await backend.sql("analyze public.messages");
    let least = Infinity;
    // Measured are 0.3 to 0.4 times, and 0.8 if the search index had all of them at once. What else the machine does may
    // make a round longer, so one of five is enough.
    for (let round = 0; round < 5 && !(least / written < 0.7); round += 1) {
      const removed = await timeOf(() =>
        backend.sql("delete from public.chats where id = $1", chat.id),
      );
      expect(await rowsOf("private.restorable_messages", "chat_id", chat.id)).toHaveLength(10_002);
      const restored = await timeOf(async () => {
        expect(await restore(chat.id)).toMatchObject({ outcome: "restored" });
      });
      expect(await rowsOf("public.messages", "chat_id", chat.id)).toHaveLength(10_002);
      least = Math.min(least, Math.max(removed, restored));
    }
    expect(least / written).toBeLessThan(0.7);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("finds the messages of a restored long chat before and after the index has them, each once [chats.undo-long]", async () => {
    const person = await signUpPerson(backend, "searcher");
    const { chat } = await converse(backend, person, "first");
    await writeMessages(backend, { chatId: chat.id, userId: person.id, count: 1_500 });
    await backend.sql(
      "update public.messages set content = 'a needle' where id = any (array(select id from public.messages where chat_id = $1 and role = 'user' order by created_at limit 3))",
      chat.id,
    );
    const found = async () =>
      (await searchAll(backend, person, "needle")).map(({ message_id }) => message_id);
    const before = await found();
    expect(before).toHaveLength(3);
    await backend.sql("delete from public.chats where id = $1", chat.id);
    expect(await found()).toEqual([]);
    expect(await undoDeletion(backend, person, chat.id)).toMatchObject({ outcome: "restored" });
    const waiting = () => rowsOf("public.messages", "search_later and chat_id", chat.id);
    expect(await waiting()).toHaveLength(1_502);
    expect(await found()).toEqual(before);
    // The search has put some of them into the index itself.
    expect((await waiting()).length).toBeLessThan(1_502);
    for (let calls = 0; calls < 10; calls += 1) {
      const indexed = { p_user_id: person.id };
      if ((await call(backend, "index_messages", indexed)).outcome === "done") break;
    }
    expect(await waiting()).toEqual([]);
    expect(await rowsOf("private.unindexed_chats", "chat_id", chat.id)).toEqual([]);
    expect(await found()).toEqual(before);
  });

  it("brings long texts back without indexing one, and a search of them looks at a part and indexes a part [chats.undo-long]", async () => {
    const person = await signUpPerson(backend, "writer");
    const { chat } = await converse(backend, person, "first");
    // The newest is more than what is indexed at once, and each of the others almost as much.
    const texts = [...Array<string>(20).fill("語".repeat(31_900)), "😀".repeat(32_000)];
    await writeTexts(backend, { person, chatId: chat.id }, texts, "2100-01-01");
    await backend.sql("delete from public.chats where id = $1", chat.id);
    expect(await undoDeletion(backend, person, chat.id)).toMatchObject({ outcome: "restored" });
    const waiting = async () =>
      (await rowsOf("public.messages", "search_later and chat_id", chat.id)).length;
    expect(await waiting()).toBe(23);
    const page = await searchFor(backend, person, "absent");
    expect(page.results).toEqual([]);
    // It looked at four of the newest, and at four more that have to be looked through one by one.
    expect(Date.parse(page.next?.at ?? "")).toBe(Date.parse("2100-01-01T00:00:14Z"));
    expect(await waiting()).toBe(22);
    const indexed = await call(backend, "index_messages", { p_user_id: person.id });
    expect([indexed.outcome, await waiting()]).toEqual(["more", 21]);
    expect(await searchAll(backend, person, "first")).toHaveLength(3);
  });
});

/** Adds questions and their answers to a chat, a second apart. */
async function writeMessages(
  backend: TestBackend,
  { chatId, userId, count }: { chatId: string; userId: string; count: number },
): Promise<void> {
  await backend.sql(
    `insert into public.messages (id, chat_id, user_id, created_at, direction, role, content, reply_to)
     select case when k = 0 then q.id else gen_random_uuid() end, $1::uuid, $2::uuid,
       now() + (i * 2 + k) * interval '1 second', case when k = 0 then 'inbound' else 'outbound' end,
       case when k = 0 then 'user' else 'assistant' end, repeat(md5(i::text) || ' some words ', 12),
       case when k = 1 then q.id end
     from (select gen_random_uuid() as id, i from generate_series(1, $3::integer / 2) i offset 0) q,
       (values (0), (1)) v(k) order by i, k`,
    chatId,
    userId,
    count,
  );
  await backend.sql(
    `update public.chats set (last_message_at, last_answer_at) = (
       select max(created_at), max(created_at) filter (where role = 'assistant')
       from public.messages where chat_id = $1) where id = $1`,
    chatId,
  );
}
