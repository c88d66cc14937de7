import { beforeEach, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  call,
  contents,
  effectOf,
  finish,
  release,
  renew,
} from "../../support/database/turns.ts";

onPostgres("a claimed question", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  let chatId: string;
  let questionId: string;
  let answerId: string;

  beforeEach(async () => {
    chatId = crypto.randomUUID();
    questionId = crypto.randomUUID();
    const { answer } = await beginTurn(backend, member, {
      p_chat_id: chatId,
      p_question_id: questionId,
      p_model: "grok",
    });
    answerId = answer?.id ?? "";
  });

  const replies = () =>
    backend.sql<{ content: string; model: string }>(
      `select content, model from public.messages where reply_to = $1`,
      questionId,
    );

  it("a worker that was taken for dead can neither renew, release nor store over its successor [limits.claim]", async () => {
    await backend.sql(
      "update public.attempts set claimed_until = now() where question_id = $1",
      questionId,
    );
    const [stalled] = await backend.sql<{ claim_id: string }>(
      "select claim_id from public.attempts where question_id = $1",
      questionId,
    );
    const next = await beginTurn(backend, member, { p_chat_id: chatId, p_question_id: questionId });
    expect([next.outcome, next.claim === stalled?.claim_id]).toEqual(["begun", false]);
    const before = await contents(backend);
    const p_claim_id = stalled?.claim_id ?? "";
    expect(await renew(backend, member, questionId, { p_claim_id })).toEqual({ outcome: "lost" });
    expect(await release(backend, member, questionId, { p_claim_id })).toEqual({ outcome: "lost" });
    for (const p_content of ["late words", ""]) {
      const late = { p_claim_id, p_content };
      expect(await finish(backend, member, questionId, late)).toEqual({ outcome: "lost" });
    }
    expect(await contents(backend)).toBe(before);

    const { reply } = await finish(backend, member, questionId, { p_content: "in time" });
    expect(await finish(backend, member, questionId, { p_claim_id, p_content: "late" })).toEqual({
      outcome: "stored",
      reply,
    });
    expect(await replies()).toEqual([{ content: "in time", model: "grok" }]);
  });

  it("a worker whose claim ran out goes on when nobody else has taken the question", async () => {
    await backend.sql(
      "update public.attempts set claimed_until = now() where question_id = $1",
      questionId,
    );
    expect((await finish(backend, member, questionId)).outcome).toBe("stored");
  });

  it("a request that looks how a question stands changes nothing", async () => {
    const look = (person: Person) =>
      call(backend, "look_at_turn", {
        p_user_id: person.id,
        p_question_id: questionId,
        p_answer_id: answerId,
      });
    expect(await effectOf(backend, () => look(member))).toEqual({
      answer: { outcome: "running" },
      changed: false,
    });
    expect(await look(stranger)).toEqual({ outcome: "gone" });
    await release(backend, member, questionId);
    expect(await look(member)).toEqual({ outcome: "free" });
    await beginTurn(backend, member, { p_chat_id: chatId, p_question_id: questionId });
    const { reply } = await finish(backend, member, questionId);
    expect(await look(member)).toEqual({ outcome: "answered", reply });
  });

  it("three requests may wait for the answer to a question, and another one when one of them leaves [limits.waiting]", async () => {
    const again = async () =>
      (await beginTurn(backend, member, { p_chat_id: chatId, p_question_id: questionId })).outcome;
    const leave = () =>
      call(backend, "leave_turn", {
        p_user_id: member.id,
        p_question_id: questionId,
        p_answer_id: answerId,
      });
    expect([await again(), await again(), await again()]).toEqual(Array(3).fill("running"));
    expect(await effectOf(backend, again)).toEqual({ answer: "crowded", changed: false });
    expect(await leave()).toEqual({ outcome: "left" });
    expect([await again(), await again()]).toEqual(["running", "crowded"]);
    await release(backend, member, questionId);
    expect([await again(), await again()]).toEqual(["begun", "running"]);
  });
});
