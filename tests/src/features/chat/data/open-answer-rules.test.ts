import { describe, expect, it } from "vitest";
import { isOver } from "#features/chat/data/open-answer-rules.ts";
import { openAnswerTo, brokenAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const running = openAnswerTo(question, { asked_at: "2026-11-21T08:00:01+00:00" });
const later = "2026-11-21T08:00:09+00:00";

describe("an open answer", () => {
  const broken = brokenAnswerTo(question);
  const askedAt = (asked_at: string) => replyTo(question, { asked_at });

  it("is over when its answer is stored", () => {
    expect(isOver(running, [replyTo(question, { id: running.id })])).toBe(true);
    expect(isOver(running, [replyTo(question, { asked_at: later })])).toBe(false);
  });

  it("that broke off is over when an answer of its model is stored that was asked for after that", () => {
    expect(isOver(broken, [askedAt(later)])).toBe(true);
    expect(isOver(broken, [replyTo(question, { asked_at: later, model: "grok" })])).toBe(false);
    expect(isOver(broken, [askedAt(broken.asked_at)])).toBe(false);
    expect(isOver(broken, [replyTo(message({ id: "q2" }), { asked_at: later })])).toBe(false);
  });
});
