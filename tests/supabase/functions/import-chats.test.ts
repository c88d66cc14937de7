import { describe, expect, it, vi } from "vitest";
import { readChatGpt } from "#features/import/sources/chatgpt.ts";
import type {
  ImportChatsResponse,
  ImportedChat,
  UndoableImportsResponse,
  SendMessageResponse,
} from "../../../supabase/functions/_shared/contract.ts";
import { chatsIn } from "../../support/chat-readings.ts";
import { CHATGPT_BEGIN, chatGptChat } from "../../support/chatgpt-export.ts";
import type { Person } from "../../support/database/backend.ts";
import { searchAll } from "../../support/database/searches.ts";
import { givenTo } from "./conversation.ts";
import { setUpDrivenProduct, startProduct } from "./product.ts";

type Given = ImportedChat["messages"][number];
const id = () => crypto.randomUUID();
const ask = (key: string, content = `question ${key}`, more: Partial<Given> = {}): Given => ({
  key,
  role: "user",
  content,
  ...more,
});
const reply = (key: string, replyTo?: string, more: Partial<Given> = {}): Given => ({
  key,
  role: "assistant",
  content: `reply ${key}`,
  ...(replyTo !== undefined && { replyTo }),
  ...more,
});

describe.each(["pglite", "postgres"] as const)("import_chats on %s", (kind) => {
  const our = setUpDrivenProduct(kind);

  const send = async (body: object, person: Person = our.member) => {
    const { status, body: answer } = await our.product.post("import_chats", body, person);
    return { status, ...(answer as ImportChatsResponse & { code?: string; error?: string }) };
  };
  const add = async (chat: ImportedChat, { person = our.member, importId = id() } = {}) => {
    const { chats } = await send({ importId, source: "chatgpt", chats: [chat] }, person);
    const [result] = chats;
    if (result === undefined) throw new Error("No result.");
    return result;
  };
  const look = async (chat: ImportedChat, person: Person = our.member) => {
    const keys = chat.messages.map(({ key }) => key);
    const { chats } = await send(
      { source: "chatgpt", look: [{ key: chat.key, messages: keys }] },
      person,
    );
    return chats[0];
  };
  const undo = (importId: string, person: Person = our.member) =>
    send({ importId, undo: true }, person);
  /** A chat of two questions, each with a reply. */
  const chatOf = (more: Partial<ImportedChat> = {}): ImportedChat => ({
    key: id(),
    title: "From elsewhere",
    messages: [
      ask("a", "Where?", { createdAt: "2024-03-01T10:00:00Z" }),
      reply("b", "a", { createdAt: "2024-03-01T10:00:05Z", model: "gpt-4o" }),
      ask("c", "When?", { createdAt: "2024-03-02T10:00:00Z" }),
      reply("d", "c", {
        createdAt: "2024-03-02T10:00:05Z",
        model: "grok",
        stoppedAt: "2024-03-02T10:00:09Z",
      }),
    ],
    ...more,
  });
  const rows = (chatId: string | null) =>
    our.sql<{
      id: string;
      role: string;
      content: string;
      at: string;
      model: string | null;
      provider_model: string | null;
      reply_to: string | null;
      follows: string | null;
      stopped_at: string | null;
    }>(
      `select id, role, content, to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') as at, model,
         provider_model, reply_to, follows, stopped_at::text
       from public.messages where chat_id = $1 order by created_at`,
      chatId,
    );
  const textsOf = async (chatId: string | null) =>
    (await rows(chatId)).map(({ content }) => content);
  const rowOf = async (chatId: string | null) => {
    const [row] = await our.sql<Record<string, string | null>>(
      `select title, model, created_at, last_message_at, last_answer_at, chosen_answer, seen_at from public.chats
       where id = $1`,
      chatId,
    );
    return row;
  };
  /** Waits for the search index. */
  const indexed = () =>
    expect
      .poll(
        () =>
          our.sql("select from private.unindexed_chats join public.chats on chats.id = chat_id"),
        { timeout: 20_000 },
      )
      .toEqual([]);
  const remove = (chatId: string | null) =>
    our.member.client
      .from("chats")
      .delete()
      .eq("id", chatId ?? "")
      .throwOnError();

  it("adds each path of a ChatGPT chat as it was there, and nothing the second time [import.paths]", async () => {
    const time = (seconds: number) => ({ time: CHATGPT_BEGIN + seconds });
    const user = (content: string, seconds: number) => ({
      role: "user",
      content,
      ...time(seconds),
    });
    const file = chatGptChat([
      ["root", null, null],
      ["a0", "root", { content: "Hello.", ...time(0) }],
      ["q1", "a0", user("Where?", 1)],
      ["a1", "q1", { content: "Here.", ...time(2) }],
      ["a2", "q1", { content: "There.", ...time(3) }],
      ["q2", "a1", user("When?", 4)],
      ["q3", "a1", user("Since when?", 5)],
      ["a3", "q3", { content: "Sin", ...time(6), more: { status: "in_progress" } }],
      ["q4", "a3", user("Well?", 6)],
    ]);
    // A chat of its own on each database.
    const chats = chatsIn(readChatGpt({ ...file, conversation_id: id() }));
    const sent = await send({ importId: id(), source: "chatgpt", chats });
    expect(sent.chats.map(({ added, problem }) => [added, problem])).toEqual([
      [7, undefined],
      [5, undefined],
    ]);
    const [shown, branch] = sent.chats.map(({ chatId }) => chatId);
    const all = await rows(shown ?? null);
    const contentOf = (wanted: string | null) =>
      all.find((row) => row.id === wanted)?.content ?? null;
    expect(
      all.map((row) => [row.content, contentOf(row.reply_to), contentOf(row.follows)]),
    ).toEqual([
      ["…", null, null],
      ["Hello.", "…", null],
      ["Where?", null, "Hello."],
      ["Here.", "Where?", null],
      ["There.", "Where?", null],
      ["Since when?", null, "Here."],
      ["Sin", "Since when?", null],
      ["Well?", null, "Sin"],
    ]);
    expect(all.map(({ stopped_at }) => stopped_at !== null).lastIndexOf(true)).toBe(6);
    expect(all.at(-1)?.at).toBe("2024-05-13 09:30:06.285032");
    expect(await textsOf(branch ?? null)).toEqual([
      "…",
      "Hello.",
      "Where?",
      "Here.",
      "There.",
      "When?",
    ]);
    const second = await send({ importId: id(), source: "chatgpt", chats });
    expect(second.chats.map(({ added, here }) => [added, here])).toEqual([
      [0, 7],
      [0, 5],
    ]);
  });

  it("adds a chat with its title, times and models, which the member reads and continues at once [import.adds]", async () => {
    const chat = chatOf();
    const result = await add(chat);
    expect(result).toEqual({ key: chat.key, chatId: expect.any(String), added: 4, here: 0 });
    const [a, b, c, d] = await rows(result.chatId);
    expect([a, b, c, d]).toMatchObject([
      { role: "user", content: "Where?", at: "2024-03-01 10:00:00.000000", follows: null },
      {
        content: "reply b",
        reply_to: a?.id,
        model: null,
        provider_model: "gpt-4o",
        stopped_at: null,
      },
      { role: "user", content: "When?", follows: b?.id },
      {
        content: "reply d",
        stopped_at: expect.stringMatching("10:00:09"),
        reply_to: c?.id,
        model: "grok",
        at: "2024-03-02 10:00:05.000000",
      },
    ]);
    const { data } = await our.member.client
      .from("chats")
      .select("*")
      .eq("id", result.chatId ?? "");
    expect(data).toMatchObject([{ title: "From elsewhere", model: "chatgpt-4", seen_at: null }]);
    const sending = our.post("send_message", { chatId: result.chatId, message: "And now?" });
    const call = await our.provider.answerNext("Now.");
    expect(givenTo(call)).toEqual(["Where?", "reply b", "When?", "reply d", "And now?"]);
    expect((await sending).status).toBe(200);
  });

  it("the same batch twice adds nothing, and another member's makes rows of its own [import.once]", async () => {
    const chat = chatOf();
    const first = await add(chat);
    const before = await rows(first.chatId);
    expect(await add(chat)).toEqual({ ...first, added: 0, here: 4 });
    expect(await rows(first.chatId)).toEqual(before);
    const stranger = await our.product.member();
    const theirs = await add(chat, { person: stranger });
    expect(theirs).toMatchObject({ added: 4, here: 0 });
    expect(theirs.chatId).not.toBe(first.chatId);
    const ids = new Set(before.map((row) => row.id));
    expect((await rows(theirs.chatId)).filter((row) => ids.has(row.id))).toEqual([]);
    const both = await Promise.all([add(chatOf({ key: "both" })), add(chatOf({ key: "both" }))]);
    expect(new Set(both.map(({ added }) => added))).toEqual(new Set([0, 4]));
  });

  it("a look returns what is here, needs no membership and writes nothing [import.look] [import.member]", async () => {
    const person = await our.product.member();
    const chat = chatOf();
    expect(await look(chat, person)).toMatchObject({ added: 0, here: 0 });
    const { chatId } = await add(chat, { person });
    await our.sql("update public.users set membership_status = 'expired' where id = $1", person.id);
    await indexed();
    const before = await our.product.tables();
    const grown = { ...chat, messages: [...chat.messages, ask("e")] };
    expect(await look(grown, person)).toEqual({ key: chat.key, chatId, added: 0, here: 4 });
    const { status, code } = await send(
      { importId: id(), source: "chatgpt", chats: [grown] },
      person,
    );
    expect([status, code]).toEqual([403, "membership_required"]);
    expect(await our.product.tables()).toBe(before);
    expect((await look(chat))?.here).toBe(0);
  });

  it("one bad chat is returned with its problem, and the others are imported [import.bad]", async () => {
    const good = chatOf();
    const bad = [
      { key: "x" },
      { key: "x", messages: [] },
      { key: "x", messages: [null] },
      { key: "x", messages: [{ key: "a", role: "system", content: "" }] },
      { key: "x", messages: [ask("a", "A", { createdAt: "yesterday" })] },
      { key: "x", messages: [ask("", "A")] },
      { key: "x", messages: [ask("a", " \u200b\n")] },
      { key: "x", title: 7, messages: [ask("a")] },
    ];
    const { status, chats } = await send({
      importId: id(),
      source: "chatgpt",
      chats: [...bad, good],
    });
    expect(status).toBe(200);
    for (const result of chats.slice(0, -1)) {
      const problem = expect.stringMatching(/^[A-Z].{5,200}\.$/) as string;
      expect(result).toEqual({ key: "x", chatId: null, added: 0, here: 0, problem });
    }
    expect(chats.at(-1)).toMatchObject({ key: good.key, added: 4 });
  });

  it.each([
    { importId: "x", source: "chatgpt", chats: [] },
    { source: "chatgpt", chats: [] },
    { importId: id(), source: "gemini", chats: [] },
    { importId: id(), source: "chatgpt", chats: {} },
    { importId: id(), source: "chatgpt", chats: [{ messages: [] }] },
    { importId: id(), source: "chatgpt", chats: [null] },
    { importId: id(), source: "chatgpt", chats: [{ key: "a\0" }] },
    { source: "chatgpt", look: [{ key: "a" }] },
    { source: "chatgpt", look: "a" },
    { importId: "x", undo: true },
    { importId: id(), undo: "yes" },
    { imports: false },
  ])("refuses %j [import.call]", async (body) => {
    expect(await send(body)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it("takes a body of 2 MiB, and no larger one [import.call]", async () => {
    const body = (size: number) => {
      const chats = [{ key: id(), messages: [ask("a"), ask("b")], unknown: "" }];
      const text = JSON.stringify({ importId: id(), source: "chatgpt", chats });
      return text.replace('"unknown":""', `"unknown":"${"x".repeat(size - text.length)}"`);
    };
    const headers = {
      authorization: `Bearer ${our.member.token}`,
      "content-type": "application/json",
    };
    const MIB = 1024 * 1024;
    const post = async (size: number) =>
      (await our.product.request("import_chats", { headers, body: body(size) })).status;
    expect([await post(2 * MIB), await post(2 * MIB + 1)]).toEqual([200, 413]);
  });

  it("leaves out NUL, makes texts well-formed, and cuts them where a reply would end [import.texts]", async () => {
    const long = "é".repeat(100_001);
    const chat = chatOf({
      title: `\n A\0 \ud800title\t${"👨‍👩‍👧".repeat(60)}\nmore`,
      messages: [ask("a", "a\0b\ud800"), ask("long", long), ask("none", " ")],
    });
    const { chatId, added, problem } = await add(chat);
    expect([added, problem]).toEqual([
      2,
      "1 message was without text left out. 1 message was cut after 200 kB.",
    ]);
    expect(await textsOf(chatId)).toEqual(["ab\ufffd", long.slice(0, 100_000)]);
    const title = (await rowOf(chatId))?.["title"] ?? "";
    expect(title).toMatch(/^A \ufffdtitle (👨‍👩‍👧)+$/u);
    expect(title.length).toBeLessThanOrEqual(200);
    const untitled = await add(chatOf({ title: " \n", key: id() }));
    expect((await rowOf(untitled.chatId))?.["title"]).toBe("Where?");
  });

  it("a question is trimmed like one written here, so that it can be asked again [import.texts] [import.adds]", async () => {
    const { chatId } = await add(chatOf({ messages: [ask("a", "\n  Where?\n\n"), reply("b")] }));
    const [question] = await rows(chatId);
    expect(question?.content).toBe("Where?");
    const again = { chatId, messageId: question?.id, message: question?.content, answerId: id() };
    const { status } = await our.answered("send_message", again, "Here.");
    expect(status).toBe(200);
    expect(await textsOf(chatId)).toEqual(["Where?", "reply b", "Here."]);
  });

  it("an imported question of 200,000 bytes can be asked again and its replies compared, a new one over 32,000 characters not [composer.limit-imported]", async () => {
    // The most that JSON takes for 200,000 bytes, and more tokens than the budget of a model.
    const escaped = `x${"\u0001".repeat(199_998)}x`;
    const chinese = `${"汉".repeat(66_666)}xx`;
    for (const content of [escaped, chinese]) {
      const { chatId } = await add(chatOf({ messages: [ask("a", content), reply("b")] }));
      const [question, first] = await rows(chatId);
      const again = { chatId, messageId: question?.id, message: content };
      const asking = our.post("send_message", { ...again, answerId: id() });
      const call = await our.provider.next();
      expect(givenTo(call)).toEqual([content]);
      call.end("Here.");
      const { status, body } = await asking;
      const { userMessage, aiMessage } = body as SendMessageResponse;
      expect([status, userMessage.content === content, aiMessage.content]).toEqual([
        200,
        true,
        "Here.",
      ]);

      const streamed = our.product.stream("send_message", { ...again, answerId: id() }, our.member);
      await our.provider.answerNext("And here.");
      expect((await streamed).at(-1)).toMatchObject({ aiMessage: { content: "And here." } });

      const compares = { compares: [first?.id, aiMessage.id], answerId: id() };
      const comparing = our.post("send_message", { ...again, ...compares });
      const comparison = await our.provider.next();
      expect(givenTo(comparison).at(-1)).toContain("reply b");
      comparison.end("[A] is longer.");
      expect((await comparing).status).toBe(200);

      // The search index may still be changing other rows.
      const stored = () =>
        our.sql(
          `select array(select id from public.chats order by id) as chats,
             array(select id from public.messages order by id) as messages,
             array(select id from private.attempts order by id) as attempts,
             (select jsonb_agg(u order by user_id, kind) from private.usage u) as usage`,
        );
      const before = await stored();
      const tooLong = {
        status: 400,
        body: { error: "A message can have at most 32,000 characters.", code: "invalid_request" },
      };
      for (const wrong of [
        { ...again, messageId: undefined },
        { ...again, messageId: id() },
        { ...again, messageId: id(), chatId: id() },
        { ...again, messageId: first?.id },
        { ...again, message: content.slice(0, -1) },
        { ...again, message: `${content}x` },
        { ...again, messageId: id(), message: "x".repeat(32_001) },
      ]) {
        expect(await our.post("send_message", { answerId: id(), ...wrong })).toMatchObject(tooLong);
      }
      const start = { chatId: id(), messageId: id(), message: chinese };
      expect(await our.post("start_chat", start)).toMatchObject(tooLong);
      expect(await stored()).toEqual(before);
    }
  });

  it("every reply has a question: its own, the one before, or one that is added [import.replies]", async () => {
    const { chatId, added } = await add(
      chatOf({
        messages: [
          reply("a"),
          ask("b"),
          ask("c"),
          reply("d"),
          reply("e"),
          reply("f", "nowhere"),
          reply("g", "b"),
        ],
      }),
    );
    expect(added).toBe(7);
    const all = await rows(chatId);
    const text = (of: string | null) => all.find((row) => row.id === of)?.content;
    expect(all.map((row) => [row.content, text(row.reply_to)])).toEqual([
      ["…", undefined],
      ["reply a", "…"],
      ["question b", undefined],
      ["question c", undefined],
      ["reply d", "question c"],
      ["…", undefined],
      ["reply e", "…"],
      ["…", undefined],
      ["reply f", "…"],
      ["reply g", "question b"],
    ]);
    expect(all.map((row) => text(row.follows)).filter(Boolean)).toEqual([
      "reply a",
      "reply d",
      "reply e",
    ]);
  });

  it("the chat continues from the chosen one of several replies, which is among the twelve kept [import.chosen]", async () => {
    const many = Array.from({ length: 14 }, (_, at) => reply(`r${at}`, "a", { chosen: at === 13 }));
    const first = chatOf({ messages: [ask("a"), ...many] });
    const { chatId, added, here, problem } = await add(first);
    expect([added, here, problem]).toEqual([
      13,
      0,
      "2 replies were left out: a message has 12 at most.",
    ]);
    expect(await add(first)).toMatchObject({ added: 0, here: 13, problem });
    const chosen = (await rows(chatId)).find(({ content }) => content === "reply r13")?.id;
    expect(await rowOf(chatId)).toMatchObject({ chosen_answer: chosen });
    await add({ ...first, messages: [ask("b")], after: "a" });
    expect((await rows(chatId)).at(-1)).toMatchObject({ content: "question b", follows: chosen });
    const other = await add(
      chatOf({
        messages: [
          ask("a"),
          reply("b", "a", { chosen: true }),
          reply("c", "a"),
          ask("d"),
          reply("e", "d"),
        ],
      }),
    );
    const [, b, , d] = await rows(other.chatId);
    expect(d?.follows).toBe(b?.id);
  });

  it("a comparison is imported with its replies, never as a reply, and left out if one of them is missing [import.about]", async () => {
    const about = (key: string, compares: string[], more: Partial<Given> = {}) =>
      reply(key, "a", { model: "grok", compares, ...more });
    const messages = [
      ask("a"),
      reply("b", "a", { model: "grok", chosen: true }),
      about("early", ["b", "c"]),
      reply("c", "a", { model: "claude-4" }),
      about("two", ["c", "b"], { chosen: true }),
      about("one", ["b"]),
      reply("stopped", "a", { stoppedAt: "2024-03-02T10:00:09Z" }),
      about("of-stopped", ["b", "stopped"]),
      about("of-none", ["b", "nowhere"]),
      ask("d"),
      reply("e", "d"),
      about("of-other", ["e"]),
      reply("of-itself", "d", { compares: ["two"] }),
    ];
    const chat = chatOf({ messages });
    const { chatId, added, here, problem } = await add(chat);
    expect([added, here, problem]).toEqual([
      8,
      0,
      "5 comparisons were left out: not every compared reply is here.",
    ]);
    const all = await our.sql<{ id: string; content: string; compares: string[] | null }>(
      "select id, content, compares, follows from public.messages where chat_id = $1 order by created_at",
      chatId,
    );
    const idOf = (key: string) => all.find(({ content }) => content === `reply ${key}`)?.id;
    expect(all.filter(({ compares }) => compares)).toMatchObject([
      { content: "reply two", compares: [idOf("c"), idOf("b")] },
      { content: "reply one", compares: [idOf("b")] },
    ]);
    expect(all.find(({ content }) => content === "question d")).toMatchObject({
      follows: idOf("b"),
    });
    const grown = { ...chat, after: "d", messages: [about("late", ["b"]), reply("f", "d")] };
    expect(await add(grown)).toMatchObject({ added: 2, here: 0 });
    const row = await rowOf(chatId);
    expect(row?.["last_answer_at"]).toEqual(row?.["last_message_at"]);
    for (const compares of [[], ["b", "b"], "b", Array.from({ length: 13 }, (_, at) => `${at}`)]) {
      const bad = { ...reply("x", "a"), compares: compares as string[] };
      expect(await add(chatOf({ messages: [ask("a"), bad] }))).toMatchObject({
        added: 0,
        problem: "What is compared is a list of 1 to 12 different replies.",
      });
    }
  });

  it("replies keep their instructions, each text is stored once, and an undo removes them [import.instructions]", async () => {
    const person = await our.product.member();
    await our.product.post("update_instructions", { instructions: "Mine." }, person);
    const messages = [
      ask("a", "a", { instructions: "Not of a question." }),
      reply("b", "a", { instructions: " Be brief. " }),
      reply("c", "a", { instructions: "Mine." }),
      reply("d", "a"),
      reply("e", "a", { instructions: "Be brief." }),
    ];
    const importId = id();
    const { chatId } = await add(chatOf({ messages }), { person, importId });
    const given = await our.sql(
      `select m.content, i.content as text from public.messages m left join public.instructions i
         on i.user_id = m.user_id and i.id = m.instructions_id where m.chat_id = $1 order by m.created_at`,
      chatId,
    );
    expect(given).toEqual([
      { content: "a", text: null },
      { content: "reply b", text: "Be brief." },
      { content: "reply c", text: "Mine." },
      { content: "reply d", text: null },
      { content: "reply e", text: "Be brief." },
    ]);
    const kept = () =>
      our.sql("select content from public.instructions where user_id = $1", person.id);
    expect(await kept()).toHaveLength(2);
    const [user] = await our.sql("select instructions from public.users where id = $1", person.id);
    expect(user).toEqual({ instructions: "Mine." });
    await add(chatOf({ messages: [ask("a"), reply("b", "a", { instructions: "Mine." })] }), {
      person,
    });
    await undo(importId, person);
    expect(await kept()).toEqual([{ content: "Mine." }]);
  });

  it("times are strictly later and never later than now, and missing ones are filled [import.times]", async () => {
    const times = [
      undefined,
      "2024-01-02T00:00:00Z",
      "2024-01-02T00:00:00.000+00:00",
      "2023-01-01T00:00:00+02:00",
      null,
      "1970-01-01T00:00:00Z",
      "2999-01-01T00:00:00Z",
      "2998-01-01T00:00:00Z",
    ];
    const messages = times.map((createdAt, at) =>
      ask(`${at}`, `${at}`, { createdAt: createdAt ?? null }),
    );
    const { chatId } = await add(chatOf({ messages, createdAt: "2024-01-01T00:00:00Z" }));
    const all = await rows(chatId);
    expect(all.map(({ content }) => content)).toEqual(messages.map(({ content }) => content));
    expect(all.map(({ at }) => at).slice(0, 6)).toEqual([
      "2024-01-01 00:00:00.000000",
      "2024-01-02 00:00:00.000000",
      "2024-01-02 00:00:00.000001",
      "2024-01-02 00:00:00.000002",
      "2024-01-02 00:00:00.000003",
      "2024-01-02 00:00:00.000004",
    ]);
    const without = await add(chatOf({ messages: [reply("a"), reply("b"), ask("c")] }));
    for (const chat of [chatId, without.chatId]) {
      expect(
        await our.sql(
          `select from public.messages where chat_id = $1 and created_at > clock_timestamp()
           union all select from public.chats where id = $1 and (created_at > clock_timestamp()
             or last_message_at > clock_timestamp())`,
          chat,
        ),
      ).toEqual([]);
    }
  });

  it("new messages of a grown chat come after what was written here, and count as read [import.grown]", async () => {
    const chat = chatOf();
    const { chatId } = await add(chat);
    await our.answered("send_message", { chatId, message: "Here?" }, "Here.");
    await our.sql("update public.chats set seen_at = last_answer_at where id = $1", chatId);
    const grown = {
      ...chat,
      messages: [
        ...chat.messages,
        ask("e", "Grown?", { createdAt: "2024-03-03T00:00:00Z" }),
        reply("f", "e"),
        reply("b2", "a"),
      ],
    };
    expect(await add(grown)).toMatchObject({ added: 3, here: 4 });
    const all = await rows(chatId);
    expect(all.slice(4).map(({ content }) => content)).toEqual([
      "Here?",
      "Here.",
      "Grown?",
      "reply f",
      "reply b2",
    ]);
    expect(all[6]?.follows).toBe(all[5]?.id);
    expect(all[8]?.reply_to).toBe(all[0]?.id);
    const row = await rowOf(chatId);
    expect(row?.["seen_at"]).toEqual(row?.["last_answer_at"]);
  });

  it("a long chat is imported in pieces, in order; one without its predecessor is refused [import.pieces]", async () => {
    const messages = Array.from({ length: 250 }, (_, at) => ask(`${at}`));
    const chat = chatOf({ messages: messages.slice(0, 120) });
    const rest = { ...chat, after: "119", messages: messages.slice(120) };
    expect(await add(rest)).toMatchObject({
      added: 0,
      here: 0,
      problem: "What comes before this part is not here yet.",
    });
    const { chatId } = await add(chat);
    expect(await add({ ...rest, after: "120" })).toMatchObject({
      added: 0,
      problem: expect.any(String),
    });
    expect(await add(rest)).toEqual({ key: chat.key, chatId, added: 130, here: 0 });
    expect(await textsOf(chatId)).toEqual(messages.map(({ content }) => content));
    const [question] = chatOf().messages;
    const two = chatOf({ messages: [question ?? ask("a")] });
    const { chatId: second } = await add(two);
    await add({ ...two, after: "a", messages: [reply("b")] });
    const [a, b] = await rows(second);
    expect(b?.reply_to).toBe(a?.id);
  });

  it("a deleted chat stays deleted, unless the person asks for it again [import.deleted]", async () => {
    const chat = chatOf();
    const importId = id();
    const { chatId } = await add(chat, { importId });
    await remove(chatId);
    const gone = {
      key: chat.key,
      chatId,
      added: 0,
      here: 0,
      problem: "You have deleted this chat here.",
    };
    expect(await add(chat, { importId })).toEqual(gone);
    expect(await look(chat)).toEqual(gone);
    // A batch that comes late, of the import that had brought it.
    expect(await add({ ...chat, again: true }, { importId })).toEqual(gone);
    const again = await add({ ...chat, again: true });
    expect(again).toMatchObject({ added: 4, here: 0 });
    expect(again.chatId).not.toBe(chatId);
    expect(await add({ ...chat, again: true })).toEqual({ ...again, added: 0, here: 4 });
    expect(await add(chat)).toMatchObject({ chatId: again.chatId, here: 4 });
    expect(await look(chat)).toEqual({ key: chat.key, chatId: again.chatId, added: 0, here: 4 });
  });

  it("an export of this product is already here for the member who exported it [import.own]", async () => {
    const chatId = await our.emptyChat();
    await our.answered("send_message", { chatId, message: "Mine?" }, "Yours.");
    const chat = {
      key: chatId,
      messages: (await rows(chatId)).map((row) => ({
        key: row.id,
        role: row.role,
        content: row.content,
        replyTo: row.reply_to,
      })),
    };
    const body = { importId: id(), source: "quartet", chats: [chat] };
    expect((await send(body)).chats).toEqual([{ key: chatId, chatId, added: 0, here: 2 }]);
    const stranger = await our.product.member();
    const [theirs] = (await send(body, stranger)).chats;
    expect(theirs).toMatchObject({ added: 2, here: 0 });
    expect(theirs?.chatId).not.toBe(chatId);
    chat.messages.push({ key: id(), role: "user", content: "Later", replyTo: null });
    expect((await send(body)).chats).toEqual([{ key: chatId, chatId, added: 1, here: 2 }]);
    await remove(chatId);
    expect((await send(body)).chats).toMatchObject([
      { chatId, added: 0, problem: expect.any(String) },
    ]);
  });

  it("imported replies are compared like others, also those of other models [import.adds]", async () => {
    const { chatId } = await add(
      chatOf({ messages: [ask("a"), reply("b"), reply("c", "a", { model: "grok" })] }),
    );
    const [question, b, c] = await rows(chatId);
    const compares = {
      chatId,
      messageId: question?.id,
      message: question?.content,
      answerId: id(),
      model: "claude-4",
      compares: [b?.id, c?.id],
    };
    const { status, body } = await our.answered("send_message", compares, "[A], [B]");
    const { content } = (body as SendMessageResponse).aiMessage;
    expect([status, content.split(", ").toSorted()]).toEqual([200, ["[Another model]", "[Grok]"]]);
  });

  it("is found by the search, whose index follows [import.search]", async () => {
    const { chatId } = await add(chatOf({ messages: [ask("a", "A zebrafinch sings")] }));
    const found = await searchAll(our.product.backend, our.member, "zebrafinch");
    expect(found.map(({ chat_id }) => chat_id)).toEqual([chatId]);
    await indexed();
  });

  it("its messages are put into the search index when no other batch comes [import.search]", async () => {
    const person = await our.product.member();
    const rpc = vi.spyOn(our.product.backend.service, "rpc");
    const calls = () =>
      rpc.mock.calls
        .filter(([, args]) => (args as { p_user_id?: string }).p_user_id === person.id)
        .map(([name]) => name);
    for (const _ of [1, 2, 3]) await add(chatOf(), { person });
    await expect.poll(calls, { timeout: 20_000 }).toContain("index_messages");
    expect(calls().slice(0, 4)).toEqual([...Array(3).fill("import_chat"), "index_messages"]);
    rpc.mockRestore();
    await indexed();
  });

  it("an undo removes all of it for good, so that it can be imported again [import.undo]", async () => {
    const person = await our.product.member();
    const importId = id();
    const chats = Array.from({ length: 150 }, () => chatOf());
    await send({ importId, source: "chatgpt", chats }, person);
    const kept = await add(chatOf(), { person });
    await our.sql("update public.users set membership_status = 'expired' where id = $1", person.id);
    const undone = await undo(importId, person);
    expect(undone.status).toBe(200);
    expect(undone.chats).toHaveLength(150);
    expect(undone.chats.every((chat) => chat.added + chat.here === 0 && !chat.problem)).toBe(true);
    const left = await our.sql(
      `select chat_id as id from public.messages where user_id = $1
       union select id from public.chats where user_id = $1
       union select id from private.deleted_chats where user_id = $1
       union select chat_id from private.unindexed_chats where user_id = $1`,
      person.id,
    );
    expect(left).toEqual([{ id: kept.chatId }]);
    await our.sql("update public.users set membership_status = 'active' where id = $1", person.id);
    const late = await send({ importId, source: "chatgpt", chats }, person);
    expect([late.status, late.code]).toEqual([410, "gone"]);
    const anew = await send({ importId: id(), source: "chatgpt", chats }, person);
    expect(anew.chats.map(({ added }) => added)).toEqual(chats.map(() => 4));
    // Pressed once more, on another device.
    expect((await undo(importId, person)).chats).toEqual([]);
    expect((await add(chats[0] ?? chatOf(), { person })).here).toBe(4);
  });

  it("lists the member's imports that added something and can still be undone, newest first [import.undoable]", async () => {
    const [person, stranger] = [await our.product.member(), await our.product.member()];
    const listed = async (whose = person) => {
      const { status, body } = await our.product.post("import_chats", { imports: true }, whose);
      expect(status).toBe(200);
      return (body as UndoableImportsResponse).imports;
    };
    const idsOf = async () => (await listed()).map(({ importId }) => importId);
    const [oldest, older, newest] = [id(), id(), id()];
    const [first, second] = [chatOf(), chatOf()];
    expect(await listed()).toEqual([]);
    await add(chatOf(), { person, importId: oldest });
    await add(first, { person, importId: older });
    const startedAt = Date.now();
    await send({ importId: newest, source: "chatgpt", chats: [second, chatOf()] }, person);
    // Nothing of this one is new, and of this one nothing has room.
    await add(first, { person });
    const full = Array.from({ length: 12 }, (_, at) => reply(`${at}`, "a"));
    await add({ ...first, messages: [ask("a"), ...full] }, { person, importId: older });
    await add({ ...first, messages: [ask("a"), ...full, reply("13", "a")] }, { person });
    await our.sql("update public.users set membership_status = 'expired' where id = $1", person.id);
    await indexed();
    const before = await our.product.tables();
    const [one, ...others] = await listed();
    const [two] = others;
    expect(await our.product.tables()).toBe(before);
    expect([one, two, await idsOf()]).toMatchObject([
      { importId: older, chats: 1, messages: 15 },
      { importId: newest, chats: 2, messages: 8 },
      [older, newest, oldest],
    ]);
    const until = Date.parse(two?.until ?? "") - 600_000;
    expect(until).toBeGreaterThan(startedAt - 2_000);
    expect(until).toBeLessThan(Date.now() + 2_000);
    expect(await listed(stranger)).toEqual([]);

    await undo(newest, person);
    expect(await idsOf()).toEqual([older, oldest]);
    await our.sql(
      "update private.imports set newest_at = newest_at - interval '10 minutes' where id = $1",
      older,
    );
    expect(await idsOf()).toEqual([oldest]);
  });

  it("an undo keeps earlier messages, and keeps and names a chat that was continued since [import.undo-keeps]", async () => {
    const [before, written, unanswered] = [chatOf(), chatOf(), chatOf({ messages: [ask("a")] })];
    const old = await add(before);
    const row = await rowOf(old.chatId);
    const texts = await textsOf(old.chatId);
    const importId = id();
    const grown = {
      ...before,
      messages: [...before.messages, ask("e"), reply("f", "e", { chosen: true })],
    };
    const { chats } = await send({
      importId,
      source: "chatgpt",
      chats: [grown, written, unanswered],
    });
    const [, second, third] = chats;
    await our.answered("send_message", { chatId: second?.chatId, message: "More?" }, "More.");
    const [question] = await rows(third?.chatId ?? null);
    const again = { chatId: third?.chatId, messageId: question?.id, message: question?.content };
    const asking = our.product.stream("send_message", again, our.member);
    const call = await our.provider.next();
    const undone = await undo(importId);
    const problem = "Something has been written in this chat since, so it stays.";
    const byKey = Object.fromEntries(undone.chats.map((chat) => [chat.key, chat]));
    expect(byKey).toEqual({
      [before.key]: { key: before.key, chatId: old.chatId, added: 0, here: 0 },
      [written.key]: { key: written.key, chatId: second?.chatId, added: 0, here: 4, problem },
      [unanswered.key]: { key: unanswered.key, chatId: third?.chatId, added: 0, here: 1, problem },
    });
    expect(await textsOf(old.chatId)).toEqual(texts);
    expect(await rowOf(old.chatId)).toEqual(row);
    expect(await textsOf(second?.chatId ?? null)).toHaveLength(6);
    call.end("Answered.");
    await asking;
    expect((await undo(importId)).chats.filter((chat) => chat.problem)).toHaveLength(2);
  });
});

it("nobody else can undo an import, and nobody at all ten minutes after its last batch [import.undo-when]", async () => {
  const product = await startProduct("postgres", {});
  const member = await product.member();
  const importId = id();
  const send = (body: object, person = member) => product.post("import_chats", body, person);
  const batch = (key: string) =>
    send({ importId, source: "claude", chats: [{ key, messages: [ask("a")] }] });
  const age = (time: string) =>
    product.backend.sql("update private.imports set newest_at = newest_at - $1::interval", time);
  await batch("first");
  const before = await product.tables();
  const stranger = await product.member();
  expect((await send({ importId, undo: true }, stranger)).status).toBe(404);
  await age("9 minutes");
  await batch("second");
  await age("9 minutes");
  await age("1 minute");
  expect(await send({ importId, undo: true })).toMatchObject({
    status: 410,
    body: { code: "gone" },
  });
  // What comes under the same id later is an import of its own.
  await batch("third");
  const { body } = await send({ importId, undo: true });
  expect((body as ImportChatsResponse).chats).toMatchObject([{ key: "third", here: 0 }]);
  expect(before).not.toBe("");
  await age("10 minutes");
  await product.backend.sql("select private.purge_chats(1000)");
  expect(
    await product.backend.sql(
      "select from private.imported_pieces union all select from private.imports where is_open",
    ),
  ).toEqual([]);
  await product.stop();
});

it("imports end at the daily limits, which do not count what was already here [limits.imports] [import.call]", async () => {
  const product = await startProduct("postgres", {
    IMPORTED_MESSAGES_PER_DAY: "5",
    IMPORTED_MB_PER_DAY: "1",
  });
  const send = (chats: readonly ImportedChat[], person: Person) =>
    product.post("import_chats", { importId: id(), source: "librechat", chats }, person);
  const add = (messages: Given[], person: Person, key = "chat") =>
    send([{ key, messages }], person);
  const many = await product.member();
  const four = ["a", "b", "c", "d"].map((key) => ask(key));
  for (const _ of [1, 2, 3]) expect((await add(four, many)).status).toBe(200);
  const refused = await add([ask("e"), ask("f")], many);
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
  expect((await add([ask("e")], many)).status).toBe(200);
  expect((await add([ask("f")], many)).status).toBe(429);
  const long = await product.member();
  const text = "x".repeat(200_000);
  for (const key of ["a", "b", "c", "d", "e"]) {
    expect((await add([ask(key, text)], long)).status).toBe(200);
    await product.backend.sql("delete from private.usage where kind = 'imported_messages_day'");
  }
  expect((await add([ask("f", text)], long)).status).toBe(429);
  expect((await add([ask("f")], long)).status).toBe(200);

  // Within a request, which says what is here of it, also when it is sent again.
  const person = await product.member();
  const chats = ["a", "b", "c"].map((key) => ({ key, messages: four.slice(0, 3) }));
  const refusedAs = { added: 0, here: 0, problem: expect.stringContaining("try again in") };
  for (const counts of [{ added: 3 }, { here: 3 }])
    expect(await send(chats, person)).toMatchObject({
      status: 200,
      body: { chats: [{ key: "a", ...counts }, { key: "b", ...refusedAs }, { ...refusedAs }] },
    });
  expect((await send(chats.slice(1), person)).status).toBe(429);
  expect((await add([ask("e"), ask("f")], person)).status).toBe(200);
  const larger = await product.member();
  const texts = Array.from({ length: 8 }, (_, at) => ask(`${at}`, text));
  const { body } = await add(texts, larger);
  expect((body as ImportChatsResponse).chats).toEqual([
    { ...refusedAs, key: "chat", chatId: expect.any(String), added: 5 },
  ]);
  await product.stop();
});
