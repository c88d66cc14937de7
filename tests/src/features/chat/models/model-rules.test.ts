import { describe, expect, it } from "vitest";
import {
  lastModelKey,
  modelOfNextChat,
  parseLastModel,
} from "#features/chat/models/model-rules.ts";

describe("the model of a person's next chat", () => {
  it("is the one chosen for what they are about to send [models.last-used]", () => {
    expect(modelOfNextChat("grok", "claude-4")).toBe("grok");
    expect(modelOfNextChat("grok", null)).toBe("grok");
  });

  it("is else the one they used last [models.last-used]", () => {
    expect(modelOfNextChat(null, "claude-4")).toBe("claude-4");
  });

  it("is left to the server while neither is known [models.last-used]", () => {
    expect(modelOfNextChat(null, null)).toBeNull();
  });

  it("is kept for each person, and for visitors together [models.last-used]", () => {
    expect(lastModelKey("one")).toBe("last-model:one");
    expect(lastModelKey("two")).not.toBe(lastModelKey("one"));
    expect(lastModelKey(null)).toBe("last-model:visitor");
  });

  it("is not read from what is no model [models.last-used]", () => {
    expect(parseLastModel("chatgpt-5")).toBe("chatgpt-5");
    for (const stored of [undefined, null, "", "gpt-2", 5, { model: "grok" }]) {
      expect(parseLastModel(stored)).toBeNull();
    }
  });
});
