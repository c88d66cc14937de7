import { describe, expect, it } from "vitest";
import type { StoredTurn } from "#features/chat/turns/stored-turn.ts";
import {
  BROKEN_OFF,
  CONNECTION_LOST,
  unansweredState,
  isRunning,
  next,
  NOT_SENT,
  STOPPED_UNWRITTEN,
  type TurnEvent,
  type TurnState,
  UNANSWERED,
} from "#features/chat/turns/turn-flow.ts";

const SENDING: TurnState = { name: "sending", saved: false };
const nothing: StoredTurn = {
  saved: false,
  answered: false,
  isRunning: false,
  stopped: false,
  reason: null,
  text: "",
  writer: null,
};
const saved: StoredTurn = { ...nothing, saved: true };

/** The state after the events, all at one moment. */
function after(start: TurnState, ...events: readonly TurnEvent[]): TurnState {
  return events.reduce((state, event) => next(state, event, 0), start);
}

const checked = (parts: Partial<StoredTurn>): TurnEvent => ({
  type: "checked",
  stored: { ...saved, ...parts },
});
const text = (piece: string): TurnEvent => ({ type: "text", text: piece });

describe("a turn that is answered", () => {
  it("goes from sending over streaming to sent", () => {
    expect(after(SENDING, { type: "saved" })).toStrictEqual({ name: "sending", saved: true });
    expect(after(SENDING, { type: "saved" }, text("Hel"), text("lo"))).toStrictEqual({
      name: "streaming",
      saved: true,
      text: "Hello",
    });
    const events = [{ type: "saved" }, text("Hello"), { type: "answered" }] as const;
    expect(after(SENDING, ...events)).toStrictEqual({ name: "sent", saved: true });
  });

  it("stays sent, whatever comes later", () => {
    const sent: TurnState = { name: "sent", saved: true };
    const late: TurnEvent[] = [
      text("x"),
      { type: "stop" },
      { type: "disconnected" },
      { type: "retry" },
      { type: "failed", reason: "No", retryable: true },
    ];
    expect(after(sent, ...late)).toBe(sent);
  });
});

describe("a turn that fails", () => {
  const failed: TurnEvent = { type: "failed", reason: "Too much at once", retryable: true };

  it("keeps its reason, and whether the question was saved", () => {
    expect(after(SENDING, failed)).toStrictEqual({
      name: "failed",
      saved: false,
      reason: "Too much at once",
      retryable: true,
    });
    expect(after(SENDING, { type: "saved" }, text("Hel"), failed)).toMatchObject({ saved: true });
  });

  it("streams again after a retry", () => {
    const retrying = after(SENDING, { type: "saved" }, failed, { type: "retry" });
    expect(retrying).toStrictEqual({ name: "retrying", saved: true });
    expect(after(retrying, text("New"))).toMatchObject({ name: "streaming", text: "New" });
  });

  it("ignores text that comes later", () => {
    expect(after(SENDING, failed, text("late"))).toMatchObject({ name: "failed" });
  });

  it("cannot be stopped, and a running one cannot be retried", () => {
    expect(after(SENDING, failed, { type: "stop" })).toMatchObject({ name: "failed" });
    expect(after(SENDING, { type: "retry" })).toBe(SENDING);
  });

  it("is not running", () => {
    expect(isRunning(after(SENDING, failed))).toBe(false);
    expect(isRunning(SENDING)).toBe(true);
  });
});

