import { describe, expect, it } from "vitest";
import { otherModel, troubleOf } from "#features/chat/models/health-rules.ts";

describe("troubleOf", () => {
  it("says a word of models that are slow or fail, and nothing of the others [models.health]", () => {
    expect([troubleOf("slow"), troubleOf("failing")]).toEqual(["slow", "not answering"]);
    expect([troubleOf("good"), troubleOf("unknown"), troubleOf(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("otherModel", () => {
  it("is the first of the other models while nothing is known of any [models.ask-another]", () => {
    expect(otherModel({}, ["grok"])).toBe("chatgpt-4");
    expect(otherModel({}, ["chatgpt-4"])).toBe("chatgpt-5");
  });

  it("passes by models that fail, and slow ones while another is not", () => {
    const healths = { "chatgpt-4": "failing", "chatgpt-5": "slow", "claude-4": "good" } as const;
    expect(otherModel(healths, ["grok"])).toBe("claude-4");
    expect(otherModel({ ...healths, "claude-4": "failing" }, ["grok"])).toBe("chatgpt-5");
  });

  it("is none when all other models fail", () => {
    const failing = { "chatgpt-4": "failing", "chatgpt-5": "failing", grok: "failing" } as const;
    expect(otherModel(failing, ["claude-4"])).toBeNull();
  });

  it("is none that has answered the question, or is about to [models.ask-another]", () => {
    expect(otherModel({}, ["grok", "chatgpt-4"])).toBe("chatgpt-5");
    expect(otherModel({ "claude-4": "failing" }, ["grok", "chatgpt-4", "chatgpt-5"])).toBeNull();
    expect(otherModel({}, ["grok", "chatgpt-4", "chatgpt-5", "claude-4"])).toBeNull();
  });
});
