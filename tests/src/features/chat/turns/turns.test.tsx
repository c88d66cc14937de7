import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Message, OpenAnswer, StreamEvent } from "#contract";
import { cacheEmptyChat } from "#features/chat/data/chat-cache.ts";
import { messagesKey } from "#features/chat/data/chat-queries.ts";
import type { LoadedMessages } from "#features/chat/data/message-pages-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { putIntoOutbox } from "#features/chat/drafts/outbox-rules.ts";
import {
  answersIn,
  arrivingText,
  dispatch,
  keepAnswersOf,
  onEnded,
  type TurnOutcome,
  answers,
} from "#features/chat/turns/answers.ts";
import { answersBeingSent } from "#features/chat/turns/sending-locks.ts";
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
  const othersSend = (...ids: string[]) => vi.mocked(answersBeingSent).mockResolvedValue(ids);
  othersSend();
  cacheEmptyChat(PERSON, CHAT_ID);
  const turns = turnsOf(PERSON);
  draftStore(PERSON).change((drafts) => putIntoOutbox(drafts, [entry]));
  const outcomes: TurnOutcome[] = [];
  const unlisten = onEnded((outcome) => outcomes.push(outcome));
  const inChat = () => answersIn(CHAT_ID);
  onTestFinished(() => {
    unlisten();
    turns.dispose();
    keepAnswersOf("nobody");
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
    inChat,
    /** How answers have ended, in that order. */
    outcomes,
    /** What is there of each answer. */
    texts: () => Object.fromEntries(inChat().map(({ id }) => [id, arrivingText(id).get()])),
    /** The ids of the answers that the server was told to stop. */
    stopped: () => vi.mocked(stopAnswer).mock.calls.map(([, { id }]) => id),
    connection: (index = 0) => connections[index] ?? fail(`connection ${index} was not opened`),
    /** Decides what the database holds from now on; an Error for a database that cannot be read. */
    databaseHolds: (next: typeof held) => {
      held = next;
    },
    /** Which messages other tabs are sending from now on. */
    othersSend,
    only: () => inChat()[0] ?? fail("there is no answer"),
    /** Tells what a read has found. */
    seen: (row: OpenAnswer) => dispatch(PERSON, row.id, { type: "seen", row }),
    seenStored: (message: Message) => dispatch(PERSON, message.id, { type: "stored", message }),
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

describe("a turn that is answered", () => {
  it("is there at once, follows the stream, and is dropped when the caches hold the answer", async () => {
    const { inChat, outcomes, start, connection, messages, texts, only } = controlledTurns();
    const ended = start();
    expect(only()).toMatchObject({ id: "r1", failed: null, isSaved: false });
    connection().send(saved);
    expect(only()).toMatchObject({ failed: null, isSaved: true, isBegun: true });
    connection().send(delta("Hello to "));
    connection().send(delta("you"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello to you" });
    connection().send({ type: "ai_message", aiMessage: reply });
    connection().close();
    await ended;
    expect(outcomes).toMatchObject([{ failure: null, isStopped: false }]);
    expect(messages()).toStrictEqual([reply, question]);
    expect(inChat()).toStrictEqual([]);
  });

  it("tells the list of a change of state, and only of the text, some pieces at once, when the answer grows", async () => {
    const { start, connection, texts } = controlledTurns();
    const [onList, onText] = [vi.fn<() => void>(), vi.fn<() => void>()];
    void start();
    connection().send(saved);
    connection().send(delta("a"));
    answers.subscribe(onList);
    arrivingText("r1").subscribe(onText);
    for (let piece = 0; piece < 100; piece += 1) connection().send(delta("a"));
    expect(onText).not.toHaveBeenCalled();
    await expect.poll(() => texts()["r1"]?.length).toBe(101);
    expect(onText).toHaveBeenCalledTimes(1);
    expect(onList).not.toHaveBeenCalled();
  });
});

describe("a turn that fails", () => {
  it("keeps the server's reason, and is sent again once under the same id", async () => {
    const { turns, start, connection, only, outcomes } = controlledTurns();
    const ended = start();
    connection().break(refusal("Too fast", "rate_limited", 429));
    const failure = { reason: "Too fast", code: "rate_limited", retryable: true, status: 429 };
    await ended;
    expect(outcomes).toMatchObject([{ failure, isStopped: false }]);
    expect(only()).toMatchObject({ failed: failure, isSaved: false });

    const again = turns.send({ ...turnOfEntry(entry), model: "grok" });
    expect(only()).toMatchObject({ id: "r1", model: "grok", failed: null });
    await turns.send(turnOfEntry(entry));
    expect(() => connection(2)).toThrow("connection 2");
    connection(1).send(saved);
    connection(1).send({ type: "ai_message", aiMessage: reply });
    connection(1).close();
    await again;
    expect(outcomes).toMatchObject([{ failure }, { failure: null, isStopped: false }]);
  });

  it("is told by the server's row, with its text, when the answer breaks off in the middle", async () => {
    const { connection, only, outcomes, ended } = begunTurn();
    connection().send(delta("Hel"));
    connection().send(failure);
    connection().close();
    await ended;
    expect(outcomes).toMatchObject([{ failure: { reason: "It broke" }, turn: { question } }]);
    expect(only()).toMatchObject({
      id: "r1",
      turn: null,
      text: "Hel",
      failed: { reason: "It broke" },
    });
  });

  it("takes nothing from the next try when it was dropped before", async () => {
    const { turns, only, outcomes, ended } = begunTurn();
    turns.drop("r1");
    void turns.send(further("r1"));
    await ended;
    expect(outcomes).toStrictEqual([]);
    expect(only()).toMatchObject({ failed: null, isHere: true });
  });
});

describe("a turn whose connection is lost", () => {
  it.each([
    ["network", new Error("network")],
    ["a 502", refusal("Bad gateway", "unavailable", 502)],
  ])("by %s is answered when the database holds the answer", async (_, error) => {
    const { inChat, outcomes, start, connection, databaseHolds } = controlledTurns();
    const ended = start();
    databaseHolds({ question, reply, openAnswers: [] });
    connection().break(error);
    await ended;
    expect(outcomes).toMatchObject([{ failure: null, isStopped: false }]);
    expect(inChat()).toStrictEqual([]);
  });

  it("is not sent when the database does not hold the question, with the reason of a 503", async () => {
    for (const [error, reason] of [
      [new Error("network"), "Failed to send message"],
      [refusal("Out of order", "unavailable", 503), "Out of order"],
    ] as const) {
      const { start, connection, only, outcomes } = controlledTurns();
      const ended = start();
      connection().break(error);
      await ended;
      expect(outcomes.at(-1)).toMatchObject({ failure: { reason } });
      expect(only()).toMatchObject({ isSaved: false, failed: { reason } });
      controlledTurns().turns.drop("r1");
    }
  });

  it("is read from then on, and told of once when it is no longer on its way", async () => {
    const ways: [(about: ReturnType<typeof begunTurn>) => void, object][] = [
      [
        ({ seen }) => seen(brokenAnswerTo(question, { id: "r1" })),
        { failure: { retryable: true } },
      ],
      [({ seenStored }) => seenStored(reply), { failure: null, isStopped: false }],
    ];
    for (const [end, outcome] of ways) {
      const about = begunTurn();
      about.connection().send(delta("Hel"));
      about.connection().close();
      await about.ended;
      expect(about.only()).toMatchObject({ isHere: false, text: "Hel", failed: null });
      about.seen(openAnswerTo(question, { id: "r1", content: "Hello" }));
      expect(about.only()).toMatchObject({ text: "Hello" });
      expect(about.outcomes).toStrictEqual([]);
      end(about);
      about.turns.drop("r1");
      expect(about.outcomes).toMatchObject([outcome]);
    }
  });

  it.each([
    ["cannot be read", new Error("offline")],
    ["has nothing of it", { question, reply: null, openAnswers: [] }],
  ])(
    "is a further one that nobody heard of where the database %s: it can be sent by Retry soon [answers.ask-again-offline]",
    async (_, held) => {
      const { turns, connection, databaseHolds, outcomes, now } = controlledTurns();
      databaseHolds(held);
      const ended = turns.send(further("a"));
      connection().break(new Error("network"));
      await ended;
      expect(outcomes).toMatchObject([{ failure: { reason: CONNECTION_BROKE } }]);
      expect(now()).toBeLessThan(5_000);
      void turns.send(further("a"));
      expect(connection(1).sent).toMatchObject({ messageId: "q1", answerId: "a", model: "grok" });
    },
  );

  it("is a further one that the server refused in its own words, where the database has nothing of it [answers.ask-again-fails]", async () => {
    const { turns, connection, databaseHolds, outcomes } = controlledTurns();
    databaseHolds({ question, reply: null, openAnswers: [] });
    const ended = turns.send(further("a"));
    const reason = "The model has trouble.";
    connection().break(refusal(reason, "provider_failed", 503));
    await ended;
    expect(outcomes).toMatchObject([{ failure: { reason, retryable: true } }]);
  });
});

/** A further answer "a" that is looked for while "b" is written here. The read ends when a test says so. */
async function lookedForBeside() {
  const controlled = controlledTurns();
  const { turns, connection } = controlled;
  const rows = ["a", "b"].map((id) => openAnswerTo(question, { id, model: "grok", content: "Ol" }));
  const read = Promise.withResolvers<Awaited<ReturnType<typeof readTurn>>>();
  vi.mocked(readTurn).mockReturnValueOnce(read.promise);
  void turns.send(further("b"));
  connection().send(savedAs("b"));
  connection().send(delta("Old"));
  const ended = turns.send(further("a"));
  connection(1).break(new Error("network"));
  await expect.poll(() => vi.mocked(readTurn).mock.calls.length).toBe(1);
  return {
    ...controlled,
    ended,
    readEnds: () => read.resolve({ question, replies: [], openAnswers: rows }),
  };
}

describe("a read of an answer", () => {
  it.each([
    ["another one has failed", "during the read"],
    ["another one was dropped", "during the read"],
    ["another one has failed", "while its messages are cached"],
    ["another one was dropped", "while its messages are cached"],
    ["it was dropped", "while its messages are cached"],
  ])("does not undo that %s %s", async (what, moment) => {
    const { connection, ended, inChat, readEnds, turns } = await lookedForBeside();
    const caching = Promise.withResolvers<void>();
    const cancel = vi.spyOn(client, "cancelQueries").mockReturnValue(caching.promise);
    vi.spyOn(client, "isFetching").mockReturnValue(1);
    const isCaching = () =>
      cancel.mock.calls.some(([filters]) => filters?.queryKey?.[0] === "messages");
    if (moment !== "during the read") {
      readEnds();
      await vi.waitUntil(isCaching);
    }
    if (what === "another one has failed") connection().send(failure);
    else turns.drop(what === "it was dropped" ? "a" : "b");
    connection().close();
    await new Promise(setImmediate);
    readEnds();
    caching.resolve();
    await ended;
    const a = { id: "a", isHere: false, isSaved: true, failed: null };
    const b = { id: "b", failed: { reason: "It broke" } };
    const expected = { "it was dropped": [{ id: "b" }], "another one was dropped": [a] };
    expect(inChat()).toMatchObject(expected[what as keyof typeof expected] ?? [b, a]);
  });
});

describe("a message that another tab is sending", () => {
  it("is on its way while that tab sends it, and unsent when it gives up", async () => {
    const { turns, othersSend, only } = controlledTurns();
    othersSend("r1");
    const ended = turns.followSent(entry);
    await expect.poll(() => vi.mocked(readTurn).mock.calls.length).toBeGreaterThan(2);
    expect(only().failed).toBeNull();
    othersSend();
    await ended;
    expect(only()).toMatchObject({ isSaved: false, failed: { reason: "Failed to send message" } });
  });

  it("is looked for twice when no tab sends it: that of an earlier page may still be on its way [failed.reloaded]", async () => {
    const { turns, databaseHolds, only } = controlledTurns();
    const ended = turns.followSent(entry);
    await expect.poll(() => vi.mocked(readTurn).mock.calls.length).toBe(1);
    expect(only().failed).toBeNull();
    databaseHolds({ question, reply: null, openAnswers: [openAnswerTo(question, { id: "r1" })] });
    await ended;
    expect(only()).toMatchObject({ isHere: false, isSaved: true, failed: null });
  });

  it("is the server's when the database holds it", async () => {
    const { turns, othersSend, databaseHolds, only } = controlledTurns();
    othersSend("r1");
    const ended = turns.followSent(entry);
    databaseHolds({ question, reply: null, openAnswers: [openAnswerTo(question, { id: "r1" })] });
    await ended;
    expect(only()).toMatchObject({ isHere: false, isSaved: true, failed: null });
  });
});

describe("Stop", () => {
  it("tells the server, closes the stream and leaves the answer to be told of as stopped", async () => {
    const kept = { ...reply, content: "Hel", stopped_at: "2026-11-21T08:00:02Z" };
    const unwritten = brokenAnswerTo(question, { id: "r1", status: "stopped" });
    const ways: ((about: ReturnType<typeof begunTurn>) => void)[] = [
      ({ seenStored }) => seenStored(kept),
      ({ seen }) => seen(unwritten),
    ];
    for (const end of ways) {
      const about = begunTurn();
      about.connection().send(delta("Hel"));
      await about.turns.stop(about.only());
      expect(about.stopped()).toStrictEqual(["r1"]);
      expect(about.connection().signal.aborted).toBe(true);
      await about.ended;
      expect(about.only()).toMatchObject({ isStopping: true, isHere: false });
      end(about);
      expect(about.outcomes).toMatchObject([{ isStopped: true }]);
      about.turns.drop("r1");
    }
  });

  it("holds the shown text from the press on, and lets it go on when the server could not be told [reply.stop]", async () => {
    const { turns, connection, texts, stopped, only } = begunTurn();
    connection().send(delta("Hel"));
    await expect.poll(texts).toStrictEqual({ r1: "Hel" });
    const telling = Promise.withResolvers<void>();
    vi.mocked(stopAnswer).mockReturnValueOnce(telling.promise);
    const told = turns.stop(only());
    expect(only().isStopping).toBe(true);
    await turns.stop(only());
    connection().send(delta("lo"));
    expect(texts()).toStrictEqual({ r1: "Hel" });
    telling.reject(new Error("No network"));
    await expect(told).rejects.toThrow("No network");
    expect(only().isStopping).toBe(false);
    connection().send(delta("!"));
    await expect.poll(texts).toStrictEqual({ r1: "Hello!" });
    expect(stopped()).toStrictEqual(["r1"]);
  });

  it("ends the try that was stopped, and not one that is asked for before the server has replied to the stop [reply.stop-unwritten]", async () => {
    const { turns, connection, ended, start, only } = begunTurn();
    const telling = Promise.withResolvers<void>();
    vi.mocked(stopAnswer).mockReturnValueOnce(telling.promise);
    const told = turns.stop(only());
    connection().send(failure);
    connection().close();
    await ended;
    void start();
    telling.resolve();
    await told;
    expect(connection(1).signal.aborted).toBe(false);
  });

  it("leaves alone a try that is asked for when the end of the one before is read again [reply.stop-unwritten]", async () => {
    const { turns, connection, ended, start, only, seen } = begunTurn();
    await turns.stop(only());
    await ended;
    const stopped = brokenAnswerTo(question, { id: "r1", status: "stopped" });
    seen(stopped);
    expect(only().failed).not.toBeNull();
    void start();
    seen(stopped);
    expect(connection(1).signal.aborted).toBe(false);
    expect(only()).toMatchObject({ id: "r1", isHere: true, failed: null });
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
    const { turns, connection, texts, inChat, outcomes, stopped } = controlledTurns();
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
    await Promise.all(ended);
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toMatchObject([
      { failure: { reason: "It broke" }, turn: { answerId: "b" } },
      { failure: null, isStopped: false, turn: { answerId: "a" } },
    ]);
    expect(inChat()).toMatchObject([
      { id: "b", failed: { reason: "It broke" }, text: "text b" },
      { id: "c", isStopping: true, isHere: false },
    ]);
    expect(stopped()).toStrictEqual(["c"]);
  });

  it("replace those of their own model that had failed before, and leave those of others", async () => {
    for (const [model, left] of [
      ["grok", []],
      ["claude-4", ["a"]],
    ] as const) {
      const { turns, connection, inChat } = controlledTurns();
      const first = turns.send(further("a", "grok"));
      connection().break(refusal("No", "rate_limited", 429));
      await first;
      const second = turns.send(further("b", model));
      connection(1).send(savedAs("b"));
      connection(1).send({ type: "ai_message", aiMessage: { ...reply, id: "b", model } });
      connection(1).close();
      await second;
      expect(inChat().map(({ id }) => id)).toStrictEqual(left);
    }
  });
});
