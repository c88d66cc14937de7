import { describe, expect, it } from "vitest";
import { durationText, factsToShow, type ReplyFacts } from "#features/chat/details/facts-rules.ts";

const WHOLE: ReplyFacts = {
  provider_model: "gpt-5-2026-01-01",
  asked_at: "2026-11-21T23:04:05Z",
  first_text_ms: 1_230,
  took_ms: 14_000,
  input_tokens: 1_234,
  cached_tokens: 0,
  output_tokens: 56,
  context_from: null,
};
const values = (facts: ReplyFacts, timeZone = "UTC") =>
  Object.fromEntries(factsToShow(facts, timeZone).map(({ name, value }) => [name, value]));

describe("factsToShow", () => {
  it("names the provider's model, when it was asked, how long it took, and the tokens [answers.details]", () => {
    expect(values(WHOLE)).toEqual({
      "Model ID": "gpt-5-2026-01-01",
      Asked: "November 21, 2026 at 23:04:05",
      "Time to first word": "1.2 s",
      "Time to full reply": "14 s",
      "Input tokens": "1,234",
      "Cached input tokens": "0",
      "Output tokens": "56",
    });
    expect(values(WHOLE, "Asia/Tokyo")["Asked"]).toBe("November 22, 2026 at 08:04:05");
  });

  it("says plainly what is not known", () => {
    const shown = values({ took_ms: null });
    expect(new Set(Object.values(shown))).toEqual(new Set(["Not known"]));
  });
});

describe("durationText", () => {
  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [1_249, "1.2 s"],
    [9_949, "9.9 s"],
    [9_950, "10 s"],
    [59_499, "59 s"],
    [60_000, "1 min 0 s"],
    [125_400, "2 min 5 s"],
  ])("%i ms are %s", (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
