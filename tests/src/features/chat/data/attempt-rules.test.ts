import { describe, expect, it } from "vitest";
import { currentAttempt, isOver } from "#features/chat/data/attempt-rules.ts";
import { attemptAt, brokenAttemptAt, message, replyTo } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const claimed = attemptAt(question, { started_at: "2026-11-21T08:00:01+00:00" });
const later = "2026-11-21T08:00:09+00:00";

describe("the attempt that a question stands by", () => {
  it("is the one that runs, whatever was begun after it", () => {
    const broken = brokenAttemptAt(question, { started_at: later });
    expect(currentAttempt("q1", [broken, claimed])).toBe(claimed);
  });

  it("is the newest when none runs", () => {
    const before = brokenAttemptAt(question);
    const newest = brokenAttemptAt(question, { started_at: later });
    expect(currentAttempt("q1", [newest, before])).toBe(newest);
  });

  it("is none when there is no attempt at it", () => {
    expect(currentAttempt("q2", [claimed])).toBeUndefined();
  });
});

describe("an attempt", () => {
  const broken = brokenAttemptAt(question, { ended_at: later });
  const askedAt = (asked_at: string) => replyTo(question, { asked_at });

  it("is over when its answer is stored", () => {
    expect(isOver(claimed, [replyTo(question, { id: claimed.id })])).toBe(true);
    expect(isOver(claimed, [replyTo(question, { asked_at: later })])).toBe(false);
  });

  it("that broke off is over when an answer of its model is stored that was asked for after that", () => {
    expect(isOver(broken, [askedAt(later)])).toBe(true);
    expect(isOver(broken, [replyTo(question, { asked_at: later, model: "grok" })])).toBe(false);
    expect(isOver(broken, [askedAt("2026-11-21T08:00:08+00:00")])).toBe(false);
    expect(isOver(broken, [replyTo(message({ id: "q2" }), { asked_at: later })])).toBe(false);
  });
});
