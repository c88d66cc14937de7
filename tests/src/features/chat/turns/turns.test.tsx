import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Message, OpenAnswer, StreamEvent } from "#contract";
import { answerTexts, stopping } from "#features/chat/data/answer-texts.ts";
import { cacheEmptyChat } from "#features/chat/data/chat-cache.ts";
import { messagesKey, openAnswersKey } from "#features/chat/data/chat-queries.ts";
import type { LoadedMessages } from "#features/chat/data/message-pages-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { putIntoOutbox } from "#features/chat/drafts/outbox-rules.ts";
import { messagesBeingSent } from "#features/chat/turns/sending-locks.ts";
import { readTurn, sendTurn, stopAnswer } from "#features/chat/turns/turn-api.ts";
import { CONNECTION_BROKE, turnOfEntry, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { type FailureCode, RequestError, wait } from "#lib/functions-client.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { currentSession } from "#lib/session.ts";
import { brokenAnswerTo, openAnswerTo } from "../../../../support/chat-rows.ts";
import { CHAT_ID, entry, liveAnswer, question, reply, saved } from "../../../../support/turns.ts";

vi.mock(import("#features/chat/turns/turn-api.ts"), { spy: true });
vi.mock(import("#features/chat/turns/sending-locks.ts"), { spy: true });
vi.mock(import("#lib/functions-client.ts"), { spy: true });
vi.mock(import("#lib/session.ts"), { spy: true });

const PERSON = "00000000-0000-4000-8000-0000000000aa";

/** A request on which a test plays the server. */
type Connection = {
  sent: Parameters<typeof sendTurn>[1];
  send: (event: StreamEvent) => void;
  close: () => void;
  break: (error: Error) => void;
  signal: AbortSignal;
};

/** What a test's database holds. */
type Held = {
  question: Message | null;
  reply: Message | null;
  openAnswers: readonly OpenAnswer[];
};

/** Turns of somebody who looks at their chat. A test plays the server and the database, and time moves only by waiting. */
function controlledTurns() {
  const connections: Connection[] = [];
  let now = 0;
  let held: Held | Error = { question: null, reply: null, openAnswers: [] };
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.mocked(wait).mockImplementation(async (milliseconds) => {
    await new Promise(setImmediate);
    now += milliseconds;
  });
  vi.mocked(currentSession).mockReturnValue({
    status: "signed-in",
    user: { id: PERSON },
  } as ReturnType<typeof currentSession>);
  vi.mocked(sendTurn).mockImplementation(
    (_, sent, onEvent, signal) =>
      new Promise((resolve, reject) => {
        connections.push({ sent, send: onEvent, close: resolve, break: reject, signal });
        signal.addEventListener("abort", () => reject(new Error("left")));
      }),
  );
  vi.mocked(stopAnswer).mockReset().mockResolvedValue();
  vi.mocked(readTurn)
    .mockReset()
    .mockImplementation(async () => {
      if (held instanceof Error) throw held;
      const { question, reply, openAnswers } = held;
      return { question, replies: reply === null ? [] : [reply], openAnswers };
    });
  const othersSend = (...ids: string[]) => vi.mocked(messagesBeingSent).mockResolvedValue(ids);
  othersSend();
  cacheEmptyChat(PERSON, CHAT_ID);
  client.setQueryData(openAnswersKey(PERSON, CHAT_ID), []);
  const turns = turnsOf(PERSON);
  draftStore(PERSON).change((drafts) => putIntoOutbox(drafts, [entry]));
  onTestFinished(() => {
    turns.dispose();
    client.clear();
    vi.restoreAllMocks();
  });
  return {
    turns,
    /** Sends the message. */
    start: () => turns.send(turnOfEntry(entry)),
    /** What the page's caches hold of the chat. */
    messages: () =>
      client
        .getQueryData<LoadedMessages>(messagesKey(PERSON, CHAT_ID))
        ?.pages.flatMap((page) => page.messages),
    openAnswers: () => client.getQueryData<readonly OpenAnswer[]>(openAnswersKey(PERSON, CHAT_ID)),
    /** What is there of each answer. */
    texts: () => Object.fromEntries(answerTexts.get()),
    /** The ids of the answers that the server was told to stop. */
    stopped: () => vi.mocked(stopAnswer).mock.calls.map(([, { id }]) => id),
    connection: (index = 0) => connections[index] ?? fail(`connection ${index} was not opened`),
    /** Decides what the database holds from now on; an Error for a database that cannot be read. */
    databaseHolds: (next: typeof held) => {
      held = next;
    },
    /** Which messages other tabs are sending from now on. */
    othersSend,
    onlyTurn: () => turns.inChat(CHAT_ID)[0] ?? fail("there is no turn"),
    now: () => now,
  };
}

/** The same, where a message was sent and its question is stored. `ended` tells how its turn ends. */
function begunTurn() {
  const controlled = controlledTurns();
  const ended = controlled.start();
  controlled.connection().send(saved);
  return { ...controlled, ended };
}

function fail(reason: string): never {
  throw new Error(reason);
}

const refusal = (reason: string, code: FailureCode, status: number) =>
  new RequestError(reason, { code, status, retryable: true });

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
    const { turns, start, connection, messages, texts, onlyTurn } = controlledTurns();
    const ended = start();
    expect(onlyTurn()).toMatchObject({ answerId: "r1", failure: null, question: null });
    connection().send(saved);
    expect(onlyTurn()).toMatchObject({ failure: null, question, isBegun: true });
    connection().send(delta("Hello to "));
    connection().send(delta("you"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello to you" });
    connection().send({ type: "ai_message", aiMessage: reply });
    connection().close();
    expect(await ended).toMatchObject({ failure: null, isStopped: false });
    expect(messages()).toStrictEqual([reply, question]);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("tells the list of a change of state, and only of the text, some pieces at once, when the answer grows", async () => {
    const { turns, start, connection, texts } = controlledTurns();
    const [onList, onText] = [vi.fn<() => void>(), vi.fn<() => void>()];
    void start();
    connection().send(saved);
    connection().send(delta("a"));
    turns.store.subscribe(onList);
    answerTexts.subscribe(onText);
    for (let piece = 0; piece < 100; piece += 1) connection().send(delta("a"));
    expect(onText).not.toHaveBeenCalled();
    await expect.poll(() => texts()["r1"]?.length).toBe(101);
    expect(onText).toHaveBeenCalledTimes(1);
    expect(onList).not.toHaveBeenCalled();
  });
});

describe("a turn that fails", () => {
  it("keeps the server's reason, and is sent again once under the same id", async () => {
    const { turns, start, connection, onlyTurn } = controlledTurns();
    const ended = start();
    connection().break(refusal("Too fast", "rate_limited", 429));
    const failure = { reason: "Too fast", code: "rate_limited", retryable: true, status: 429 };
    expect(await ended).toMatchObject({ failure, isStopped: false });
    expect(onlyTurn()).toMatchObject({ failure, question: null });

    const again = turns.send({ ...onlyTurn(), model: "grok" });
    expect(onlyTurn()).toMatchObject({ answerId: "r1", model: "grok", failure: null });
    expect(await turns.send(onlyTurn())).toBeNull();
    expect(() => connection(2)).toThrow("connection 2");
    connection(1).send(saved);
    connection(1).send({ type: "ai_message", aiMessage: reply });
    connection(1).close();
    expect(await again).toMatchObject({ failure: null, isStopped: false });
  });

  it("is told by the server's row, with its text, when the answer breaks off in the middle", async () => {
    const { turns, connection, openAnswers, ended } = begunTurn();
    connection().send(delta("Hel"));
    connection().send(failure);
    connection().close();
    expect(await ended).toMatchObject({ failure: { reason: "It broke" }, turn: { question } });
    expect(openAnswers()).toMatchObject([
      { id: "r1", status: "failed", content: "Hel", reason: "It broke" },
    ]);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("takes nothing from the next try when it was dropped before", async () => {
    const { turns, onlyTurn, ended } = begunTurn();
    turns.drop("r1");
    void turns.send(further("r1"));
    expect(await ended).toBeNull();
    expect(onlyTurn().failure).toBeNull();
  });
});

describe("a turn whose connection is lost", () => {
  it.each([
    ["network", new Error("network")],
    ["a 502", refusal("Bad gateway", "unavailable", 502)],
  ])("by %s is answered when the database holds the answer", async (_, error) => {
    const { turns, start, connection, databaseHolds } = controlledTurns();
    const ended = start();
    databaseHolds({ question, reply, openAnswers: [] });
    connection().break(error);
    expect(await ended).toMatchObject({ failure: null, isStopped: false });
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("is not sent when the database does not hold the question, with the reason of a 503", async () => {
    for (const [error, reason] of [
      [new Error("network"), "Failed to send message"],
      [refusal("Out of order", "unavailable", 503), "Out of order"],
    ] as const) {
      const { start, connection, onlyTurn } = controlledTurns();
      const ended = start();
      connection().break(error);
      expect(await ended).toMatchObject({ failure: { reason } });
      expect(onlyTurn()).toMatchObject({ question: null, failure: { reason } });
    }
  });

  it("is left to the server's row, and told of when that is no longer on its way", async () => {
    const row = openAnswerTo(question, { id: "r1" });
    const broken = { openAnswers: [brokenAnswerTo(question, { id: "r1" })], reply: null };
    const stored = { openAnswers: [], reply };
    for (const [held, outcome] of [
      [broken, { failure: { retryable: true }, isStopped: false }],
      [stored, { failure: null, isStopped: false }],
      [{ openAnswers: [row], reply: null }, null],
    ] as const) {
      const { turns, connection, databaseHolds, ended } = begunTurn();
      connection().close();
      expect(await ended).toBeNull();
      expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
      databaseHolds({ question, ...held });
      expect([await turns.ended(row)]).toMatchObject([outcome]);
    }
  });

  it.each([
    ["cannot be read", new Error("offline")],
    ["has nothing of it", { question, reply: null, openAnswers: [] }],
  ])(
    "is a further one that nobody heard of where the database %s: it can be sent by Retry soon [answers.ask-again-offline]",
    async (_, held) => {
      const { turns, connection, databaseHolds, onlyTurn, now } = controlledTurns();
      databaseHolds(held);
      const ended = turns.send(further("a"));
      connection().break(new Error("network"));
      expect(await ended).toMatchObject({ failure: { reason: CONNECTION_BROKE } });
      expect(now()).toBeLessThan(5_000);
      void turns.send(onlyTurn());
      expect(connection(1).sent).toMatchObject({ messageId: "q1", answerId: "a", model: "grok" });
    },
  );
});

describe("a message that another tab is sending", () => {
  it("is on its way while that tab sends it, and unsent when it gives up", async () => {
    const { turns, othersSend, onlyTurn } = controlledTurns();
    othersSend("q1");
    const ended = turns.followSent(entry);
    await expect.poll(() => vi.mocked(readTurn).mock.calls.length).toBeGreaterThan(2);
    expect(onlyTurn().failure).toBeNull();
    othersSend();
    expect(await ended).toMatchObject({ failure: { reason: "Failed to send message" } });
    expect(onlyTurn()).toMatchObject({ failure: {}, question: null });
  });

  it("is the server's when the database holds it", async () => {
    const { turns, othersSend, databaseHolds } = controlledTurns();
    othersSend("q1");
    const ended = turns.followSent(entry);
    databaseHolds({ question, reply: null, openAnswers: [openAnswerTo(question, { id: "r1" })] });
    expect(await ended).toBeNull();
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });
});

describe("Stop", () => {
  it("tells the server, closes the stream and leaves the answer to be told of as stopped", async () => {
    const row = openAnswerTo(question, { id: "r1" });
    const kept = { ...reply, content: "Hel", stopped_at: "2026-11-21T08:00:02Z" };
    const unwritten = brokenAnswerTo(question, { id: "r1", status: "stopped" });
    for (const held of [
      { reply: kept, openAnswers: [] },
      { reply: null, openAnswers: [unwritten] },
    ]) {
      const { turns, connection, databaseHolds, stopped, ended } = begunTurn();
      connection().send(delta("Hel"));
      await turns.stop(r1);
      expect(stopped()).toStrictEqual(["r1"]);
      expect(connection().signal.aborted).toBe(true);
      expect(await ended).toBeNull();
      expect(stopping.get().has("r1")).toBe(true);
      databaseHolds({ question, ...held });
      expect(await turns.ended(row)).toMatchObject({ isStopped: true });
      expect(stopping.get().size).toBe(0);
    }
  });

  it("holds the shown text from the press on, and lets it go on when the server could not be told [reply.stop]", async () => {
    const { turns, connection, texts, stopped } = begunTurn();
    connection().send(delta("Hel"));
    await expect.poll(texts).toStrictEqual({ r1: "Hel" });
    const telling = Promise.withResolvers<void>();
    vi.mocked(stopAnswer).mockReturnValueOnce(telling.promise);
    const told = turns.stop(r1);
    expect(stopping.get().has("r1")).toBe(true);
    await turns.stop(r1);
    connection().send(delta("lo"));
    expect(texts()).toStrictEqual({ r1: "Hel" });
    telling.reject(new Error("No network"));
    await expect(told).rejects.toThrow("No network");
    expect(stopping.get().has("r1")).toBe(false);
    connection().send(delta("!"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello!" });
    expect(stopped()).toStrictEqual(["r1"]);
  });

  it("ends the try that was stopped, and not one that is asked for before the server has replied to the stop [reply.stop-unwritten]", async () => {
    const { turns, connection, ended, start } = begunTurn();
    const telling = Promise.withResolvers<void>();
    vi.mocked(stopAnswer).mockReturnValueOnce(telling.promise);
    const told = turns.stop(r1);
    connection().send(failure);
    connection().close();
    await ended;
    void start();
    telling.resolve();
    await told;
    expect(connection(1).signal.aborted).toBe(false);
  });

  it("leaves alone a try that is asked for while the end of the one before is read [reply.stop-unwritten]", async () => {
    const { turns, connection, ended, start, onlyTurn } = begunTurn();
    await turns.stop(r1);
    await ended;
    const reading = Promise.withResolvers<Awaited<ReturnType<typeof readTurn>>>();
    vi.mocked(readTurn).mockReturnValueOnce(reading.promise);
    const told = turns.ended(openAnswerTo(question, { id: "r1" }));
    void start();
    const stopped = brokenAnswerTo(question, { id: "r1", status: "stopped" });
    reading.resolve({ question, replies: [], openAnswers: [stopped] });
    expect(await told).toBeNull();
    expect(connection(1).signal.aborted).toBe(false);
    expect(onlyTurn()).toMatchObject({ answerId: "r1", failure: null });
  });

  it("is told when the server has the question, not before", async () => {
    const { turns, connection, stopped } = controlledTurns();
    void turns.send(further("a"));
    const stopping = turns.stop(liveAnswer("a"));
    expect(stopped()).toStrictEqual([]);
    connection().send(savedAs("a"));
    await stopping;
    expect(stopped()).toStrictEqual(["a"]);
  });
});

describe("several answers to one question", () => {
  it("run beside each other, and each has its own text, end and failure [answers.stop-one]", async () => {
    const { turns, connection, texts, openAnswers, stopped } = controlledTurns();
    const ended = ["a", "b", "c"].map((id) => turns.send(further(id)));
    for (const [index, id] of ["a", "b", "c"].entries()) {
      connection(index).send(savedAs(id));
      connection(index).send(delta(`text ${id}`));
    }
    await expect.poll(texts).toStrictEqual({ a: "text a", b: "text b", c: "text c" });
    connection(1).send(failure);
    connection(1).close();
    connection().send({ type: "ai_message", aiMessage: { ...reply, id: "a" } });
    connection().close();
    await turns.stop(liveAnswer("c"));
    expect(await Promise.all(ended)).toMatchObject([
      { failure: null, isStopped: false },
      { failure: { reason: "It broke" }, turn: { answerId: "b" } },
      null,
    ]);
    expect(openAnswers()).toContainEqual(
      expect.objectContaining({ id: "b", status: "failed", content: "text b" }),
    );
    expect(stopped()).toStrictEqual(["c"]);
  });

  it("replace those of their own model that had failed before, and leave those of others", async () => {
    for (const [model, left] of [
      ["grok", []],
      ["claude-4", ["a"]],
    ] as const) {
      const { turns, connection } = controlledTurns();
      const first = turns.send(further("a", "grok"));
      connection().break(refusal("No", "rate_limited", 429));
      await first;
      const second = turns.send(further("b", model));
      connection(1).send(savedAs("b"));
      connection(1).send({ type: "ai_message", aiMessage: { ...reply, id: "b" } });
      connection(1).close();
      await second;
      expect(turns.inChat(CHAT_ID).map(({ answerId }) => answerId)).toStrictEqual(left);
    }
  });
});
