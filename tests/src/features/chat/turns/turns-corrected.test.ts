import { describe, expect, it, vi } from "vitest";
import { CHAT, outgoing, question, reply, saved, world } from "../../../../support/turn-effects.ts";

describe("what was believed to have failed", () => {
  async function failed() {
    const made = world();
    const ended = made.turns.start(outgoing);
    made.line().hear(saved);
    made
      .line()
      .hear({ type: "error", error: "It broke", code: "provider_failed", retryable: true });
    made.line().close();
    await ended;
    return made;
  }

  it("is not changed by an older read", async () => {
    const { turns, state } = await failed();
    turns.correct([question]);
    expect(state()).toMatchObject({ name: "failed", reason: "It broke" });
  });

  it("is there after all when its reply is read", async () => {
    const { turns } = await failed();
    turns.correct([question, reply]);
    await vi.waitFor(() => expect(turns.inChat(CHAT)).toStrictEqual([]));
  });

  it("is followed when another tab asked again", async () => {
    const { turns, state, finds } = await failed();
    finds({ question, reply: null });
    turns.correct([{ ...question, answering_until: "2026-11-21 08:01:00+00" }]);
    expect(state()).toMatchObject({ name: "waiting" });
  });
});

describe("what nobody wants to know any more", () => {
  it("is left, and nothing of it arrives", async () => {
    const { turns, line, arrived } = world();
    const ended = turns.start(outgoing);
    turns.dropChat(CHAT);
    expect(line().signal.aborted).toBe(true);
    line().hear(saved);
    expect(await ended).toStrictEqual({ kind: "dropped" });
    expect(arrived).toStrictEqual([]);
  });

  it("is everything when the person changes", () => {
    const { turns, line } = world();
    void turns.start(outgoing);
    turns.dispose();
    expect(line().signal.aborted).toBe(true);
    expect(turns.inChat(CHAT)).toStrictEqual([]);
  });

  it("shows an earlier page's message once", () => {
    const { turns, state } = world();
    turns.restore(outgoing, "Failed to send message");
    turns.restore(outgoing, "Failed to send message");
    expect(turns.inChat(CHAT)).toHaveLength(1);
    expect(state()).toMatchObject({ name: "failed", saved: false, retryable: true });
  });
});
