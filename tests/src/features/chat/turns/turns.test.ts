import { describe, expect, it, vi } from "vitest";
import { CHAT, outgoing, question, reply, saved, world } from "../../../../support/turn-effects.ts";

describe("a turn that goes well", () => {
  it("shows at once, tells what arrives, and leaves when the page has it", async () => {
    const { turns, line, arrived, state } = world();
    const ended = turns.start(outgoing);
    expect(state()).toStrictEqual({ name: "sending", saved: false });
    line().hear(saved);
    expect(state()).toStrictEqual({ name: "sending", saved: true });
    line().hear({ type: "delta", text: "Hello to " });
    line().hear({ type: "delta", text: "you" });
    expect(turns.textOf("q1")).toBe("Hello to you");
    line().hear({ type: "ai_message", aiMessage: reply });
    line().close();
    expect(await ended).toStrictEqual({ kind: "sent" });
    expect(arrived).toStrictEqual([[question], [question, reply]]);
    expect(turns.inChat(CHAT)).toStrictEqual([]);
  });

  it("draws the list anew for a change of state, and only the text for more text", () => {
    const { turns, line, paint } = world();
    const [onList, onText] = [vi.fn<() => void>(), vi.fn<() => void>()];
    void turns.start(outgoing);
    turns.subscribe(onList);
    turns.subscribeToText(onText);
    line().hear(saved);
    line().hear({ type: "delta", text: "a" });
    expect(onList).toHaveBeenCalledTimes(2);
    const list = turns.inChat(CHAT);
    for (let piece = 0; piece < 100; piece += 1) line().hear({ type: "delta", text: "a" });
    expect(onText).not.toHaveBeenCalled();
    paint();
    expect(onText).toHaveBeenCalledTimes(1);
    expect(onList).toHaveBeenCalledTimes(2);
    expect(turns.inChat(CHAT)).toBe(list);
    expect(turns.textOf("q1")).toHaveLength(101);
  });
});

describe("a turn that fails", () => {
  it("keeps the server's reason, and is retried under the same id", async () => {
    const { turns, line, state, onlyTurn } = world();
    const ended = turns.start(outgoing);
    const refused = { reason: "Too fast", retryable: true, status: 429 };
    line().break(refused);
    expect(await ended).toMatchObject({ kind: "failed", refused });
    expect(state()).toMatchObject({ name: "failed", saved: false, reason: "Too fast" });

    const turn = onlyTurn();
    const again = turns.retry(turn, "grok");
    expect(turns.inChat(CHAT)[0]).toMatchObject({ id: "q1", model: "grok" });
    line(1).hear(saved);
    line(1).hear({ type: "ai_message", aiMessage: reply });
    line(1).close();
    expect(await again).toStrictEqual({ kind: "sent" });
  });

  it("is not retried twice at once", async () => {
    const { turns, line, onlyTurn } = world();
    const ended = turns.start(outgoing);
    line().break({ reason: "No", retryable: true, status: 500 });
    await ended;
    const turn = onlyTurn();
    void turns.retry(turn, null);
    expect(await turns.retry(turn, null)).toStrictEqual({ kind: "dropped" });
    expect(() => line(2)).toThrow("line 2");
  });

  it("in the middle of a reply keeps the message as saved", async () => {
    const { turns, line } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    line().hear({ type: "delta", text: "Hel" });
    line().hear({ type: "error", error: "It broke", code: "provider_failed", retryable: true });
    line().close();
    expect(await ended).toMatchObject({
      kind: "failed",
      turn: { state: { saved: true, reason: "It broke" } },
    });
  });
});

