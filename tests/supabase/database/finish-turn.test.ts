import { beforeEach, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  call,
  contents,
  finish,
  release,
  renew,
  newTurn,
  repliesTo,
  lapse,
  stopTurn,
} from "../../support/database/turns.ts";

onPostgres("ending a turn", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  let turn: ReturnType<typeof newTurn>;
  let chatId: string;
  let questionId: string;

  beforeEach(async () => {
    turn = newTurn();
    chatId = turn.p_chat_id;
    questionId = turn.p_question_id;
    await beginTurn(backend, member, { ...turn, p_model: "grok" });
  });

  const stop = (person: Person, other: Partial<typeof turn> = {}) =>
    stopTurn(backend, person, { ...turn, ...other });
  const replies = () => repliesTo(backend, questionId);
  const attempt = async () => {
    const [row] = await backend.sql<{ claimed: boolean; stopped: boolean }>(
      `select coalesce(claimed_until > now(), false) as claimed, stopped_at is not null as stopped
       from private.attempts where question_id = $1`,
      questionId,
    );
    return row;
  };

  it("a worker stores the reply after its question, and the chat moves to its time", async () => {
    const { outcome, reply } = await finish(backend, member, questionId, { p_content: "Yes.\n" });
    expect(outcome).toBe("stored");
    expect(reply).toMatchObject({
      chat_id: chatId,
      user_id: member.id,
      direction: "outbound",
      role: "assistant",
      content: "Yes.\n",
      model: "grok",
      reply_to: questionId,
      follows: null,
    });
    expect(await attempt()).toBeUndefined();
    const [order] = await backend.sql(
      `select q.created_at < a.created_at as later, (c.last_message_at, c.last_answer_at) = (a.created_at, a.created_at) as newest
       from public.messages a join public.messages q on q.id = a.reply_to
       join public.chats c on c.id = a.chat_id where a.reply_to = $1`,
      questionId,
    );
    expect(order).toEqual({ later: true, newest: true });
  });

  it("the first of two answers to a question is kept, and both workers get it", async () => {
    const { reply } = await finish(backend, member, questionId, { p_content: "first" });
    const before = await contents(backend);
    expect(await finish(backend, member, questionId, { p_content: "second" })).toEqual({
      outcome: "stored",
      reply,
    });
    expect(await renew(backend, member, questionId)).toEqual({ outcome: "answered", reply });
    expect(await release(backend, member, questionId)).toEqual({ outcome: "lost" });
    expect(await contents(backend)).toBe(before);
  });

  it("a question whose answer failed may be asked again", async () => {
    expect(await release(backend, member, questionId)).toEqual({ outcome: "released" });
    expect(await replies()).toEqual([]);
    expect(await attempt()).toEqual({ claimed: false, stopped: false });
  });

  it("a worker extends its claim while nobody presses Stop", async () => {
    await lapse(backend, questionId);
    expect(await renew(backend, member, questionId)).toEqual({ outcome: "running" });
    expect(await replies()).toEqual([]);
    expect(await attempt()).toEqual({ claimed: true, stopped: false });
  });

  it("a worker that renews a claim which was given up does not get it again", async () => {
    await release(backend, member, questionId);
    expect(await renew(backend, member, questionId)).toEqual({ outcome: "lost" });
    expect(await attempt()).toEqual({ claimed: false, stopped: false });
  });

  it("a worker keeps its claim after Stop until it has stored what was written", async () => {
    for (const _ of [1, 2]) expect(await stop(member)).toEqual({ outcome: "marked" });
    expect(await renew(backend, member, questionId)).toEqual({ outcome: "stopped" });
    expect(await attempt()).toEqual({ claimed: true, stopped: true });
    expect((await beginTurn(backend, member, turn)).outcome).toBe("running");
    await finish(backend, member, questionId, { p_content: "so far" });
    expect(await replies()).toEqual([{ content: "so far", model: "grok" }]);
    expect(await attempt()).toBeUndefined();
  });

  it("an answer without words is not stored, and the question may be asked again", async () => {
    for (const p_content of ["", " \t\r\n"]) {
      await beginTurn(backend, member, turn);
      const ended = await finish(backend, member, questionId, { p_content });
      expect(ended).toEqual({ outcome: "empty" });
      expect(await replies()).toEqual([]);
      expect(await attempt()).toEqual({ claimed: false, stopped: false });
    }
  });

  it("a worker whose chat was deleted finds nothing to renew, store or release", async () => {
    await member.client.from("chats").delete().eq("id", chatId);
    const before = await contents(backend);
    for (const end of [finish, renew, release]) {
      expect(await end(backend, member, questionId)).toEqual({ outcome: "gone" });
    }
    expect(await stop(member)).toEqual({ outcome: "not_found" });
    expect(await contents(backend)).toBe(before);
  });

  it("nobody but the owner of a question can store, renew or release its answer", async () => {
    const before = await contents(backend);
    for (const end of [finish, renew, release]) {
      expect(await end(backend, stranger, questionId)).toEqual({ outcome: "gone" });
    }
    expect(await contents(backend)).toBe(before);
  });

  it("a reply cannot be answered as if it were a question", async () => {
    const { reply } = await finish(backend, member, questionId);
    const before = await contents(backend);
    expect(await finish(backend, member, reply?.id ?? "")).toEqual({ outcome: "gone" });
    expect(await finish(backend, member, crypto.randomUUID())).toEqual({ outcome: "gone" });
    expect(await contents(backend)).toBe(before);
  });

  it("a reply is stored though the membership has ended meanwhile", async () => {
    await call(backend, "set_membership", { p_email: member.email, p_status: "expired" });
    expect((await finish(backend, member, questionId)).outcome).toBe("stored");
    await call(backend, "set_membership", { p_email: member.email, p_status: "active" });
  });

  it("what a failed answer cost is counted with its failure [limits.usage]", async () => {
    const cost = { p_input_tokens: 40, p_cached_tokens: 30, p_output_tokens: 7 };
    await release(backend, member, questionId, { p_failure: "cut_off", ...cost });
    const counted =
      await backend.sql(`select model, failure, input_tokens, cached_tokens, output_tokens
      from private.ended_turns order by id desc limit 1`);
    expect(counted).toEqual([
      { model: "grok", failure: "cut_off", input_tokens: 40, cached_tokens: 30, output_tokens: 7 },
    ]);
  });

  it("nobody stops a stranger's question, one in another chat or a message that is not a question", async () => {
    const { reply } = await finish(backend, member, questionId);
    const before = await contents(backend);
    const nothing = { outcome: "not_found" };
    expect(await stop(stranger)).toEqual(nothing);
    expect(await stop(member, { p_chat_id: crypto.randomUUID() })).toEqual(nothing);
    expect(await stop(member, { p_question_id: crypto.randomUUID() })).toEqual(nothing);
    expect(await stop(member, { p_question_id: reply?.id ?? "" })).toEqual(nothing);
    expect(await contents(backend)).toBe(before);
  });
});
