import { describe, expect, it } from "vitest";
import { goesOn } from "#features/chat/conversation/queue-state-rules.ts";
import { modelLabel } from "#features/chat/data/message-rules.ts";
import { type Turn, turnOfEntry, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { conversationOf } from "../../../../support/answers.ts";
import { brokenAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";
import { failedAs as failed, nextEntry, question, reply } from "../../../../support/turns.ts";

const entry = { ...nextEntry, answerId: "r9" };
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("a question with several answers", () => {
  const at = (second: number) => `2026-11-21T08:00:0${second}Z`;
  const later = "2026-11-21T08:01:00Z";
  const second = replyTo(question, { id: "r2", created_at: at(2), asked_at: later, model: "grok" });
  const third = replyTo(question, { id: "r3", created_at: at(3), asked_at: later });
  const next = message({ id: "q2", created_at: at(4), follows: "r2" });
  const further = (answerId: string) => turnOfQuestion(question, { answerId, model: "claude-4" });
  const looking = (answerId: string) => ({
    last: { q1: { answerId, instead: null } },
    chosen: null,
    earlier: {},
    named: null,
  });

  it("shows one of them, the newest, with its place among them and the way to the others [answers.shown]", () => {
    const { rows } = conversationOf([question, reply, second, third], [], true, []);
    expect(ids(rows)).toStrictEqual(["q1", "r3"]);
    expect(rows[1]?.paging).toMatchObject({ at: 3, count: 3, previous: { id: "r2" }, next: null });
    const before = conversationOf([question, reply, second], [], true, [], looking("r1"));
    expect(before.rows[1]).toMatchObject({
      id: "r1",
      paging: { at: 1, count: 2, previous: null, next: { id: "r2" } },
    });
  });

  it("names imported ones as their provider does, alone and side by side [import.page-model]", () => {
    const foreign = { model: null, provider_model: "gpt-4o" };
    const imported = replyTo(question, { id: "r2", created_at: at(2), ...foreign });
    const all = { ...looking("r2"), opened: new Set(["q1"]) };
    const [, row] = conversationOf([question, reply, imported], [], true, [], all).rows;
    expect(row?.model).toBe("gpt-4o, imported");
    expect(row?.opened?.parts.map(({ answerId, name }) => [answerId, name])).toStrictEqual([
      ["r1", modelLabel(reply.model)],
      ["r2", "gpt-4o, imported"],
    ]);
  });

  it("shows the one that the next question follows, whatever was looked at before [answers.chosen]", () => {
    const all = [question, reply, second, third, next];
    expect(ids(conversationOf(all, [], true, [], looking("r3")).rows)).toStrictEqual([
      "q1",
      "r2",
      "q2",
    ]);
    const now = { ...looking("r3"), earlier: { q1: "r1" } };
    expect(ids(conversationOf(all, [], true, [], now).rows)).toStrictEqual(["q1", "r1", "q2"]);
    const older = { ...next, follows: null };
    const rows = conversationOf([question, reply, second, third, older], [], true, []).rows;
    expect(ids(rows)).toStrictEqual(["q1", "r3", "q2"]);
  });

  it("shows the one that a message goes on from which is being sent, or could not be [answers.chosen]", () => {
    const all = [question, reply, second, third];
    const sent = (turn: Turn) => turn;
    const shown = (state: typeof sent, follows = "r1", earlier = {}) =>
      conversationOf(all, [state(turnOfEntry({ ...entry, follows }))], true, [], {
        ...looking(follows),
        earlier,
      });
    for (const state of [sent, failed]) {
      const { rows, lastQuestionId } = shown(state);
      expect(ids(rows)).toStrictEqual(["q1", "r1", "q2"]);
      expect(rows[1]).toMatchObject({ paging: { at: 1, count: 3 }, goesOnFrom: null });
      expect(lastQuestionId).toBe("q2");
      // Another one can be looked at meanwhile.
      expect(ids(shown(state, "r1", { q1: "r2" }).rows)).toStrictEqual(["q1", "r2", "q2"]);
    }
    // The first of several is the one that goes on from it.
    const later = turnOfEntry({ ...entry, messageId: "q3", answerId: "r8", follows: "r2" });
    const both = [failed(turnOfEntry({ ...entry, follows: "r1" })), later];
    const { rows, lastQuestionId } = conversationOf(all, both, true, []);
    expect(ids(rows)).toStrictEqual(["q1", "r1", "q2", "q3"]);
    expect(lastQuestionId).toBe("q3");
    expect(conversationOf(all, [], true, []).lastQuestionId).toBe("q1");
    expect(conversationOf(all, [], false, []).lastQuestionId).toBeUndefined();
    expect(conversationOf([], [], true, []).lastQuestionId).toBeUndefined();
  });

  it("shows the one chosen on another device, which also overrides a message sent without a choice [answers.all-unchosen]", () => {
    const all = [question, reply, second, third];
    const shown = (sent: object, chosen: string | null) => {
      const turn = turnOfEntry({ ...entry, ...sent });
      return conversationOf(all, [turn], true, [], { ...looking("r3"), chosen }).rows[1]?.id;
    };
    expect(shown({ follows: "r1", unlessChosen: true }, "r2")).toBe("r2");
    expect(shown({ follows: "r1", unlessChosen: true }, "of an earlier question")).toBe("r1");
    expect(shown({ follows: "r1" }, "r2")).toBe("r1");
    expect(shown({}, "r2")).toBe("r2");
  });

  it("shows the one that the address names, and says what the next message goes on from instead [search.leads]", () => {
    const shown = (named: string, chosen: string | null, messages = [question, reply, second]) =>
      conversationOf(messages, [], true, [], { ...looking("r9"), chosen, named }).rows[1];
    const note = "Your next message goes on from reply 2 of 2.";
    expect(shown("r1", "r2")).toMatchObject({ id: "r1", paging: { at: 1 }, goesOnFrom: note });
    expect(shown("r1", null)).toMatchObject({ id: "r1", goesOnFrom: note });
    expect(shown("r2", "r2")).toMatchObject({ id: "r2", goesOnFrom: null });
    expect(shown("elsewhere", "r1")).toMatchObject({ id: "r1", goesOnFrom: null });
    const gone = [question, reply, second, next];
    expect(shown("r1", null, gone)).toMatchObject({ id: "r1", goesOnFrom: null });
    // Its question is not loaded.
    const cut = { ...looking("r9"), named: "r3" };
    expect(ids(conversationOf([second, third, next], [], true, [], cut).rows)).toStrictEqual([
      "r3",
      "q2",
    ]);
  });

  it("shows the chosen one also where its question is not loaded", () => {
    expect(ids(conversationOf([second, third, next], [], true, []).rows)).toStrictEqual([
      "r2",
      "q2",
    ]);
    expect(ids(conversationOf([third, next], [], true, []).rows)).toStrictEqual(["q2"]);
  });

  it("shows the one that is being written in their place, and counts it [answers.ask-again]", () => {
    const turns = [further("r3")];
    const shown = conversationOf([question, reply, second], turns, true, [], looking("r3"));
    expect(ids(shown.rows)).toStrictEqual(["q1"]);
    expect(shown.writing).toMatchObject([
      { answer: { id: "r3" }, paging: { at: 3, count: 3, previous: { id: "r2" }, next: null } },
    ]);
    const back = conversationOf([question, reply, second], turns, true, [], looking("r1"));
    expect(ids(back.rows)).toStrictEqual(["q1", "r1"]);
    expect(back.rows[1]?.paging).toMatchObject({ at: 1, count: 3 });
    expect(back.writing).toStrictEqual([]);
    expect(ids(back.running)).toStrictEqual(["r3"]);
    expect(goesOn(back)).toBe("later");
  });

  it("does not count one that failed before anything was written, and says why [answers.ask-again-fails]", () => {
    const turns = [failed(further("r3"))];
    const { rows } = conversationOf([question, reply, second], turns, true, [], looking("r3"));
    expect(ids(rows)).toStrictEqual(["q1", "r2"]);
    expect(rows[1]).toMatchObject({
      failure: null,
      paging: { at: 2, count: 2 },
      further: [{ id: "r3", reason: "No" }],
    });
    expect(conversationOf([question, reply], turns, true, []).rows[1]?.paging).toBeNull();
    const openAnswer = brokenAnswerTo(question, { id: "r9", model: "grok" });
    expect(conversationOf([question, reply], [], true, [openAnswer]).rows[1]).toMatchObject({
      paging: null,
      further: [{ id: "r9", model: "grok" }],
    });
  });

  it("says why each model failed until it has answered, and continues by itself when the newest is whole [answers.ask-again-fails]", () => {
    const asked = (second: number) => `2026-11-21T08:02:0${second}Z`;
    const failedAt = (id: string, model: "grok" | "claude-4", asked_at: string) =>
      brokenAnswerTo(question, { id, model, asked_at });
    const openAnswers = [
      failedAt("f1", "claude-4", asked(2)),
      failedAt("f2", "grok", asked(3)),
      failedAt("f3", "claude-4", asked(4)),
    ];
    const shownWith = (asked_at: string) =>
      conversationOf([question, replyTo(question, { asked_at })], [], true, openAnswers);
    const [before, after] = [shownWith(asked(1)), shownWith(asked(5))];
    for (const { rows } of [before, after]) {
      expect(rows[1]?.further?.map(({ id }) => id)).toStrictEqual(["f2", "f3"]);
    }
    expect([before, after].map(goesOn)).toStrictEqual(["no", "yes"]);
  });

  it("names all models that have written something, so that a different one is offered after a failure [models.ask-another]", () => {
    const openAnswers = [
      brokenAnswerTo(question, { id: "r7", model: "grok" }),
      brokenAnswerTo(question, { id: "r8", model: "claude-4", content: "Half" }),
    ];
    const stopped = replyTo(question, { id: "r6", model: "chatgpt-5", stopped_at: later });
    const { rows } = conversationOf(
      [question, reply, stopped],
      [],
      true,
      openAnswers,
      looking("r1"),
    );
    expect(rows[1]).toMatchObject({ id: "r1", further: [{ model: "grok" }] });
    expect(rows[1]?.answering).toStrictEqual(["chatgpt-4", "chatgpt-5", "claude-4"]);
  });

  it("counts one that broke off with text, which does not hide the whole ones", () => {
    const openAnswer = brokenAnswerTo(question, { id: "r9", content: "Half" });
    const shown = conversationOf([question, reply], [], true, [openAnswer]);
    expect(shown.rows[1]).toMatchObject({
      id: "r1",
      paging: { at: 1, count: 2, next: { id: "r9" } },
    });
    const { rows } = conversationOf([question, reply], [], true, [openAnswer], looking("r9"));
    expect(rows[1]).toMatchObject({
      id: "r9",
      content: "Half",
      failure: { id: "r9" },
      paging: { at: 2, count: 2 },
    });
  });

  it("says below one that broke off what the next message goes on from [answers.unfinished]", () => {
    const openAnswer = brokenAnswerTo(question, { id: "r9", content: "Half" });
    const note = (...args: Parameters<typeof conversationOf>) =>
      conversationOf(...args).rows[1]?.goesOnFrom ?? null;
    const last = looking("r9");
    expect(note([question, reply, second], [], true, [openAnswer], last)).toContain("reply 2 of 3");
    const chosen = { ...last, chosen: "r1" };
    expect(note([question, reply, second], [], true, [openAnswer], chosen)).toContain(
      "reply 1 of 3",
    );
    expect(note([question], [], true, [openAnswer])).toContain("does not go on from this reply");
    // Below whole replies, and where the conversation has gone on, there is nothing to say.
    expect(note([question, reply], [], true, [openAnswer])).toBeNull();
    expect(note([question, { ...next, follows: null }], [], true, [openAnswer])).toBeNull();
  });

  it("can be asked again up to 12 answers, the failed ones counted, while nothing has followed [answers.limits]", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        replyTo(question, { id: `a${index}`, created_at: `2026-11-21T08:01:${10 + index}Z` }),
      );
    const asks = (messages: ReturnType<typeof many>, turns = [failed(further("r3"))]) =>
      conversationOf([question, ...messages], turns, true, []).rows.at(-1)?.asksAgain;
    expect(asks(many(10))).toBe("yes");
    expect(asks(many(11))).toBe("full");
    const goneOn = [...many(2), message({ id: "q2", created_at: "2026-11-21T09:00:00Z" })];
    expect(asks(goneOn)).toBeUndefined();
    expect(asks(many(2), [turnOfEntry(entry)])).toBeUndefined();
    expect(conversationOf([question, reply], [], false, []).rows[1]?.asksAgain).toBeUndefined();
  });
});
