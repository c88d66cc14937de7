import { describe, expect, it } from "vitest";
import {
  openAnswer,
  CHAT_ID,
  entry,
  question,
  reply,
  saved,
  controlledTurns,
} from "../../../../support/turn-effects.ts";

const GONE = "This chat was deleted before the reply was complete.";

describe("a turn that failed in this tab", () => {
  async function failed() {
    const made = controlledTurns();
    const ended = made.turns.start(entry);
    made.connection().send(saved);
    made
      .connection()
      .send({ type: "error", error: "It broke", code: "provider_failed", retryable: true });
    made.connection().close();
    await ended;
    return made;
  }

  it("stays failed after a read that is older than the failure", async () => {
    const { turns, state } = await failed();
    turns.reconcile([question], []);
    expect(state()).toMatchObject({ name: "failed", reason: "It broke" });
  });

  it("is dropped when its answer is read", async () => {
    const { turns } = await failed();
    turns.reconcile([question, reply], []);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("waits when another tab has asked again", async () => {
    const { turns, state, databaseHolds } = await failed();
    databaseHolds({ question, reply: null, openAnswers: [openAnswer] });
    turns.reconcile([question], [openAnswer]);
    expect(state()).toMatchObject({ name: "waiting" });
  });
});

describe("a turn whose chat was deleted elsewhere while its reply was streamed", () => {
  it("says what the database says of it once the chat is restored, and can be tried again", async () => {
    const { turns, state, connection, databaseHolds } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    connection().send({ type: "delta", text: "Hel" });
    connection().send({ type: "error", error: "Gone", code: "gone", retryable: false });
    connection().close();
    await ended;
    expect(state()).toMatchObject({ reason: "Gone", retryable: false });
    const kept = { ...openAnswer, status: "failed" as const, content: "Hello", reason: GONE };
    databaseHolds({ question, reply: null, openAnswers: [kept] });
    turns.reconcile([question], [kept]);
    expect(state()).toMatchObject({ name: "failed", reason: GONE, retryable: true, text: "Hello" });
  });

  it("does not say that no reply was written when it was read first without what the database has kept of the reply", async () => {
    const { turns, state, connection, databaseHolds, gone } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    connection().send({ type: "error", error: "Gone", code: "gone", retryable: false });
    connection().close();
    await ended;
    databaseHolds({ question, reply: null, openAnswers: [] });
    turns.reconcile([question], []);
    expect(state()).toMatchObject({ reason: "Gone" });
    expect(gone).toStrictEqual([CHAT_ID]);
    const kept = { ...openAnswer, status: "failed" as const, content: "Hello", reason: GONE };
    turns.reconcile([question], [kept]);
    expect(state()).toMatchObject({ name: "failed", reason: GONE, text: "Hello" });
  });
});

describe("a turn that is dropped", () => {
  it("closes its connection with its chat, and caches nothing that comes later", async () => {
    const { turns, connection, cached } = controlledTurns();
    const ended = turns.start(entry);
    turns.dropChat(CHAT_ID);
    expect(connection().signal.aborted).toBe(true);
    connection().send(saved);
    expect(await ended).toStrictEqual({ kind: "dropped" });
    expect(cached).toStrictEqual([]);
  });

  it("closes its connection when another person signs in", () => {
    const { turns, connection } = controlledTurns();
    void turns.start(entry);
    turns.dispose();
    expect(connection().signal.aborted).toBe(true);
    expect(turns.inChat(CHAT_ID)).toStrictEqual([]);
  });

  it("restores a message of an earlier page once", () => {
    const { turns, state } = controlledTurns();
    turns.showUnsent(entry, "Failed to send message");
    turns.showUnsent(entry, "Failed to send message");
    expect(turns.inChat(CHAT_ID)).toHaveLength(1);
    expect(state()).toMatchObject({ name: "failed", saved: false, retryable: true });
  });
});
