import { describe, expect, it } from "vitest";
import { askedTogether } from "#features/chat/choice/together-rules.ts";
import type { ModelId } from "#models";

const question = { id: "q1", created_at: "2026-11-22 09:00:00+00" };
const at = (seconds: string) => `2026-11-22 09:00:${seconds}+00`;
const replyAt = (id: string, model: ModelId, asked_at: string | null) => ({ id, model, asked_at });
const attemptAt = (id: string, model: ModelId, started_at: string) => ({
  id,
  question_id: "q1",
  model,
  started_at,
});

describe("answers that were asked for together with their question", () => {
  it("are those that are stored, being written or broken off: the first one asked, then by model [answers.all-devices]", () => {
    const replies = [replyAt("c", "claude-4", at("00.2")), replyAt("b", "chatgpt-5", at("00.1"))];
    const attempts = [attemptAt("a", "grok", at("00"))];
    const followed = [{ answerId: "d", model: "chatgpt-4" as const, askedAt: at("00.3") }];
    expect(askedTogether(question, replies, attempts, followed)).toStrictEqual([
      { answerId: "a", model: "grok" },
      { answerId: "d", model: "chatgpt-4" },
      { answerId: "b", model: "chatgpt-5" },
      { answerId: "c", model: "claude-4" },
    ]);
  });

  it("are two at least within ten seconds of the question", () => {
    const first = attemptAt("a", "grok", at("00"));
    const second = (time: string) =>
      askedTogether(question, [], [first, attemptAt("b", "claude-4", time)]);
    expect(second(at("10.000000"))).toHaveLength(2);
    expect(second(at("10.000001"))).toBeUndefined();
    expect(askedTogether(question, [], [first])).toBeUndefined();
    expect(askedTogether(question, [], [])).toBeUndefined();
  });

  it("have those beside them that were tried again later", () => {
    const attempts = [
      attemptAt("a", "grok", at("00")),
      attemptAt("b", "claude-4", at("01")),
      attemptAt("c", "chatgpt-5", at("50")),
    ];
    const ids = askedTogether(question, [], attempts)?.map(({ answerId }) => answerId);
    expect(ids).toStrictEqual(["a", "c", "b"]);
  });

  it("are not several of one model, of another question, or of an unknown time", () => {
    const first = attemptAt("a", "grok", at("00"));
    expect(askedTogether(question, [], [first, attemptAt("b", "grok", at("01"))])).toBeUndefined();
    const other = { ...attemptAt("b", "claude-4", at("01")), question_id: "q2" };
    expect(askedTogether(question, [], [first, other])).toBeUndefined();
    const copied = [replyAt("b", "claude-4", null), replyAt("c", "chatgpt-4", null)];
    expect(askedTogether(question, copied, [])).toBeUndefined();
    expect(askedTogether(question, copied, [first])).toBeUndefined();
  });
});
