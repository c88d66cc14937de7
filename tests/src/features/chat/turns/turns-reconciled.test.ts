import { describe, expect, it } from "vitest";
import {
  attempt,
  CHAT_ID,
  entry,
  question,
  reply,
  saved,
  controlledTurns,
} from "../../../../support/turn-effects.ts";

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
    databaseHolds({ question, reply: null, attempts: [attempt] });
    turns.reconcile([question], [attempt]);
    expect(state()).toMatchObject({ name: "waiting" });
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
    turns.restore(entry, "Failed to send message");
    turns.restore(entry, "Failed to send message");
    expect(turns.inChat(CHAT_ID)).toHaveLength(1);
    expect(state()).toMatchObject({ name: "failed", saved: false, retryable: true });
  });
});
