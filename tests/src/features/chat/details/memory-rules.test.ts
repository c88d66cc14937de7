import { describe, expect, it } from "vitest";
import { memoryOf } from "#features/chat/details/memory-rules.ts";
import { message, replyTo } from "../../../../support/chat-rows.ts";
import { liveAnswer } from "../../../../support/turns.ts";

const question = message({ created_at: "2026-11-21T08:00:00Z" });
const reply = replyTo(question, { model: "grok", context_from: "m7" });
const next = message({ created_at: "2026-11-21T08:01:00Z" });
const begun = {
  ...liveAnswer("a"),
  model: "claude-4",
  contextFrom: "m9",
  isBegun: true,
  askedAt: next.created_at,
} as const;
const own = { ...begun, askedAt: null };

describe("memoryOf", () => {
  it("is where the newest reply's model began to remember, with its name [models.memory-line]", () => {
    expect(memoryOf(reply, [])).toEqual({ from: "m7", modelName: "Grok" });
  });

  it("is nothing when the model was given the whole conversation, or nobody has answered", () => {
    expect(memoryOf({ ...reply, context_from: null }, [])).toBeNull();
    expect(memoryOf(null, [])).toBeNull();
  });

  it("is that of a reply which any page has begun, until a newer one is stored", () => {
    const memory = { from: "m9", modelName: "Claude 4" };
    expect(memoryOf(reply, [begun])).toEqual(memory);
    const stored = replyTo(next, { model: "claude-4", context_from: null });
    expect(memoryOf(stored, [begun])).toBeNull();
    expect(memoryOf(reply, [{ ...begun, contextFrom: null }])).toBeNull();
    expect(memoryOf(stored, [own])).toEqual(memory);
    expect(memoryOf(stored, [{ ...own, isBegun: false }])).toBeNull();
  });

  it("does without the name of a model that is not recorded", () => {
    expect(memoryOf({ ...reply, model: null }, [])?.modelName).toBeNull();
  });
});
