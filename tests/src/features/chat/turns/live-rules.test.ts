import { describe, expect, it } from "vitest";
import { nextRead, nextReadDue, pauseUntilRead } from "#features/chat/turns/live-rules.ts";

describe("what the page reads next of running answers", () => {
  it("is nothing while nothing runs and nobody asks", () => {
    expect(nextRead(null, false, [], false)).toBeNull();
    expect(nextRead("open answers", false, [], false)).toBeNull();
    expect(nextRead("messages", false, [], false)).toBeNull();
  });

  it("is the open answers when somebody asks, and while any run", () => {
    expect(nextRead(null, true, [], false)).toBe("open answers");
    expect(nextRead("open answers", false, ["running"], false)).toBe("open answers");
    expect(nextRead("open answers", false, [], true)).toBe("open answers");
    expect(nextRead("messages", false, ["running"], false)).toBe("open answers");
  });

  it("is the messages when an answer has ended, also while others run", () => {
    expect(nextRead("open answers", false, ["running", "over"], false)).toBe("messages");
    expect(nextRead("messages", false, ["over"], false)).toBe("open answers");
  });

  it("is the open answers for a question that is followed since they were read", () => {
    expect(nextRead("open answers", false, ["over", "new"], false)).toBe("open answers");
  });
});

describe("the time between two reads", () => {
  it("is one second", () => {
    expect(pauseUntilRead(Number.NEGATIVE_INFINITY, 0, "open answers")).toBe(0);
    expect(nextReadDue(Number.NEGATIVE_INFINITY, 5_000)).toBe(6_000);
    expect(pauseUntilRead(6_000, 5_000, "open answers")).toBe(1_000);
    expect(pauseUntilRead(6_000, 6_000, "open answers")).toBe(0);
    expect(nextReadDue(6_000, 9_000)).toBe(10_000);
  });

  it("is nothing before the look at what became of an answer, and two seconds after it", () => {
    expect(pauseUntilRead(6_000, 5_100, "messages")).toBe(0);
    const due = nextReadDue(6_000, 5_100);
    expect(pauseUntilRead(due, 5_100, "open answers")).toBe(1_900);
  });
});
