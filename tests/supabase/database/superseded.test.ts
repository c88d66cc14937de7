import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { call, signUpPerson } from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();

// A new version's migrations are pushed before its functions are deployed. What these call is what 0.1.0 calls.
onEveryDatabase("the Edge Functions of release 0.1.0 on today's database", (backend) => {
  let member: Person;
  let ids: { p_user_id: string; p_chat_id: string };

  beforeAll(async () => {
    member = await signUpPerson(backend, "member");
    ids = { p_user_id: member.id, p_chat_id: id() };
  });

  const begin = (p_message_id: string, p_starts_chat = false) =>
    call(backend, "begin_turn", {
      ...ids,
      p_message_id,
      p_text: "Hello",
      p_title: "Hello",
      p_model: "grok",
      p_starts_chat,
      p_turns_per_minute: 100,
      p_turns_per_day: 100,
      p_chats_per_minute: 100,
      p_lease: "20 seconds",
      p_history_characters: 1_000,
    });
  const finish = (p_question_id: string, p_state: string, p_text = "") =>
    call(backend, "finish_turn", {
      p_question_id,
      p_state,
      p_text,
      p_model: "grok",
      p_lease: "20 seconds",
    });
  const stop = (p_question_id: string) => call(backend, "stop_turn", { ...ids, p_question_id });

  it("functions of the release before begin, renew and store a turn", async () => {
    const question = id();
    expect(await begin(question, true)).toMatchObject({
      outcome: "begun",
      chat: { id: ids.p_chat_id, title: "Hello", model: "grok" },
      question: { id: question, content: "Hello" },
      history: [{ role: "user", content: "Hello" }],
    });
    expect(await finish(question, "running", "Hel")).toEqual({ outcome: "running" });
    const stored = await finish(question, "finished", "Hello to you");
    expect(stored).toMatchObject({
      outcome: "stored",
      reply: { content: "Hello to you", model: "grok", reply_to: question },
    });
    expect(await finish(question, "running", "Hello")).toMatchObject({
      outcome: "stored",
      reply: stored.reply,
    });
  });

  it("functions of the release before give up a turn that failed", async () => {
    const question = id();
    await begin(question);
    expect(await finish(question, "failed")).toEqual({ outcome: "released" });
    expect(await begin(question)).toMatchObject({ outcome: "begun" });
  });

  it("functions of the release before store what was written when the person pressed Stop", async () => {
    const question = id();
    await begin(question);
    expect(await stop(question)).toEqual({ outcome: "marked" });
    expect(await finish(question, "running", "so far")).toMatchObject({
      outcome: "stored",
      reply: { content: "so far" },
    });
  });

  it("functions of the release before store nothing when Stop was pressed before anything was written", async () => {
    const question = id();
    await begin(question);
    await stop(question);
    expect(await finish(question, "running")).toEqual({ outcome: "stopped" });
  });

  it("functions of the release before are told when the chat was deleted", async () => {
    for (const state of ["finished", "failed", "running"]) {
      expect(await finish(id(), state, "Hello")).toEqual({ outcome: "gone" });
    }
  });

  it("functions of the release before create a chat and give it a title", async () => {
    const chat = { p_user_id: member.id, p_chat_id: id(), p_chats_per_minute: 100 };
    expect(await call(backend, "create_chat", chat)).toMatchObject({
      outcome: "created",
      chat: { id: chat.p_chat_id, title: null, model: "chatgpt-4" },
    });
    const named = { ...chat, p_title: "A title", p_model: "grok" };
    expect(await call(backend, "create_chat", named)).toMatchObject({
      outcome: "created",
      chat: { id: chat.p_chat_id, title: "A title", model: "chatgpt-4" },
    });
  });
});
