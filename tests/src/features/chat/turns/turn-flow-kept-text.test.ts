import { describe, expect, it } from "vitest";
import type { StoredTurn } from "#features/chat/turns/stored-turn.ts";
import {
  BROKEN_OFF,
  next,
  type TurnEvent,
  type TurnState,
  unansweredState,
} from "#features/chat/turns/turn-flow.ts";

const SENDING: TurnState = { name: "sending", saved: false };
const saved: StoredTurn = {
  saved: true,
  answered: false,
  isRunning: false,
  stopped: false,
  reason: null,
  text: "",
  writer: null,
};

/** The state after the events, all at one moment. */
function after(start: TurnState, ...events: readonly TurnEvent[]): TurnState {
  return events.reduce((state, event) => next(state, event, 0), start);
}

const checked = (parts: Partial<StoredTurn>): TurnEvent => ({
  type: "checked",
  stored: { ...saved, ...parts },
});
const writerOf = ({ writer }: TurnState) => writer ?? null;
const text = (piece: string): TurnEvent => ({ type: "text", text: piece });

describe("a reply that breaks off after some of it was shown", () => {
  const streaming = after(SENDING, { type: "saved" }, text("Hel"));
  const failed: TurnEvent = { type: "failed", reason: "It broke", retryable: true };

  it("keeps its text with the reason", () => {
    expect(after(streaming, failed)).toMatchObject({ reason: "It broke", text: "Hel" });
  });

  it("shows that text during a retry, until the new reply has some", () => {
    const retrying = after(streaming, failed, { type: "retry" });
    expect(retrying).toStrictEqual({ name: "retrying", saved: true, text: "Hel" });
    expect(after(retrying, text("New"))).toMatchObject({ name: "streaming", text: "New" });
  });

  it("names the model that wrote the old text until there is new one, also where the retries of others break off", () => {
    const byGrok: TurnEvent = { type: "retry", writer: "grok" };
    const retrying = after(streaming, failed, byGrok);
    expect(writerOf(retrying)).toBe("grok");
    const again = after(retrying, failed, { type: "retry", writer: "claude-4" });
    expect([again, after(again, failed)].map(writerOf)).toStrictEqual(["grok", "grok"]);
    const lost = after(again, { type: "saved" }, { type: "disconnected" });
    expect([lost, after(lost, { type: "stop" })].map(writerOf)).toStrictEqual(["grok", "grok"]);
    const left = checked({ isRunning: true, text: "Hel", writer: null });
    expect(writerOf(after(lost, left))).toBe("grok");
    const told = [
      after(again, text("New")),
      after(lost, checked({ isRunning: true, text: "New" })),
    ];
    expect(told.map(writerOf)).toStrictEqual([null, null]);
  });

  it("keeps the old text when the retry breaks off without any", () => {
    expect(after(streaming, failed, { type: "retry" }, failed)).toMatchObject({ text: "Hel" });
  });

  it("is back with its text and the reason when its deleted chat is restored, although the text is read last", () => {
    const gone = after(streaming, { type: "disconnected" }, checked({ saved: false }));
    const reason = "This chat was deleted before the reply was complete.";
    expect(gone).toMatchObject({ name: "failed", saved: false, isGone: true, reason });
    const back = after(gone, checked({}));
    expect(back).toMatchObject({ name: "failed", saved: true });
    const kept = checked({ text: "Hello", reason: "Deleted" });
    expect(after(back, kept)).toMatchObject({ text: "Hello", reason: "Deleted" });
  });

  it("shows what was handed over of it after it had been read, and takes nothing back for what was not", () => {
    const read = after(streaming, { type: "disconnected" }, checked({ text: "Hell" }));
    const more = after(read, checked({ text: "Hello", reason: "Deleted" }));
    expect(more).toMatchObject({ name: "failed", text: "Hello", reason: "Deleted" });
    const others = ["", "Hel", "Other text"].map((stored) =>
      after(more, checked({ text: stored })),
    );
    expect(others).toStrictEqual([more, more, more]);
  });

  it("learns the reason when it was read before its attempt", () => {
    const back = after(streaming, { type: "disconnected" }, checked({}));
    expect(back).toMatchObject({ text: "Hel", reason: BROKEN_OFF });
    const kept = checked({ text: "Hello", reason: "Deleted" });
    expect(after(back, kept)).toMatchObject({ text: "Hello", reason: "Deleted" });
    expect(after(streaming, failed, kept)).toMatchObject({ text: "Hello", reason: "It broke" });
  });

  it("keeps what was shown when the database holds less of it", () => {
    const waiting = after(streaming, { type: "disconnected" });
    expect(after(waiting, checked({ text: "H", reason: "Cut" }))).toMatchObject({
      name: "failed",
      text: "Hel",
      reason: "Cut",
    });
    expect(after(waiting, checked({ text: "Hello" }))).toMatchObject({
      text: "Hello",
      reason: BROKEN_OFF,
    });
  });
});

describe("a reply that is read while it is written", () => {
  const waiting = unansweredState({ ...saved, isRunning: true, text: "Old" }, 0);
  const written = (text: string) => checked({ isRunning: true, text });

  it("shows what an earlier try has left, and whose it is, until there is new text", () => {
    expect(waiting).toMatchObject({ name: "waiting", text: "Old" });
    const others = unansweredState({ ...saved, isRunning: true, text: "Old", writer: "grok" }, 0);
    expect([others, after(others, written("New"))].map(writerOf)).toStrictEqual(["grok", null]);
    const met = after(SENDING, { type: "saved" }, { type: "disconnected" });
    expect(writerOf(after(met, checked({ isRunning: true, text: "Old", writer: "grok" })))).toBe(
      "grok",
    );
    expect(after(waiting, written(""))).toEqual(waiting);
    expect(after(waiting, written("New"))).toMatchObject({ name: "waiting", text: "New" });
  });

  it("never shows less than the stream has brought", () => {
    const lost = after(SENDING, { type: "saved" }, text("Hello"), { type: "disconnected" });
    expect(after(lost, written("Hel"))).toEqual(lost);
    expect(after(lost, written("Hello you"))).toMatchObject({ text: "Hello you" });
  });

  it("stands still after Stop", () => {
    expect(after(waiting, { type: "stop" }, written("New"))).toMatchObject({ text: "Old" });
  });
});
