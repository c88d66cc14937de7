import { describe, expect, it, vi } from "vitest";
import { isBeingStopped } from "#features/chat/turns/turn-rules.ts";
import { brokenAnswerTo } from "../../../../support/chat-rows.ts";
import {
  openAnswer,
  CHAT_ID,
  entry,
  question,
  reply,
  saved,
  controlledTurns,
} from "../../../../support/turn-effects.ts";

describe("a turn that is answered", () => {
  it("is shown at once, follows the stream, and is dropped when the caches hold the answer", async () => {
    const { turns, connection, cached, publishTexts, state } = controlledTurns();
    const ended = turns.start(entry);
    expect(state()).toStrictEqual({ name: "sending", saved: false });
    connection().send(saved);
    expect(state()).toStrictEqual({ name: "sending", saved: true });
    connection().send({ type: "delta", text: "Hello to " });
    connection().send({ type: "delta", text: "you" });
    publishTexts();
    expect(turns.texts.get().get("r1")).toBe("Hello to you");
    connection().send({ type: "ai_message", aiMessage: reply });
    connection().close();
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
    expect(cached).toStrictEqual([[question], [question, reply]]);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("notifies the list when a state changes, and only the text, together with what else came, when the answer grows", () => {
    const { turns, connection, publishTexts } = controlledTurns();
    const [onList, onText] = [vi.fn<() => void>(), vi.fn<() => void>()];
    void turns.start(entry);
    turns.byChat.subscribe(onList);
    turns.texts.subscribe(onText);
    connection().send(saved);
    connection().send({ type: "delta", text: "a" });
    expect(onList).toHaveBeenCalledTimes(2);
    const list = turns.inChat(CHAT_ID);
    onText.mockClear();
    for (let piece = 0; piece < 100; piece += 1) connection().send({ type: "delta", text: "a" });
    expect(onText).not.toHaveBeenCalled();
    publishTexts();
    expect(onText).toHaveBeenCalledTimes(1);
    expect(onList).toHaveBeenCalledTimes(2);
    expect(turns.inChat(CHAT_ID)).toBe(list);
    expect(turns.texts.get().get("r1")).toHaveLength(101);
  });
});

describe("a turn that fails", () => {
  it("keeps the server's reason and is sent again under the same id", async () => {
    const { turns, connection, state, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    const rejection = { reason: "Too fast", retryable: true, status: 429 };
    connection().break(rejection);
    expect(await ended).toMatchObject({ kind: "failed", rejection });
    expect(state()).toMatchObject({ name: "failed", saved: false, reason: "Too fast" });

    const turn = onlyTurn();
    const again = turns.retry(turn, "grok");
    expect(turns.inChat(CHAT_ID)[0]).toMatchObject({ id: "r1", model: "grok" });
    connection(1).send(saved);
    connection(1).send({ type: "ai_message", aiMessage: reply });
    connection(1).close();
    expect(await again).toStrictEqual({ kind: "sent", isWhole: true });
  });

  it("is sent once when the person retries twice", async () => {
    const { turns, connection, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    connection().break({ reason: "No", retryable: true, status: 500 });
    await ended;
    const turn = onlyTurn();
    void turns.retry(turn, null);
    expect(await turns.retry(turn, null)).toStrictEqual({ kind: "dropped" });
    expect(() => connection(2)).toThrow("connection 2");
  });

  it("keeps the question as saved when the answer breaks off in the middle", async () => {
    const { turns, connection } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    connection().send({ type: "delta", text: "Hel" });
    connection().send({
      type: "error",
      error: "It broke",
      code: "provider_failed",
      retryable: true,
    });
    connection().close();
    expect(await ended).toMatchObject({
      kind: "failed",
      turn: { state: { saved: true, reason: "It broke" } },
    });
  });
});

describe("a turn whose connection is lost", () => {
  it("is answered when the database holds the answer", async () => {
    const { turns, connection, databaseHolds, state } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    databaseHolds({ question, reply, openAnswers: [] });
    connection().break(new Error("network"));
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
    expect(state()).toBeUndefined();
  });

  it("is checked in the database after a 502 as well", async () => {
    const { turns, connection, databaseHolds } = controlledTurns();
    const ended = turns.start(entry);
    databaseHolds({ question, reply, openAnswers: [] });
    connection().break({ reason: "Bad gateway", retryable: true, status: 502 });
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
  });

  it("shows the reason of a 503 when the database does not hold the question", async () => {
    const { turns, connection } = controlledTurns();
    const ended = turns.start(entry);
    connection().break({ reason: "Out of order", retryable: true, status: 503 });
    expect(await ended).toMatchObject({
      turn: { state: { name: "failed", saved: false, reason: "Out of order" } },
    });
  });

  it("is checked again before its question is taken for unsent", async () => {
    const { turns, connection, databaseHolds, state, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    connection().break(new Error("network"));
    await ended;
    expect(await turns.checkStored(onlyTurn())).toBe(false);
    databaseHolds({ question, reply: null, openAnswers: [brokenAnswerTo(question)] });
    expect(await turns.checkStored(onlyTurn())).toBe(true);
    expect(state()).toMatchObject({ name: "failed", saved: true });
  });

  it("fails as not sent when the database does not hold the question", async () => {
    const { turns, connection } = controlledTurns();
    const ended = turns.start(entry);
    connection().break(new Error("network"));
    expect(await ended).toMatchObject({
      kind: "failed",
      turn: { state: { saved: false, reason: "Failed to send message" } },
    });
  });

  it("fails after 25 seconds when the database cannot be read", async () => {
    const { turns, connection, databaseHolds, now } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    databaseHolds(new Error("offline"));
    connection().close();
    expect(await ended).toMatchObject({ turn: { state: { saved: true } } });
    expect(now()).toBe(25_000);
  });
});

describe("Stop", () => {
  it("tells the server, closes the stream and shows the text that the server has kept", async () => {
    const { turns, connection, databaseHolds, stopped, cached } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    connection().send({ type: "delta", text: "Hel" });
    const kept = { ...reply, content: "Hel" };
    databaseHolds({ question, reply: kept, openAnswers: [] });
    await turns.stop("r1");
    expect(stopped).toStrictEqual(["r1"]);
    expect(connection().signal.aborted).toBe(true);
    expect(await ended).toStrictEqual({ kind: "sent", isWhole: true });
    expect(cached.at(-1)).toContainEqual(kept);
  });

  it("says that the person stopped it when that was before any text", async () => {
    const { turns, connection, databaseHolds } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    const stopped = brokenAnswerTo(question, { status: "stopped" });
    databaseHolds({ question, reply: null, openAnswers: [stopped] });
    await turns.stop("r1");
    expect(await ended).toMatchObject({ turn: { state: { name: "failed", stopped: true } } });
  });

  it("holds the shown text from the press on, and lets it go on when the server could not be told [reply.stop]", async () => {
    const { turns, connection, publishTexts, onStop, onlyTurn, stopped } = controlledTurns();
    void turns.start(entry);
    connection().send(saved);
    connection().send({ type: "delta", text: "Hel" });
    publishTexts();
    const telling = Promise.withResolvers<void>();
    onStop(() => telling.promise);
    const told = turns.stop("r1");
    expect(isBeingStopped(onlyTurn())).toBe(true);
    await turns.stop("r1");
    connection().send({ type: "delta", text: "lo" });
    publishTexts();
    expect(turns.texts.get().get("r1")).toBe("Hel");
    telling.reject(new Error("No network"));
    await expect(told).rejects.toThrow("No network");
    expect(isBeingStopped(onlyTurn())).toBe(false);
    expect(turns.texts.get().get("r1")).toBe("Hello");
    expect(stopped).toStrictEqual(["r1"]);
  });

  it("does nothing before the server has the question", async () => {
    const { turns, stopped } = controlledTurns();
    void turns.start(entry);
    await turns.stop("r1");
    expect(stopped).toStrictEqual([]);
  });
});

describe("a question that another tab has asked", () => {
  it("is polled until its answer is there", async () => {
    const { turns, databaseHolds, cached, state } = controlledTurns();
    databaseHolds({ question, reply, openAnswers: [] });
    turns.track(question, null);
    expect(state()).toMatchObject({ name: "waiting" });
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect(cached).toStrictEqual([[question, reply]]);
  });

  it("is polled by one loop when it is followed twice", async () => {
    const { turns, databaseHolds, reads } = controlledTurns();
    databaseHolds((now) => ({
      question,
      reply: null,
      openAnswers: now < 3_000 ? [openAnswer] : [brokenAnswerTo(question, { id: openAnswer.id })],
    }));
    turns.track(question, null);
    turns.track(question, null);
    await expect.poll(() => turns.inChat(CHAT_ID)[0]?.state.name).toBe("failed");
    expect(reads.map(({ at }) => at)).toStrictEqual([0, 1_000, 2_000, 3_000, 3_000]);
  });
});
