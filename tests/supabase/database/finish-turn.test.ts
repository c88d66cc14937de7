import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "./backend.ts";
import { onEveryDatabase } from "./databases.ts";
import { begin, call, contents, finish, signUpMember } from "./turns.ts";

onEveryDatabase("ending a turn (PROMISES 5, 6 and 8)", (backend) => {
  let member: Person;
  let stranger: Person;
  let chatId: string;
  let questionId: string;

  beforeAll(async () => {
    member = await signUpMember(backend, "member");
    stranger = await signUpMember(backend, "stranger");
  });
  beforeEach(async () => {
    chatId = crypto.randomUUID();
    questionId = crypto.randomUUID();
    await begin(backend, member, { p_chat_id: chatId, p_message_id: questionId });
  });

  const stop = (person: Person, chat = chatId, question = questionId) =>
    call(backend, "stop_turn", {
      p_user_id: person.id,
      p_chat_id: chat,
      p_question_id: question,
    });
  const replies = () =>
    backend.sql<{ content: string; model: string }>(
      `select content, model from public.messages where reply_to = $1`,
      questionId,
    );
  const question = async () => {
    const [row] = await backend.sql<{ claimed: boolean; stopped: boolean }>(
      `select coalesce(answering_until > now(), false) as claimed, stopped_at is not null as stopped
       from public.messages where id = $1`,
      questionId,
    );
    return row;
  };

  it("stores the reply after its question and moves the chat to its time", async () => {
    const { outcome, reply } = await finish(backend, questionId, { p_text: "Yes.\n" });
    expect(outcome).toBe("stored");
    expect(reply).toMatchObject({
      chat_id: chatId,
      user_id: member.id,
      direction: "outbound",
      role: "assistant",
      content: "Yes.\n",
      model: "grok",
      reply_to: questionId,
      answering_until: null,
    });
    expect(await question()).toEqual({ claimed: false, stopped: false });
    const [order] = await backend.sql(
      `select q.created_at < a.created_at as later, c.last_message_at = a.created_at as newest
       from public.messages a join public.messages q on q.id = a.reply_to
       join public.chats c on c.id = a.chat_id where a.reply_to = $1`,
      questionId,
    );
    expect(order).toEqual({ later: true, newest: true });
  });

  it("keeps the first of two replies and gives it to both", async () => {
    const first = await finish(backend, questionId, { p_text: "first" });
    const before = await contents(backend);
    expect(await finish(backend, questionId, { p_text: "second" })).toEqual(first);
    expect(await finish(backend, questionId, { p_state: "failed" })).toEqual(first);
    expect(await finish(backend, questionId, { p_state: "running" })).toEqual(first);
    expect(await contents(backend)).toBe(before);
  });

  it("gives the question free when the answer failed, whatever had been written", async () => {
    expect(await finish(backend, questionId, { p_state: "failed", p_text: "half an ans" })).toEqual(
      { outcome: "released" },
    );
    expect(await replies()).toEqual([]);
    expect(await question()).toEqual({ claimed: false, stopped: false });
  });

  it("stores the reply of the retry after a failure", async () => {
    await finish(backend, questionId, { p_state: "failed" });
    await begin(backend, member, { p_chat_id: chatId, p_message_id: questionId });
    expect((await finish(backend, questionId, { p_text: "at last" })).outcome).toBe("stored");
    expect(await replies()).toEqual([{ content: "at last", model: "grok" }]);
  });

  it("gives up a stopped question too when its answer failed", async () => {
    await stop(member);
    expect(await finish(backend, questionId, { p_state: "failed", p_text: "half" })).toEqual({
      outcome: "released",
    });
    expect(await replies()).toEqual([]);
  });

  it("goes on running when nobody pressed Stop, and extends the claim", async () => {
    await backend.sql(
      `update public.messages set answering_until = now() where id = $1`,
      questionId,
    );
    expect(await finish(backend, questionId, { p_state: "running", p_text: "so far" })).toEqual({
      outcome: "running",
    });
    expect(await replies()).toEqual([]);
    expect(await question()).toEqual({ claimed: true, stopped: false });
  });

  it("does not claim again what was given up meanwhile", async () => {
    await finish(backend, questionId, { p_state: "failed" });
    expect(await finish(backend, questionId, { p_state: "running" })).toEqual({
      outcome: "running",
    });
    expect(await question()).toEqual({ claimed: false, stopped: false });
  });

  it("keeps what was written when the person pressed Stop", async () => {
    expect(await stop(member)).toEqual({ outcome: "marked" });
    const { outcome } = await finish(backend, questionId, { p_state: "running", p_text: "so far" });
    expect(outcome).toBe("stored");
    expect(await replies()).toEqual([{ content: "so far", model: "grok" }]);
    expect(await question()).toEqual({ claimed: false, stopped: true });
  });

  it.each([["finished"], ["running"]])("stores no empty reply: stopped while %s", async (state) => {
    await stop(member);
    for (const text of ["", " \t\r\n"]) {
      expect(await finish(backend, questionId, { p_state: state, p_text: text })).toEqual({
        outcome: "stopped",
      });
    }
    expect(
      await call(backend, "finish_turn", {
        p_question_id: questionId,
        p_state: state,
        p_lease: "20 seconds",
      }),
    ).toEqual({ outcome: "stopped" });
    expect(await replies()).toEqual([]);
    expect(await question()).toEqual({ claimed: false, stopped: true });
  });

  it("finds nothing to end after the chat was deleted", async () => {
    await member.client.from("chats").delete().eq("id", chatId);
    const before = await contents(backend);
    for (const state of ["finished", "failed", "running"]) {
      expect(await finish(backend, questionId, { p_state: state })).toEqual({ outcome: "gone" });
    }
    expect(await stop(member)).toEqual({ outcome: "not_found" });
    expect(await contents(backend)).toBe(before);
  });

  it("takes a reply for no question", async () => {
    const { reply } = await finish(backend, questionId);
    const before = await contents(backend);
    expect(await finish(backend, reply?.id ?? "")).toEqual({ outcome: "gone" });
    expect(await finish(backend, crypto.randomUUID())).toEqual({ outcome: "gone" });
    expect(await contents(backend)).toBe(before);
  });

  it("stores the reply though the membership has ended meanwhile", async () => {
    await call(backend, "set_membership", { p_email: member.email, p_status: "expired" });
    expect((await finish(backend, questionId)).outcome).toBe("stored");
    await call(backend, "set_membership", { p_email: member.email, p_status: "active" });
  });

  describe("Stop", () => {
    it("is not for strangers, other chats or other messages", async () => {
      const { reply } = await finish(backend, questionId);
      const before = await contents(backend);
      const nothing = { outcome: "not_found" };
      expect(await stop(stranger)).toEqual(nothing);
      expect(await stop(member, crypto.randomUUID())).toEqual(nothing);
      expect(await stop(member, chatId, crypto.randomUUID())).toEqual(nothing);
      expect(await stop(member, chatId, reply?.id)).toEqual(nothing);
      expect(await contents(backend)).toBe(before);
    });

    it("may be pressed twice", async () => {
      expect(await stop(member)).toEqual({ outcome: "marked" });
      expect(await stop(member)).toEqual({ outcome: "marked" });
    });
  });
});
