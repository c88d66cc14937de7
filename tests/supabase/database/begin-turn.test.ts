import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onEveryDatabase, personOn } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  converse,
  effectOf,
  finish,
  release,
  renew,
  askIn,
  newTurn,
  stopTurn,
  callCreateChat,
  refused,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();

onEveryDatabase("begin_turn", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  const effectOfBegin = (person: Person, args: Parameters<typeof beginTurn>[2]) =>
    effectOf(backend, () => beginTurn(backend, person, args));

  it("a member who starts a chat gets it with the question, the title and the model that they chose [chats.automatic-title]", async () => {
    const ids = newTurn();
    const { outcome, chat, question, answer, claim, history, context_from } = await beginTurn(
      backend,
      member,
      {
        ...ids,
        p_content: "What is new?",
        p_title: "What is",
        p_model: "claude-4",
      },
    );
    expect(outcome).toBe("begun");
    expect(chat).toEqual({
      id: ids.p_chat_id,
      user_id: member.id,
      title: "What is",
      model: "claude-4",
      last_message_at: question?.created_at,
      last_answer_at: null,
      created_at: expect.any(String),
      copied_from_chat: null,
      copied_from_message: null,
      chosen_answer: null,
      seen_at: null,
      titled_by: ids.p_question_id,
    });
    const { created_at, ...known } = question ?? {};
    expect(created_at).toEqual(expect.any(String));
    expect(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))).toEqual(
      {
        id: ids.p_question_id,
        chat_id: ids.p_chat_id,
        user_id: member.id,
        direction: "inbound",
        role: "user",
        content: "What is new?",
        estimated_tokens: 3,
      },
    );
    expect(answer).toEqual({ id: expect.any(String), model: "claude-4" });
    expect(claim).toEqual(expect.any(String));
    expect(context_from).toBeNull();
    expect(history).toEqual([{ role: "user", content: "What is new?" }]);
  });

  it("a turn that begins has times that every reader understands, and a claim as long as its lease", async () => {
    const { chat, question, answer, left } = await beginTurn(backend, member, {
      p_lease: "20 seconds",
    });
    const [attempt] = await backend.sql<{ seconds: number }>(
      `select extract(epoch from claimed_until - started_at)::float as seconds
       from private.attempts where id = $1`,
      answer?.id ?? "",
    );
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
    expect(chat?.created_at).toMatch(iso);
    expect(question?.created_at).toMatch(iso);
    expect(left?.until).toMatch(iso);
    expect(attempt?.seconds).toBeCloseTo(20, 1);
  });

  it("a chat keeps its first title and takes the model that was chosen last [models.recorded]", async () => {
    const { chat } = await converse(backend, member, "first");
    const more = { p_chat_id: chat.id, p_starts_chat: false, p_title: "second" };
    const second = await beginTurn(backend, member, { ...more, p_model: "chatgpt-5" });
    expect(second.chat).toMatchObject({ title: "first", model: "chatgpt-5" });
    const third = await beginTurn(backend, member, more);
    expect(third.chat).toMatchObject({ title: "first", model: "chatgpt-5" });
  });

  it("a chat that was created empty gets the title of its first question", async () => {
    const created = await callCreateChat(backend, member);
    expect(created.chat).toMatchObject({ title: null, model: "chatgpt-4", last_message_at: null });
    const { chat } = await askIn(backend, member, created.chat?.id ?? "", { p_title: "Named" });
    expect(chat).toMatchObject({ title: "Named", model: "chatgpt-4" });
  });

  it("a question that is sent again is told to wait while its answer is written, and gets the reply after that", async () => {
    const turn = newTurn();
    const { chat, question, answer } = await beginTurn(backend, member, turn);
    const running = { outcome: "running", chat, question, answer };
    expect(await beginTurn(backend, member, turn)).toEqual(running);
    expect(await beginTurn(backend, member, { ...turn, p_starts_chat: false })).toEqual(running);
    const { reply } = await finish(backend, member, turn.p_question_id);
    expect(await effectOfBegin(member, turn)).toEqual({
      answer: {
        outcome: "answered",
        chat: {
          ...chat,
          last_message_at: reply?.created_at,
          last_answer_at: reply?.created_at,
          seen_at: chat?.created_at,
        },
        question,
        reply,
      },
      changed: false,
    });
  });

  it("a question whose claim has lapsed or was given up is asked again under the same id and time", async () => {
    const turn = newTurn();
    const first = await beginTurn(backend, member, { ...turn, p_lease: "0 seconds" });
    const second = await beginTurn(backend, member, turn);
    expect(second).toMatchObject({ outcome: "begun", history: first.history });
    await release(backend, member, turn.p_question_id);
    const third = await beginTurn(backend, member, turn);
    expect(third).toMatchObject({ outcome: "begun", history: first.history });
    expect(third.question?.created_at).toBe(first.question?.created_at);
    const rows = await backend.sql(
      `select from public.messages where chat_id = $1`,
      turn.p_chat_id,
    );
    expect(rows).toHaveLength(1);
  });

  it("a question that is asked again is no longer stopped", async () => {
    const turn = newTurn();
    await beginTurn(backend, member, turn);
    await stopTurn(backend, member, turn);
    expect(await renew(backend, member, turn.p_question_id)).toEqual({
      outcome: "stopped",
    });
    await release(backend, member, turn.p_question_id);
    expect(await beginTurn(backend, member, turn)).toMatchObject({ outcome: "begun" });
    expect(await renew(backend, member, turn.p_question_id)).toEqual({ outcome: "running" });
  });

  it("a message id that was used with other content, in another chat or by another member is refused", async () => {
    const { chat, question } = await converse(backend, member, "mine");
    const { chat: elsewhere } = await converse(backend, member, "mine too");
    const { chat: theirs } = await converse(backend, stranger, "theirs");
    const used = { p_question_id: question.id, p_content: question.content };
    expect(
      await effectOfBegin(member, { ...used, p_chat_id: chat.id, p_content: "other words" }),
    ).toEqual(refused("conflict"));
    expect(
      await effectOfBegin(member, { ...used, p_chat_id: elsewhere.id, p_starts_chat: false }),
    ).toEqual(refused("conflict"));
    expect(await effectOfBegin(member, { ...used, p_chat_id: id() })).toEqual(refused("conflict"));
    expect(
      await effectOfBegin(stranger, { ...used, p_chat_id: theirs.id, p_starts_chat: false }),
    ).toEqual(refused("conflict"));
    expect(await effectOfBegin(stranger, { ...used, p_chat_id: id() })).toEqual(
      refused("conflict"),
    );
  });

  it("a question under the id of a reply is refused", async () => {
    const { chat, reply } = await converse(backend, member, "mine");
    expect(
      await effectOfBegin(member, {
        p_chat_id: chat.id,
        p_question_id: reply.id,
        p_content: reply.content,
        p_starts_chat: false,
      }),
    ).toEqual(refused("conflict"));
  });

  it("nobody starts a chat under an id that exists, whoever owns it", async () => {
    const { chat } = await converse(backend, member, "mine");
    expect(await effectOfBegin(member, { p_chat_id: chat.id })).toEqual(refused("conflict"));
    expect(await effectOfBegin(stranger, { p_chat_id: chat.id })).toEqual(refused("conflict"));
    const create = (person: Person) => callCreateChat(backend, person, chat.id);
    expect(await effectOf(backend, () => create(stranger))).toEqual(refused("conflict"));
    expect(await effectOf(backend, () => create(member))).toMatchObject({
      answer: { outcome: "created", chat: { id: chat.id } },
      changed: false,
    });
  });

  it("a question in an absent chat or another member's is not found; in a deleted one it is gone for ten minutes [chats.delete-final]", async () => {
    const { chat } = await converse(backend, member, "mine");
    const more = { p_chat_id: chat.id, p_starts_chat: false };
    expect(await effectOfBegin(stranger, more)).toEqual(refused("not_found"));
    expect(await effectOfBegin(member, { p_chat_id: id(), p_starts_chat: false })).toEqual(
      refused("not_found"),
    );
    await member.client.from("chats").delete().eq("id", chat.id);
    expect(await effectOfBegin(member, more)).toEqual(refused("gone"));
    expect(await effectOfBegin(stranger, more)).toEqual(refused("not_found"));
    await backend.sql(
      "update private.deleted_chats set deleted_at = deleted_at - interval '10 minutes' where id = $1",
      chat.id,
    );
    expect(await effectOfBegin(member, more)).toEqual(refused("not_found"));
  });
});
