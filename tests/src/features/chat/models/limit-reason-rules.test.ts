import { describe, expect, it } from "vitest";
import { limitReason, limitSpan } from "#features/chat/models/limit-reason-rules.ts";

const SINCE = Date.parse("2026-11-21T14:04:30Z");
const HOURS = 3600;

describe("why a limit did not take a message", () => {
  const reason = "You are going too fast. Please try again in a while.";
  const after = (passed: number, seconds: number) =>
    limitReason({ reason, limit: limitSpan(SINCE, seconds) }, SINCE + passed * 1000, "UTC");

  it("has the server's words for a minute at most, then says when to try again, and finally that one can [failed.limit]", () => {
    expect(after(0, 54)).toBe(reason);
    expect(after(53.999, 54)).toBe(reason);
    expect(after(54, 54)).toBe("You can try again now.");
    expect(after(59.999, 600)).toBe(reason);
    expect(after(60, 600)).toBe("You can try again from 14:15.");
    expect(after(600, 600)).toBe("You can try again now.");
  });

  it("names the day where it is not today", () => {
    expect(after(60, 23 * HOURS)).toBe("You can try again from tomorrow, 13:05.");
    expect(after(10 * HOURS, 23 * HOURS)).toBe("You can try again from 13:05.");
  });

  it("stays in the server's words where the server did not say how long", () => {
    expect(limitReason({ reason }, SINCE)).toBe(reason);
  });
});
