import { expect, it } from "vitest";
import { z } from "zod";
import type { ModelId } from "../../../supabase/functions/_shared/models.ts";
import { newId } from "../../../supabase/functions/_shared/new-id.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import { searchAll, writeMessages } from "../../support/database/searches.ts";
import {
  beginTurn,
  call,
  converse,
  effectOf,
  everyModel,
  finish,
  signUpPerson,
  askIn,
  refused,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();

onPostgres("a chat that begins with a copy", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  const messages = (chatId: string) =>
    backend.sql<{ id: string; content: string; created_at: string; reply_to: string | null }>(
      `select id, content, created_at::text, reply_to, model from public.messages where chat_id = $1
       order by created_at`,
      chatId,
    );
  const goOn = (
    from: { chat: string; message: string },
    person = member,
    p_budgets: Partial<Record<ModelId, number>> = everyModel(1_000),
  ) =>
    beginTurn(backend, person, {
      p_budgets,
      p_chat_id: id(),
      p_question_id: id(),
      p_content: "edited",
      p_from_chat: from.chat,
      p_from_message: from.message,
    });

  it("has the chosen answers before a message under new ids with their times, and leaves its source as it was [chats.copy]", async () => {
    const { chat, question, reply } = await converse(backend, member, "first");
    const again = await beginTurn(backend, member, {
      p_chat_id: chat.id,
      p_question_id: question.id,
      p_content: "first",
      p_answer_id: id(),
    });
    await finish(backend, member, question.id, { p_content: "not chosen" });
    expect(again.outcome).toBe("begun");
    const second = await askIn(backend, member, chat.id, {
      p_content: "second",
      p_follows: reply.id,
    });
    await finish(backend, member, second.question?.id ?? "");
    const source = await messages(chat.id);

    const copy = await goOn({ chat: chat.id, message: second.question?.id ?? "" });
    expect(copy).toMatchObject({
      outcome: "begun",
      chat: { copied_from_chat: chat.id, copied_from_message: second.question?.id },
      history: [{ content: "first" }, { content: "first" }, { content: "edited" }],
    });
    expect(await messages(chat.id)).toEqual(source);
    const copies = await messages(copy.chat?.id ?? "");
    expect(copies.map(({ content }) => content)).toEqual(["first", "first", "edited"]);
    expect(copies.slice(0, 2).map((row) => row.created_at)).toEqual(
      source.slice(0, 2).map((row) => row.created_at),
    );
    expect(copies[1]?.reply_to).toBe(copies[0]?.id);
    expect(source.map((row) => row.id)).not.toContain(copies[0]?.id);
    expect(copy.question?.follows).toBeNull();
  });

  it("has 200 copied messages at most [chats.copy]", async () => {
    const { chat } = await converse(backend, member, "start");
    await backend.sql(
      `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
       select $1, $2, now() - n * interval '1 day', 'inbound', 'user', 'older ' || n
       from generate_series(1, 300) n`,
      chat.id,
      member.id,
    );
    const last = await askIn(backend, member, chat.id);
    const copy = await goOn({ chat: chat.id, message: last.question?.id ?? "" });
    expect(await messages(copy.chat?.id ?? "")).toHaveLength(201);
  });

  it("has as many copied messages, from a question on, as the largest budget of a model holds [chats.copy]", async () => {
    const words = "four".repeat(400);
    const { chat, question } = await beginTurn(backend, member, { p_content: words });
    const chatId = chat?.id ?? "";
    await finish(backend, member, question?.id ?? "", { p_content: words });
    const next = { p_chat_id: chatId, p_starts_chat: false, p_content: words };
    const second = await beginTurn(backend, member, next);
    await finish(backend, member, second.question?.id ?? "", { p_content: words });
    const last = await beginTurn(backend, member, next);
    const copied = async (budgets: Partial<Record<ModelId, number>>) => {
      const from = { chat: chatId, message: last.question?.id ?? "" };
      const copy = await goOn(from, member, budgets);
      return (await messages(copy.chat?.id ?? "")).length - 1;
    };
    expect(await copied({ "chatgpt-4": 400, grok: 1_600 })).toBe(4);
    expect(await copied({ "chatgpt-4": 1_599, grok: 400 })).toBe(2);
    expect(await copied({ "chatgpt-4": 799 })).toBe(0);
  });

  it("gets ids that begin with the time of copying, as the page makes them", async () => {
    const { chat, question, reply } = await converse(backend, member, "first");
    const next = { p_chat_id: chat.id, p_starts_chat: false, p_follows: reply.id };
    const last = await beginTurn(backend, member, next);
    const before = newId();
    const copy = await goOn({ chat: chat.id, message: last.question?.id ?? "" });
    const after = newId();
    const [copied, answer] = await messages(copy.chat?.id ?? "");
    expect(copied?.id).not.toBe(question.id);
    for (const row of [copied, answer]) {
      const id = z.uuidv7().parse(row?.id);
      expect(id.slice(0, 13) >= before.slice(0, 13)).toBe(true);
      expect(id.slice(0, 13) <= after.slice(0, 13)).toBe(true);
    }
  });

  it("has copies that a search finds, each once, before and after the search index has them [chats.copy]", async () => {
    const person = await signUpPerson(backend, "searcher");
    const { chat, question, reply } = await converse(backend, person, "a needle");
    const next = { p_chat_id: chat.id, p_starts_chat: false, p_follows: reply.id };
    const last = await beginTurn(backend, person, next);
    const copy = async () => {
      const from = { chat: chat.id, message: last.question?.id ?? "" };
      const { chat: copied } = await goOn(from, person);
      return messages(copied?.id ?? "");
    };
    const unindexed = () =>
      backend.sql<{ id: string }>(
        "select id from public.messages where user_id = $1 and search_later order by created_at",
        person.id,
      );
    const found = async () =>
      (await searchAll(backend, person, "needle"))
        .flatMap(({ message_id }) => message_id ?? [])
        .sort();
    const first = await copy();
    expect(await unindexed()).toEqual(first.slice(0, 2).map(({ id }) => ({ id })));
    const expected = [question, reply, ...first.slice(0, 2)].map(({ id }) => id);
    expect(await found()).toEqual(expected.sort());
    // A search has indexed what was left. Among more messages than it looks through one by one it takes the index.
    expect(await unindexed()).toEqual([]);
    const elsewhere = await converse(backend, person, "elsewhere");
    const others = Array.from({ length: 250 }, (_, place) => `other ${place}`);
    const place = { person, chatId: elsewhere.chat.id };
    await writeMessages(backend, place, others, "2100-01-01");
    expect(await found()).toEqual(expected);

    const second = await copy();
    const args = { p_user_id: person.id };
    expect(await call(backend, "index_messages", args)).toEqual({ outcome: "done" });
    expect(await unindexed()).toEqual([]);
    const all = [...expected, ...second.slice(0, 2).map(({ id }) => id)];
    expect(await found()).toEqual(all.sort());
  });

  it("begins empty when the message was the first of its chat", async () => {
    const { chat, question } = await converse(backend, member, "first");
    const copy = await goOn({ chat: chat.id, message: question.id });
    expect(copy.history).toEqual([{ role: "user", content: "edited" }]);
    const waiting = "select from private.unindexed_chats where chat_id = $1";
    expect(await backend.sql(waiting, copy.chat?.id)).toEqual([]);
  });

  it("cannot be made of an answer, of another person's message or of one that is gone", async () => {
    const { chat, question, reply } = await converse(backend, member, "mine");
    for (const message of [reply.id, id()]) {
      const asked = await effectOf(backend, () => goOn({ chat: chat.id, message }));
      expect(asked).toEqual(refused("not_found"));
    }
    const stolen = () => goOn({ chat: chat.id, message: question.id }, stranger);
    expect(await effectOf(backend, stolen)).toEqual(refused("not_found"));
  });
});