describe("a lost connection", () => {
  it("is looked into before anything is offered again", async () => {
    const { turns, line, finds, state } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    finds({ question: { ...question, answering_until: null }, reply });
    line().break(new Error("network"));
    expect(await ended).toStrictEqual({ kind: "sent" });
    expect(state()).toBeUndefined();
  });

  it("and a fault on the way are the same: the message may be there", async () => {
    const { turns, line, finds } = world();
    const ended = turns.start(outgoing);
    finds({ question: { ...question, answering_until: null }, reply });
    line().break({ reason: "Bad gateway", retryable: true, status: 502 });
    expect(await ended).toStrictEqual({ kind: "sent" });
  });

  it("keeps the words of a fault for a message that is not there", async () => {
    const { turns, line } = world();
    const ended = turns.start(outgoing);
    line().break({ reason: "Out of order", retryable: true, status: 503 });
    expect(await ended).toMatchObject({
      turn: { state: { name: "failed", saved: false, reason: "Out of order" } },
    });
  });

  it("is looked into again before a message is taken for not sent", async () => {
    const { turns, line, finds, state } = world();
    const ended = turns.start(outgoing);
    line().break(new Error("network"));
    await ended;
    expect(await turns.isStored("q1")).toBe(false);
    finds({ question: { ...question, answering_until: null }, reply: null });
    expect(await turns.isStored("q1")).toBe(true);
    expect(state()).toMatchObject({ name: "failed", saved: true });
  });

  it("of a message that did not arrive says so", async () => {
    const { turns, line } = world();
    const ended = turns.start(outgoing);
    line().break(new Error("network"));
    expect(await ended).toMatchObject({
      kind: "failed",
      turn: { state: { saved: false, reason: "Failed to send message" } },
    });
  });

  it("ends 25 seconds after the last sign of life, and not before", async () => {
    const { turns, line, finds, now } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    finds({ question, reply: null });
    line().break(new Error("network"));
    expect(await ended).toMatchObject({ kind: "failed" });
    expect(now()).toBe(25_000);
  });

  it("that nobody can look into is given up as well", async () => {
    const { turns, line, finds, now } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    finds(new Error("offline"));
    line().close();
    expect(await ended).toMatchObject({ turn: { state: { saved: true } } });
    expect(now()).toBe(25_000);
  });
});

describe("Stop", () => {
  it("tells the server, leaves the stream, and waits for what is kept", async () => {
    const { turns, line, finds, stopped, arrived } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    line().hear({ type: "delta", text: "Hel" });
    const kept = { ...reply, content: "Hel" };
    finds({ question, reply: kept });
    await turns.stop("q1");
    expect(stopped).toStrictEqual(["q1"]);
    expect(line().signal.aborted).toBe(true);
    expect(await ended).toStrictEqual({ kind: "sent" });
    expect(arrived.at(-1)).toContainEqual(kept);
  });

  it("before any text tells the page that nobody is answering any more", async () => {
    const { turns, line, finds, arrived } = world();
    const ended = turns.start(outgoing);
    line().hear(saved);
    const released = { ...question, answering_until: null, stopped_at: "2026-11-21T08:00:05Z" };
    finds({ question: released, reply: null });
    await turns.stop("q1");
    expect(await ended).toMatchObject({ turn: { state: { name: "failed" } } });
    expect(arrived.at(-1)).toStrictEqual([released]);
  });

  it("has nothing to do before the server has the message", async () => {
    const { turns, stopped } = world();
    void turns.start(outgoing);
    await turns.stop("q1");
    expect(stopped).toStrictEqual([]);
  });
});

describe("a question that somebody else answers", () => {
  it("is followed until its reply is there", async () => {
    const { turns, finds, arrived, state } = world();
    finds({ question, reply });
    turns.watch(question);
    expect(state()).toMatchObject({ name: "waiting" });
    await vi.waitFor(() => expect(turns.inChat(CHAT)).toStrictEqual([]));
    expect(arrived).toStrictEqual([[question, reply]]);
  });

  it("is followed once", async () => {
    const { turns, finds, now } = world();
    finds({ question, reply: null });
    turns.watch(question);
    turns.watch(question);
    await vi.waitFor(() => expect(turns.inChat(CHAT)[0]?.state.name).toBe("failed"));
    expect(now()).toBe(25_000);
  });
});