describe("a turn that lost its connection", () => {
  const waiting = after(SENDING, { type: "saved" }, text("Hel"), { type: "disconnected" });

  it("keeps the text so far", () => {
    expect(waiting).toStrictEqual({
      name: "waiting",
      saved: true,
      text: "Hel",
      since: 0,
    });
  });

  it("fails as not sent when the database does not hold the question", () => {
    expect(after(SENDING, { type: "disconnected" }, checked(nothing))).toStrictEqual({
      name: "failed",
      saved: false,
      reason: NOT_SENT,
      retryable: true,
    });
  });

  it("fails at once, not saved, when the database cannot be read", () => {
    expect(after(SENDING, { type: "disconnected" }, { type: "check-failed" })).toMatchObject({
      name: "failed",
      saved: false,
      reason: NOT_SENT,
    });
  });

  it("waits 25 seconds for a saved question when the database cannot be read", () => {
    expect(next(waiting, { type: "check-failed" }, 24_999)).toBe(waiting);
    expect(next(waiting, { type: "check-failed" }, 25_000)).toMatchObject({
      name: "failed",
      saved: true,
      reason: CONNECTION_LOST,
    });
  });

  it("is sent when the database holds the answer", () => {
    expect(after(waiting, checked({ answered: true }))).toMatchObject({ name: "sent" });
  });

  it("fails as unanswered when nobody writes the answer", () => {
    const unwritten = after(SENDING, { type: "saved" }, { type: "disconnected" });
    expect(after(unwritten, checked({}))).toStrictEqual({
      name: "failed",
      saved: true,
      reason: UNANSWERED,
      retryable: true,
    });
  });

  it("waits while the answer runs, and 25 seconds after it was last seen", () => {
    const seen = next(waiting, checked({ isRunning: true }), 20_000);
    expect(seen).toMatchObject({ name: "waiting", since: 20_000 });
    expect(next(seen, { type: "check-failed" }, 44_999)).toBe(seen);
    expect(next(seen, { type: "check-failed" }, 45_000)).toMatchObject({ reason: CONNECTION_LOST });
    expect(next(seen, checked({}), 21_000)).toMatchObject({ reason: BROKEN_OFF, text: "Hel" });
  });
});

describe("a question without an answer that this tab has no turn for", () => {
  it("waits when its answer runs", () => {
    expect(unansweredState({ ...saved, isRunning: true }, 5)).toStrictEqual({
      name: "waiting",
      saved: true,
      text: "",
      since: 5,
    });
  });

  it("has failed, and can be retried, when none runs", () => {
    expect(unansweredState(saved, 5)).toMatchObject({ reason: UNANSWERED, retryable: true });
    expect(unansweredState({ ...saved, reason: "It was busy." }, 5)).toMatchObject({
      reason: "It was busy.",
    });
    expect(unansweredState({ ...saved, stopped: true }, 5)).toMatchObject({
      reason: STOPPED_UNWRITTEN,
    });
  });

  it("waits again after a failure when another tab has asked again", () => {
    const failed = unansweredState(saved, 0);
    expect(next(failed, checked({ isRunning: true }), 7)).toMatchObject({
      name: "waiting",
      since: 7,
    });
    expect(next(failed, checked({ answered: true }), 7)).toMatchObject({ name: "sent" });
  });
});

describe("Stop", () => {
  const streaming = after(SENDING, { type: "saved" }, text("Hel"));

  it("keeps the text and waits for what the server stores", () => {
    const stopped = after(streaming, { type: "stop" });
    expect(stopped).toMatchObject({ name: "stopped", text: "Hel" });
    expect(after(stopped, text("lo"))).toBe(stopped);
    expect(after(stopped, checked({ isRunning: true }))).toMatchObject({
      name: "stopped",
      text: "Hel",
    });
    expect(after(stopped, checked({ answered: true }))).toMatchObject({ name: "sent" });
  });

  it("fails as stopped when nothing was written", () => {
    const stopped = after(SENDING, { type: "saved" }, { type: "stop" });
    expect(after(stopped, checked({}))).toMatchObject({
      name: "failed",
      reason: STOPPED_UNWRITTEN,
    });
  });

  it("changes nothing before the question is saved", () => {
    expect(after(SENDING, { type: "stop" })).toBe(SENDING);
  });

  it("gives way to an answer that was finished first", () => {
    expect(after(streaming, { type: "stop" }, { type: "answered" })).toMatchObject({
      name: "sent",
    });
  });
});
