import { describe, expect, it } from "vitest";
import { keptLeft, parseLeft } from "#features/chat/models/kept-left-rules.ts";

const until = "2026-11-22T14:05:00+00:00";

describe("what is kept of what a person has left", () => {
  it("is a limit that is nearly used up, and fewer messages than asking all four takes [answers.all-left]", () => {
    const near = { count: 2, until };
    expect(keptLeft({ count: 4, until, near: null })).toBeNull();
    expect(keptLeft({ count: 3, until, near: null })).toStrictEqual({
      near: null,
      few: { count: 3, until },
    });
    expect(keptLeft({ count: 50, until, near })).toStrictEqual({ near, few: null });
    expect(keptLeft({ count: 2, until, near })).toStrictEqual({ near, few: near });
  });

  it("is read again as it was written, and nothing else is", () => {
    const kept = { near: { count: 2, until }, few: { count: 2, until } };
    expect(parseLeft(JSON.parse(JSON.stringify(kept)))).toStrictEqual(kept);
    for (const other of [undefined, null, 7, "x", [], {}, { near: { count: "2", until } }]) {
      expect(parseLeft(other)).toBeNull();
    }
  });
});
