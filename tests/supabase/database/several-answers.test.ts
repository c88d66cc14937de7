import { beforeEach, expect, it } from "vitest";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  type BeginArgs,
  beginTurn,
  converse,
  effectOf,
  finish,
  renew,
  withoutQueue,
  askIn,
  newTurn,
  openAnswers,
  claimBegun,
  stopTurn,
  refused,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();
const MODELS = ["chatgpt-4", "chatgpt-5", "grok", "claude-4"];

onPostgres("several answers to a question", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  let turn: ReturnType<typeof newTurn>;

  beforeEach(() => {
    turn = newTurn();
  });

  const ask = (args: Partial<BeginArgs> = {}) => beginTurn(backend, member, { ...turn, ...args });
  /** Asks for one more answer and stores it. Returns its id. */
  const answer = async (args: Partial<BeginArgs> = {}) => {
    const p_answer_id = args.p_answer_id ?? id();
    const { claim } = await ask({ ...args, p_answer_id });
    const p_claim_id = claim ?? "";
    const written = { p_answer_id, p_claim_id, p_content: `answer ${p_answer_id}` };
    expect((await finish(backend, member, turn.p_question_id, written)).outcome).toBe("stored");
    return p_answer_id;
  };
  const conflict = refused("conflict");

  it("ten requests with one answer id make one claim [answers.id]", async () => {
    const parallel = withoutQueue(backend);
    const p_answer_id = id();
    const begun = await Promise.all(
      Array.from({ length: 10 }, () =>
        beginTurn(parallel, member, { ...turn, p_answer_id, p_starts_chat: true }),
      ),
    );
    const outcomes = begun.map(({ outcome }) => outcome).toSorted();
    expect(outcomes.filter((outcome) => outcome === "begun")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "running")).toHaveLength(3);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("four models answer one question at once, and stopping one leaves three [answers.stop-one]", async () => {
    const begun = [];
    for (const p_model of MODELS) begun.push(await ask({ p_answer_id: id(), p_model }));
    expect(begun.map(({ outcome }) => outcome)).toEqual(Array(4).fill("begun"));
    expect(begun.map((one) => one.answer?.model)).toEqual(MODELS);
    const [first] = begun;
    const p_answer_id = first?.answer?.id ?? "";
    const marked = await stopTurn(backend, member, { ...turn, p_answer_id });
    expect(marked).toEqual({ outcome: "marked" });
    const outcomes = await Promise.all(
      begun.map((one) => renew(backend, member, turn.p_question_id, claimBegun(one))),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      "stopped",
      "running",
      "running",
      "running",
    ]);
    await stopTurn(backend, member, turn);
    const [running] = await backend.sql<{ count: number }>(
      `select count(*)::integer from private.attempts where question_id = $1 and stopped_at is null`,
      turn.p_question_id,
    );
    expect(running?.count).toBe(0);
  });

  it("what is asked for together waits until somebody asks for it under its id, and counts then; Stop ends it too [answers.all-each]", async () => {
    const together = MODELS.map((model) => ({ answerId: id(), model }));
    const [first, second, third] = together.map(({ answerId }) => answerId);
    const statuses = async () => {
      const open = await openAnswers(member, { p_chat_id: turn.p_chat_id });
      return together.map(({ answerId }) => open.find((row) => row.id === answerId)?.status);
    };
    const p_model = MODELS[0] ?? "";
    const begun = await ask({ p_answer_id: first ?? "", p_model, p_together: together });
    expect(await statuses()).toEqual(["running", "asked", "asked", "asked"]);

    const other = await ask({ p_answer_id: second ?? "", p_starts_chat: false });
    expect(other).toMatchObject({ outcome: "begun", answer: { model: MODELS[1] } });
    expect((begun.left?.count ?? 0) - (other.left?.count ?? 0)).toBe(1);
    const again = await ask({ p_answer_id: second ?? "", p_starts_chat: false });
    expect(again.outcome).toBe("running");
    expect(await statuses()).toEqual(["running", "running", "asked", "asked"]);

    await stopTurn(backend, member, { ...turn, p_answer_id: third ?? "" });
    expect(await statuses()).toEqual(["running", "running", "stopped", "asked"]);
    await stopTurn(backend, member, turn);
    expect(await statuses()).toEqual(["running", "running", "stopped", "stopped"]);
    expect((await ask({ p_answer_id: third ?? "", p_starts_chat: false })).outcome).toBe("begun");
    expect(await statuses()).toEqual(["running", "running", "running", "stopped"]);
  });

  it("the answer is stored under the id that was asked for, with what is known of it", async () => {
    const p_answer_id = id();
    const { claim } = await ask({ p_answer_id, p_model: "grok" });
    const { reply } = await finish(backend, member, turn.p_question_id, {
      p_answer_id,
      p_claim_id: claim ?? "",
      p_provider_model: "grok-4",
      p_input_tokens: 9,
      p_cached_tokens: 4,
      p_output_tokens: 5,
      p_first_text_ms: 120,
    });
    expect(reply).toMatchObject({
      id: p_answer_id,
      model: "grok",
      provider_model: "grok-4",
      input_tokens: 9,
      cached_tokens: 4,
      output_tokens: 5,
      first_text_ms: 120,
      asked_at: expect.any(String),
      took_ms: expect.any(Number),
      context_from: null,
    });
    const counted = await backend.sql(
      `select model, failure, first_text_ms, input_tokens, cached_tokens, output_tokens
       from private.ended_turns order by id desc limit 1`,
    );
    expect(counted).toEqual([
      {
        model: "grok",
        failure: null,
        first_text_ms: 120,
        input_tokens: 9,
        cached_tokens: 4,
        output_tokens: 5,
      },
    ]);
  });

  it("a second answer is for the last question of a chat only, and the chat keeps its model [answers.again]", async () => {
    await answer({ p_model: "grok" });
    const again = await ask({ p_answer_id: id(), p_model: "claude-4" });
    expect(again).toMatchObject({ outcome: "begun", chat: { model: "grok" } });
    await askIn(backend, member, turn.p_chat_id);
    expect(await effectOf(backend, () => ask({ p_answer_id: id() }))).toEqual(conflict);
  });

  it("a question takes as many answers as the page says, and not one more [answers.limits]", async () => {
    for (let count = 0; count < ANSWERS_AT_MOST; count += 1) await answer();
    expect(await effectOf(backend, () => ask({ p_answer_id: id() }))).toEqual(conflict);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("an answer id that is used for something else is refused", async () => {
    await ask();
    const elsewhere = await converse(backend, member, "elsewhere");
    const theirs = await converse(backend, stranger, "theirs");
    const running = await beginTurn(backend, stranger);
    const used = [
      turn.p_question_id,
      elsewhere.question.id,
      elsewhere.reply.id,
      theirs.reply.id,
      running.answer?.id ?? "",
    ];
    for (const p_answer_id of used) {
      expect(await effectOf(backend, () => ask({ p_answer_id }))).toEqual(conflict);
    }
  });

  it("the next question follows the answer that was looked at, else the newest, also after a question from another page [answers.follows]", async () => {
    const first = await answer();
    const second = await answer();
    const next = (p_follows?: string) =>
      beginTurn(backend, member, {
        p_chat_id: turn.p_chat_id,
        p_starts_chat: false,
        p_content: "next",
        ...(p_follows !== undefined && { p_follows }),
      });
    const { reply: elsewhere } = await converse(backend, member, "elsewhere");
    const { reply: theirs } = await converse(backend, stranger, "theirs");
    for (const wrong of [elsewhere.id, theirs.id, id(), turn.p_question_id]) {
      expect(await effectOf(backend, () => next(wrong))).toEqual(conflict);
    }
    const chosen = await next(first);
    expect(chosen.question?.follows).toBe(first);
    expect(chosen.history?.map(({ content }) => content)).toEqual([
      "Hello",
      `answer ${first}`,
      "next",
    ]);

    // Another page has sent meanwhile: what was looked at is an answer to an earlier question by now.
    const late = await next(second);
    expect(late).toMatchObject({ outcome: "begun", question: { follows: null } });
    const { reply: newer } = await finish(backend, member, late.question?.id ?? "");
    expect((await next(second)).question?.follows).toBe(newer?.id);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);

    const other = newTurn();
    await beginTurn(backend, member, other);
    const { reply } = await finish(backend, member, other.p_question_id);
    const newest = await askIn(backend, member, other.p_chat_id);
    expect(newest.question?.follows).toBe(reply?.id);
  });
});
