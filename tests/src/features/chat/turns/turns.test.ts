import { describe, expect, it, vi } from "vitest";
import type { StreamEvent } from "#contract";
import { answerTexts } from "#features/chat/data/answer-texts.ts";
import { CONNECTION_LOST, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { brokenAnswerTo, openAnswerTo } from "../../../../support/chat-rows.ts";
import {
  begunTurn,
  CHAT_ID,
  controlledTurns,
  entry,
  liveAnswer,
  question,
  reply,
  saved,
} from "../../../../support/turn-effects.ts";

const further = (answerId: string, model: "grok" | "claude-4" = "grok") =>
  turnOfQuestion(question, { answerId, model });
const savedAs = (answerId: string): StreamEvent => ({ ...saved, answerId }) as StreamEvent;
const delta = (text: string): StreamEvent => ({ type: "delta", text });
const failure: StreamEvent = {
  type: "error",
  error: "It broke",
  code: "provider_failed",
  retryable: true,
};
const r1 = liveAnswer("r1");

describe("a turn that is answered", () => {
  it("is there at once, follows the stream, and is dropped when the caches hold the answer", async () => {
    const { turns, connection, cached, texts, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    expect(onlyTurn()).toMatchObject({ id: "r1", state: "asking", question: null });
    connection().send(saved);
    expect(onlyTurn()).toMatchObject({ state: "asking", question, isBegun: true });
    connection().send(delta("Hello to "));
    connection().send(delta("you"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello to you" });
    connection().send({ type: "ai_message", aiMessage: reply });
    connection().close();
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
    expect(cached).toStrictEqual([[question, reply]]);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("tells the list of a change of state, and only of the text, some pieces at once, when the answer grows", async () => {
    const { turns, connection, texts } = controlledTurns();
    const [onList, onText] = [vi.fn<() => void>(), vi.fn<() => void>()];
    void turns.start(entry);
    connection().send(saved);
    connection().send(delta("a"));
    turns.byChat.subscribe(onList);
    answerTexts.subscribe(onText);
    for (let piece = 0; piece < 100; piece += 1) connection().send(delta("a"));
    expect(onText).not.toHaveBeenCalled();
    await expect.poll(() => texts()["r1"]?.length).toBe(101);
    expect(onText).toHaveBeenCalledTimes(1);
    expect(onList).not.toHaveBeenCalled();
  });
});

describe("a turn that fails", () => {
  it("keeps the server's reason, and is sent again under the same id", async () => {
    const { turns, connection, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    const rejection = { reason: "Too fast", code: "rate_limited", retryable: true, status: 429 };
    connection().break(rejection);
    expect(await ended).toMatchObject({ kind: "failed", rejection });
    expect(onlyTurn()).toMatchObject({ state: "failed", question: null });
    expect(onlyTurn().failure).toMatchObject({ reason: "Too fast" });

    const again = turns.retry(onlyTurn(), "grok");
    expect(onlyTurn()).toMatchObject({ id: "r1", model: "grok", state: "asking", failure: null });
    connection(1).send(saved);
    connection(1).send({ type: "ai_message", aiMessage: reply });
    connection(1).close();
    expect(await again).toStrictEqual({ kind: "sent", isWhole: true });
  });

  it("is sent once when the person retries twice", async () => {
    const { turns, connection, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    connection().break({ reason: "No", code: "internal", retryable: true, status: 400 });
    await ended;
    const turn = onlyTurn();
    void turns.retry(turn, null);
    expect(await turns.retry(turn, null)).toStrictEqual({ kind: "dropped" });
    expect(() => connection(2)).toThrow("connection 2");
  });

  it("is told by the server's row, with its text, when the answer breaks off in the middle", async () => {
    const { turns, connection, broken, ended } = begunTurn();
    connection().send(delta("Hel"));
    connection().send(failure);
    connection().close();
    expect(await ended).toMatchObject({ kind: "failed", turn: { question } });
    expect(broken).toStrictEqual([{ id: "r1", text: "Hel", reason: "It broke" }]);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });
});

describe("a turn whose connection is lost", () => {
  it.each([
    ["network", new Error("network")],
    ["a 502", { reason: "Bad gateway", code: "unavailable", retryable: true, status: 502 }],
  ])("by %s is answered when the database holds the answer", async (_, error) => {
    const { turns, connection, databaseHolds } = controlledTurns();
    const ended = turns.start(entry);
    databaseHolds({ question, reply, openAnswers: [] });
    connection().break(error);
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("is not sent when the database does not hold the question, with the reason of a 503", async () => {
    const unavailable = { code: "unavailable", retryable: true, status: 503 };
    for (const [error, reason] of [
      [new Error("network"), "Failed to send message"],
      [{ ...unavailable, reason: "Out of order" }, "Out of order"],
    ] as const) {
      const { turns, connection, onlyTurn } = controlledTurns();
      const ended = turns.start(entry);
      connection().break(error);
      expect(await ended).toMatchObject({ kind: "failed", failure: { reason } });
      expect(onlyTurn()).toMatchObject({ state: "failed", question: null, failure: { reason } });
    }
  });

  it("is left to the server's row where the answer is on its way, or has ended", async () => {
    for (const [openAnswer, outcome] of [
      [openAnswerTo(question, { id: "r1" }), { kind: "dropped" }],
      [brokenAnswerTo(question, { id: "r1" }), { kind: "failed", isStopped: false }],
    ] as const) {
      const { turns, connection, databaseHolds, found, ended } = begunTurn();
      databaseHolds({ question, reply: null, openAnswers: [openAnswer] });
      connection().close();
      expect(await ended).toMatchObject(outcome);
      expect(found).toMatchObject([{ openAnswers: [openAnswer] }]);
      expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
    }
  });

  it("fails after 25 seconds when the database cannot be read", async () => {
    const { connection, databaseHolds, onlyTurn, now, ended } = begunTurn();
    databaseHolds(new Error("offline"));
    connection().close();
    expect(await ended).toMatchObject({ kind: "failed", failure: { reason: CONNECTION_LOST } });
    expect(onlyTurn()).toMatchObject({ state: "failed", question });
    expect(now()).toBe(25_000);
  });

  it.each([
    ["cannot be read", new Error("offline")],
    ["has nothing of it", { question, reply: null, openAnswers: [] }],
  ])(
    "is a further one that nobody heard of where the database %s: it can be sent by Retry soon [answers.ask-again-offline]",
    async (_, held) => {
      const { turns, connection, databaseHolds, onlyTurn, now } = controlledTurns();
      databaseHolds(held);
      const ended = turns.ask(further("a"));
      connection().break(new Error("network"));
      expect(await ended).toMatchObject({ kind: "failed", failure: { reason: CONNECTION_LOST } });
      expect(now()).toBeLessThan(5_000);
      void turns.retry(onlyTurn(), "grok");
      expect(connection(1).sent).toMatchObject({ questionId: "q1", id: "a", model: "grok" });
    },
  );

  it("is looked up once more before its question is taken for unsent", async () => {
    const { turns, connection, databaseHolds, onlyTurn, found } = controlledTurns();
    const ended = turns.start(entry);
    connection().break(new Error("network"));
    await ended;
    expect(await turns.checkStored(onlyTurn())).toBe(false);
    databaseHolds({ question, reply: null, openAnswers: [brokenAnswerTo(question)] });
    expect(await turns.checkStored(onlyTurn())).toBe(true);
    expect(found).toHaveLength(1);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });
});

describe("a message that another tab is sending", () => {
  it("is on its way while that tab sends it, and unsent when it gives up", async () => {
    const { turns, othersSend, onlyTurn, reads } = controlledTurns();
    othersSend("q1");
    const ended = turns.followSent(entry);
    await expect.poll(reads).toBeGreaterThan(2);
    expect(onlyTurn().state).toBe("lost");
    othersSend();
    expect(await ended).toMatchObject({ kind: "failed" });
    expect(onlyTurn()).toMatchObject({ state: "failed", question: null });
  });

  it("is the server's when the database holds it", async () => {
    const { turns, othersSend, databaseHolds } = controlledTurns();
    othersSend("q1");
    const ended = turns.followSent(entry);
    databaseHolds({ question, reply: null, openAnswers: [openAnswerTo(question, { id: "r1" })] });
    expect(await ended).toStrictEqual({ kind: "dropped" });
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });
});

describe("Stop", () => {
  it("tells the server, closes the stream and ends with the text that the server has kept", async () => {
    const { turns, connection, databaseHolds, stopped, cached, ended } = begunTurn();
    connection().send(delta("Hel"));
    const kept = { ...reply, content: "Hel", stopped_at: "2026-11-21T08:00:02Z" };
    databaseHolds({ question, reply: kept, openAnswers: [] });
    await turns.stop(r1);
    expect(stopped).toStrictEqual(["r1"]);
    expect(connection().signal.aborted).toBe(true);
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: false });
    expect(cached.at(-1)).toContainEqual(kept);
    expect(turns.stopping.get().size).toBe(0);
  });

  it("waits until the server has stored what was written, and says so when that was nothing", async () => {
    const { turns, databaseHolds, now, ended } = begunTurn();
    const own = { id: "r1" };
    databaseHolds((time) => ({
      question,
      reply: null,
      openAnswers: [
        time < 2_000
          ? openAnswerTo(question, own)
          : brokenAnswerTo(question, { ...own, status: "stopped" }),
      ],
    }));
    await turns.stop(r1);
    expect(await ended).toMatchObject({ kind: "failed", isStopped: true });
    expect(now()).toBeGreaterThanOrEqual(2_000);
  });

  it("holds the shown text from the press on, and lets it go on when the server could not be told [reply.stop]", async () => {
    const { turns, connection, texts, onStop, stopped } = begunTurn();
    connection().send(delta("Hel"));
    await expect.poll(texts).toStrictEqual({ r1: "Hel" });
    const telling = Promise.withResolvers<void>();
    onStop(() => telling.promise);
    const told = turns.stop(r1);
    expect(turns.stopping.get().has("r1")).toBe(true);
    await turns.stop(r1);
    connection().send(delta("lo"));
    expect(texts()).toStrictEqual({ r1: "Hel" });
    telling.reject(new Error("No network"));
    await expect(told).rejects.toThrow("No network");
    expect(turns.stopping.get().has("r1")).toBe(false);
    connection().send(delta("!"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello!" });
    expect(stopped).toStrictEqual(["r1"]);
  });

  it("is told when the server has the question, not before", async () => {
    const { turns, connection, stopped, databaseHolds } = controlledTurns();
    void turns.ask(further("a"));
    const stopping = turns.stop(liveAnswer("a"));
    expect(stopped).toStrictEqual([]);
    databaseHolds({ question, reply: { ...reply, id: "a" }, openAnswers: [] });
    connection().send(savedAs("a"));
    await stopping;
    expect(stopped).toStrictEqual(["a"]);
  });
});

describe("several answers to one question", () => {
  it("run beside each other, and each has its own text, end and failure [answers.stop-one]", async () => {
    const { turns, connection, texts, broken, stopped, databaseHolds } = controlledTurns();
    const ended = ["a", "b", "c"].map((id) => turns.ask(further(id)));
    for (const [index, id] of ["a", "b", "c"].entries()) {
      connection(index).send(savedAs(id));
      connection(index).send(delta(`text ${id}`));
    }
    await expect.poll(texts).toStrictEqual({ a: "text a", b: "text b", c: "text c" });
    connection(1).send(failure);
    connection(1).close();
    connection().send({ type: "ai_message", aiMessage: { ...reply, id: "a" } });
    connection().close();
    databaseHolds({ question, reply: { ...reply, id: "c" }, openAnswers: [] });
    await turns.stop(liveAnswer("c"));
    expect(await Promise.all(ended)).toMatchObject([
      { kind: "sent" },
      { kind: "failed", turn: { id: "b" } },
      { kind: "sent" },
    ]);
    expect(broken).toStrictEqual([{ id: "b", text: "text b", reason: "It broke" }]);
    expect(stopped).toStrictEqual(["c"]);
  });

  it("replace those of their own model that had failed before, and leave those of others", async () => {
    const refusal = { reason: "No", code: "rate_limited", retryable: true, status: 429 };
    for (const [model, left] of [
      ["grok", []],
      ["claude-4", ["a"]],
    ] as const) {
      const { turns, connection } = controlledTurns();
      const first = turns.ask(further("a", "grok"));
      connection().break(refusal);
      await first;
      const second = turns.ask(further("b", model));
      connection(1).send(savedAs("b"));
      connection(1).send({ type: "ai_message", aiMessage: { ...reply, id: "b" } });
      connection(1).close();
      await second;
      expect(turns.inChat(CHAT_ID).map(({ id }) => id)).toStrictEqual(left);
    }
  });
});
