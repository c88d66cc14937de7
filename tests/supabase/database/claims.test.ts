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
  newTurn,
  repliesTo,
  lapse,
  refused,
} from "../../support/database/turns.ts";

onPostgres("a claimed question", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  let turn: ReturnType<typeof newTurn>;
  let questionId: string;
  let answer: { p_question_id: string; p_answer_id: string };

  beforeEach(async () => {
    turn = newTurn();
    questionId = turn.p_question_id;
    const begun = await beginTurn(backend, member, { ...turn, p_model: "grok" });
    answer = { p_question_id: questionId, p_answer_id: begun.answer?.id ?? "" };
  });

  const replies = () => repliesTo(backend, questionId);

  it("a worker that was taken for dead can neither renew, release nor store over its successor [limits.claim]", async () => {
    await lapse(backend, questionId);
    const [stalled] = await backend.sql<{ claim_id: string }>(
      "select claim_id from private.attempts where question_id = $1",
      questionId,
    );
    const next = await beginTurn(backend, member, turn);
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
    await lapse(backend, questionId);
    expect((await finish(backend, member, questionId)).outcome).toBe("stored");
  });

  it("a request that looks how a question stands changes nothing", async () => {
    const look = (person: Person) =>
      call(backend, "look_at_turn", { ...answer, p_user_id: person.id });
    expect(await effectOf(backend, () => look(member))).toEqual(refused("running"));
    expect(await look(stranger)).toEqual({ outcome: "gone" });
    await release(backend, member, questionId);
    expect(await look(member)).toEqual({ outcome: "free" });
    await backend.sql(
      "update private.attempts set stopped_at = now() where question_id = $1",
      questionId,
    );
    expect(await look(member)).toEqual({ outcome: "stopped" });
    await beginTurn(backend, member, turn);
    const { reply } = await finish(backend, member, questionId);
    expect(await look(member)).toEqual({ outcome: "answered", reply });
  });

  it("three requests may wait for the answer to a question, and another one when one of them leaves [limits.waiting]", async () => {
    const again = async () => (await beginTurn(backend, member, turn)).outcome;
    const leave = () => call(backend, "leave_turn", { ...answer, p_user_id: member.id });
    expect([await again(), await again(), await again()]).toEqual(Array(3).fill("running"));
    expect(await effectOf(backend, again)).toEqual({ answer: "crowded", changed: false });
    expect(await leave()).toEqual({ outcome: "left" });
    expect([await again(), await again()]).toEqual(["running", "crowded"]);
    await release(backend, member, questionId);
    expect([await again(), await again()]).toEqual(["begun", "running"]);
  });
});
