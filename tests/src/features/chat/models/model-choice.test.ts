import { beforeEach, describe, expect, it } from "vitest";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { chooseModel, nextModel, noteUse } from "#features/chat/models/model-choice.ts";
import { writeJson } from "#lib/storage.ts";

let userId = "";
beforeEach(() => {
  userId = crypto.randomUUID();
});

describe("the model of a person's next chat", () => {
  it("is the one chosen for what they are about to send, else the one they used last [models.last-used]", () => {
    chooseModel(userId, HOME, "grok");
    noteUse(userId, "claude-4");
    expect(nextModel(userId)).toBe("grok");
    chooseModel(userId, HOME, null);
    expect(nextModel(userId)).toBe("claude-4");
  });

  it("is left to the server while neither is known, and kept for each person [models.last-used]", () => {
    noteUse(null, "grok");
    expect(nextModel(userId)).toBeNull();
    expect(nextModel(null)).toBe("grok");
  });

  it("is not read from what is no model [models.last-used]", () => {
    writeJson(`last-model:${userId}`, "gpt-2");
    expect(nextModel(userId)).toBeNull();
  });
});
