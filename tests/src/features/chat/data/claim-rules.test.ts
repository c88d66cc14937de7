import { describe, expect, it } from "vitest";
import { asOf, hasRunOut } from "#features/chat/data/claim-rules.ts";
import { attemptAt, brokenAttemptAt, message } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const claimed = attemptAt(question, { started_at: "2026-11-21T08:00:01+00:00" });

describe("a claim on an answer", () => {
  const end = Date.parse("2026-11-21T08:00:20Z");
  const broken = brokenAttemptAt(question);

  it("has run out from its end on, by the server's clock, and lasts where that is not known", () => {
    expect(hasRunOut(claimed, end - 1)).toBe(false);
    expect(hasRunOut(claimed, end)).toBe(true);
    expect(hasRunOut(claimed, null)).toBe(false);
    expect(hasRunOut(broken, end)).toBe(false);
  });

  it("that has run out leaves an answer that broke off then, with what its pieces hold [answers.unfinished]", () => {
    const ended = { claimed_until: null, ended_at: claimed.claimed_until, failure: null };
    expect(asOf(claimed, end, "As far as")).toMatchObject({ ...ended, content: "As far as" });
    const again = { ...claimed, content: "Of the try before" };
    expect(asOf(again, end, "")).toMatchObject({ ...ended, content: "Of the try before" });
    expect(asOf(claimed, end - 1, "As far as")).toBe(claimed);
    expect(asOf(broken, end, "")).toBe(broken);
  });
});
