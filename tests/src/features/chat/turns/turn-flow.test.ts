import { describe, expect, it } from "vitest";
import {
  CONNECTION_LOST,
  type Found,
  foundUnanswered,
  isRunning,
  next,
  NOT_SENT,
  STOPPED_UNWRITTEN,
  type TurnEvent,
  type TurnState,
  UNANSWERED,
} from "#features/chat/turns/turn-flow.ts";

const SENDING: TurnState = { name: "sending", saved: false };
const nothing: Found = { saved: false, answered: false, claim: null, stopped: false };
const saved: Found = { ...nothing, saved: true };

/** The state after the events, all at one moment. */
function after(start: TurnState, ...events: readonly TurnEvent[]): TurnState {
  return events.reduce((state, event) => next(state, event, 0), start);
}

const found = (parts: Partial<Found>): TurnEvent => ({
  type: "found",
  found: { ...saved, ...parts },
});
const text = (piece: string): TurnEvent => ({ type: "text", text: piece });

describe("a turn that goes well", () => {
  it("is sent, confirmed, written and there", () => {
    expect(after(SENDING, { type: "saved" })).toStrictEqual({ name: "sending", saved: true });
    expect(after(SENDING, { type: "saved" }, text("Hel"), text("lo"))).toStrictEqual({
      name: "streaming",
      saved: true,
      text: "Hello",
    });
    const events = [{ type: "saved" }, text("Hello"), { type: "answered" }] as const;
    expect(after(SENDING, ...events)).toStrictEqual({ name: "sent", saved: true });
  });

  it("is over for good", () => {
    const sent: TurnState = { name: "sent", saved: true };
    const late: TurnEvent[] = [
      text("x"),
      { type: "stop" },
      { type: "lost" },
      { type: "retry" },
      { type: "failed", reason: "No", retryable: true },
    ];
    expect(after(sent, ...late)).toBe(sent);
  });
});

describe("a turn that fails", () => {
  const failed: TurnEvent = { type: "failed", reason: "Too much at once", retryable: true };

  it("keeps its reason, and whether the server has the message", () => {
    expect(after(SENDING, failed)).toStrictEqual({
      name: "failed",
      saved: false,
      reason: "Too much at once",
      retryable: true,
    });
    expect(after(SENDING, { type: "saved" }, text("Hel"), failed)).toMatchObject({ saved: true });
  });

  it("is retried, and can then go well", () => {
    const retrying = after(SENDING, { type: "saved" }, failed, { type: "retry" });
    expect(retrying).toStrictEqual({ name: "retrying", saved: true });
    expect(after(retrying, text("New"))).toMatchObject({ name: "streaming", text: "New" });
  });

  it("takes no late text", () => {
    expect(after(SENDING, failed, text("late"))).toMatchObject({ name: "failed" });
  });

  it("cannot be stopped, and one that runs cannot be retried", () => {
    expect(after(SENDING, failed, { type: "stop" })).toMatchObject({ name: "failed" });
    expect(after(SENDING, { type: "retry" })).toBe(SENDING);
  });

  it("does not count as running", () => {
    expect(isRunning(after(SENDING, failed))).toBe(false);
    expect(isRunning(SENDING)).toBe(true);
  });
});

describe("a turn out of touch", () => {
  const lost = after(SENDING, { type: "saved" }, text("Hel"), { type: "lost" });

  it("keeps what was written", () => {
    expect(lost).toStrictEqual({
      name: "waiting",
      saved: true,
      text: "Hel",
      claim: null,
      since: 0,
    });
  });

  it("was not sent when the database does not know it", () => {
    expect(after(SENDING, { type: "lost" }, found(nothing))).toStrictEqual({
      name: "failed",
      saved: false,
      reason: NOT_SENT,
      retryable: true,
    });
  });

  it("that the server may not have is offered again at once when nobody can be asked", () => {
    expect(after(SENDING, { type: "lost" }, { type: "unreachable" })).toMatchObject({
      name: "failed",
      saved: false,
      reason: NOT_SENT,
    });
  });

  it("whose reply may still come is waited for 25 seconds when nobody can be asked", () => {
    expect(next(lost, { type: "unreachable" }, 24_999)).toBe(lost);
    expect(next(lost, { type: "unreachable" }, 25_000)).toMatchObject({
      name: "failed",
      saved: true,
      reason: CONNECTION_LOST,
    });
  });

  it("is there when the database has the reply", () => {
    expect(after(lost, found({ answered: true }))).toMatchObject({ name: "sent" });
  });

  it("is unanswered when nobody is writing", () => {
    expect(after(lost, found({}))).toStrictEqual({
      name: "failed",
      saved: true,
      reason: UNANSWERED,
      retryable: true,
    });
  });

  it("goes on while somebody renews the claim, and is dead 25 seconds after the last change", () => {
    let state = next(lost, found({ claim: "a" }), 1_000);
    state = next(state, found({ claim: "a" }), 25_999);
    expect(state).toMatchObject({ name: "waiting", claim: "a", since: 1_000 });
    state = next(state, found({ claim: "b" }), 26_000);
    expect(state).toMatchObject({ name: "waiting", claim: "b", since: 26_000 });
    expect(next(state, found({ claim: "b" }), 50_999)).toMatchObject({ name: "waiting" });
    expect(next(state, found({ claim: "b" }), 51_000)).toMatchObject({
      name: "failed",
      reason: UNANSWERED,
    });
  });
});

describe("a question found unanswered", () => {
  it("is waited for when somebody is writing", () => {
    expect(foundUnanswered("a", false, 5)).toStrictEqual({
      name: "waiting",
      saved: true,
      text: "",
      claim: "a",
      since: 5,
    });
  });

  it("can be asked again when nobody is", () => {
    expect(foundUnanswered(null, false, 5)).toMatchObject({ reason: UNANSWERED, retryable: true });
    expect(foundUnanswered(null, true, 5)).toMatchObject({ reason: STOPPED_UNWRITTEN });
  });

  it("that had failed here is waited for when another tab asks again", () => {
    const failed = foundUnanswered(null, false, 0);
    expect(next(failed, found({ claim: "b" }), 7)).toMatchObject({ name: "waiting", since: 7 });
    expect(next(failed, found({ answered: true }), 7)).toMatchObject({ name: "sent" });
  });
});

describe("Stop", () => {
  const streaming = after(SENDING, { type: "saved" }, text("Hel"));

  it("freezes the text and waits for what the server keeps", () => {
    const stopped = after(streaming, { type: "stop" });
    expect(stopped).toMatchObject({ name: "stopped", text: "Hel" });
    expect(after(stopped, text("lo"))).toBe(stopped);
    expect(after(stopped, found({ claim: "a" }))).toMatchObject({ name: "stopped", claim: "a" });
    expect(after(stopped, found({ answered: true }))).toMatchObject({ name: "sent" });
  });

  it("before anything was written leaves a question that can be asked again", () => {
    const stopped = after(SENDING, { type: "saved" }, { type: "stop" });
    expect(after(stopped, found({}))).toMatchObject({ name: "failed", reason: STOPPED_UNWRITTEN });
  });

  it("has nothing to stop before the server has the message", () => {
    expect(after(SENDING, { type: "stop" })).toBe(SENDING);
  });

  it("does not lose a reply that was finished first", () => {
    expect(after(streaming, { type: "stop" }, { type: "answered" })).toMatchObject({
      name: "sent",
    });
  });
});
