import { describe, expect, it } from "vitest";
import { counted } from "#lib/counted.ts";
import { timeLeft } from "#lib/progress-rules.ts";

describe("the time that an export still takes", () => {
  it.each([
    [0, 100, 60_000, null],
    [1, 100, 1_999, null],
    [50, 100, 2_000, "A few seconds left"],
    [20, 100, 1_000 * 1.2, null],
    [10, 100, 2_000, "About 20 seconds left"],
    [40, 100, 3_000, "About 5 seconds left"],
    [100, 100, 60_000, "A few seconds left"],
    [120, 100, 60_000, "A few seconds left"],
    [50, 109, 50_000, "About 60 seconds left"],
    [50, 110, 50_000, "About a minute left"],
    [50, 111, 50_000, "About 2 minutes left"],
    [1, 601, 2_000, "About 20 minutes left"],
  ])("%i of %i messages after %i ms: %s", (done, total, elapsedMs, words) => {
    expect(timeLeft({ done, total, elapsedMs })).toBe(words);
  });

  it("counts one and many", () => {
    expect([0, 1, 2, 12_000].map((count) => counted(count, "chat"))).toEqual([
      "0 chats",
      "1 chat",
      "2 chats",
      "12,000 chats",
    ]);
  });
});
