import { describe, expect, it } from "vitest";
import { memoryOf } from "#features/chat/memory/memory-rules.ts";
import { openAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";

const question = message({ created_at: "2026-11-21T08:00:00Z" });
const reply = replyTo(question, { model: "grok", context_from: "m7" });
const next = message({ created_at: "2026-11-21T08:01:00Z" });
const begun = { model: "claude-4", contextFrom: "m9", at: next.created_at } as const;

describe("memoryOf", () => {
  it("is where the newest reply's model began to remember, with its name [models.memory-line]", () => {
    expect(memoryOf(reply, null, [])).toEqual({ from: "m7", text: "Grok remembers from here" });
  });

  it("is nothing when the model was given the whole conversation, or nobody has answered", () => {
    expect(memoryOf({ ...reply, context_from: null }, null, [])).toBeNull();
    expect(memoryOf(null, null, [])).toBeNull();
  });

  it("is that of a reply which this page has begun, until a newer one is stored", () => {
    const memory = { from: "m9", text: "Claude 4 remembers from here" };
    expect(memoryOf(reply, begun, [])).toEqual(memory);
    const stored = replyTo(next, { model: "claude-4", context_from: null });
    expect(memoryOf(stored, begun, [])).toBeNull();
    expect(memoryOf(reply, { ...begun, contextFrom: null }, [])).toBeNull();
  });

  it("is that of a reply which another page has begun", () => {
    const openAnswer = openAnswerTo(next, { model: "chatgpt-5", context_from: "m8" });
    expect(memoryOf(reply, null, [openAnswer])?.from).toBe("m8");
  });

  it("does without the name of a model that is not recorded", () => {
    expect(memoryOf({ ...reply, model: null }, null, [])?.text).toBe(
      "The model remembers from here",
    );
  });
});
