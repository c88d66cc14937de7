import { describe, expect, it } from "vitest";
import {
  liveAttempts,
  nextRead,
  nextReadDue,
  pauseUntilRead,
  seenClaims,
} from "#features/chat/turns/live-rules.ts";
import { attemptAt, brokenAttemptAt, message } from "../../../../support/chat-rows.ts";

describe("what the page reads next of running answers", () => {
  it("is nothing while nothing runs and nobody asks", () => {
    expect(nextRead(null, 1, false, [], false)).toBeNull();
    expect(nextRead("attempts", 1, false, [], false)).toBeNull();
    expect(nextRead("pieces", 1, false, [], false)).toBeNull();
  });

  it("is the attempts when somebody asks", () => {
    expect(nextRead(null, 1, true, [], false)).toBe("attempts");
    expect(nextRead("attempts", 1, true, ["running"], false)).toBe("attempts");
  });

  it("is attempts and pieces in turn while answers have no pieces, or run in other chats too", () => {
    expect(nextRead("attempts", 1, false, ["running", "unsure"], false)).toBe("pieces");
    expect(nextRead("pieces", 1, false, ["running", "unsure"], false)).toBe("attempts");
    expect(nextRead("attempts", 1, false, ["running", "running"], true)).toBe("pieces");
    expect(nextRead("pieces", 1, false, ["running", "running"], true)).toBe("attempts");
  });

  it("is four times the pieces and then the attempts while all that is followed has pieces", () => {
    expect(nextRead("attempts", 1, false, ["running", "running"], false)).toBe("pieces");
    expect(nextRead("pieces", 1, false, ["running", "running"], false)).toBe("pieces");
    expect(nextRead("pieces", 3, false, ["running", "running"], false)).toBe("pieces");
    expect(nextRead("pieces", 4, false, ["running", "running"], false)).toBe("attempts");
    expect(nextRead("pieces", 1, true, ["running", "running"], false)).toBe("attempts");
  });

  it("is the pieces of answers whose pieces were not read yet, before anything that somebody asks for", () => {
    expect(nextRead("pieces", 1, true, ["running", "unread"], true)).toBe("pieces");
    expect(nextRead("attempts", 1, false, ["over", "unread"], false)).toBe("pieces");
    expect(nextRead(null, 0, true, ["new", "unread"], false)).toBe("attempts");
  });

  it("is the messages when an attempt is gone, also while others run", () => {
    expect(nextRead("attempts", 1, false, ["running", "over"], false)).toBe("messages");
    expect(nextRead("messages", 1, false, ["running"], false)).toBe("attempts");
    expect(nextRead("attempts", 1, false, ["ending", "over"], false)).toBe("messages");
  });

  it("is the attempts, and never the pieces, for an answer that the person has stopped", () => {
    expect(nextRead("attempts", 1, false, ["ending"], false)).toBe("attempts");
    expect(nextRead("attempts", 1, false, ["ending", "running"], false)).toBe("pieces");
    expect(nextRead("pieces", 1, false, ["ending", "running"], false)).toBe("attempts");
  });

  it("is the attempts for a question that is followed since they were read", () => {
    expect(nextRead("attempts", 1, false, ["over", "new"], false)).toBe("attempts");
  });

  it("is only the attempts for answers in chats that are not shown", () => {
    expect(nextRead("attempts", 1, false, [], true)).toBe("attempts");
  });
});

describe("the time between two reads", () => {
  it("is one second", () => {
    expect(pauseUntilRead(Number.NEGATIVE_INFINITY, 0, [])).toBe(0);
    expect(nextReadDue(Number.NEGATIVE_INFINITY, 5_000)).toBe(6_000);
    expect(pauseUntilRead(6_000, 5_000, ["running", "unsure"])).toBe(1_000);
    expect(pauseUntilRead(6_000, 5_999, ["ending"])).toBe(1);
    expect(pauseUntilRead(6_000, 6_000, ["new"])).toBe(0);
    expect(pauseUntilRead(6_000, 9_000, [])).toBe(0);
    expect(nextReadDue(6_000, 9_000)).toBe(10_000);
  });

  it("is nothing before the first look at an answer's text, or at what became of it, and two seconds after it", () => {
    expect(pauseUntilRead(6_000, 5_100, ["running", "unread"])).toBe(0);
    expect(pauseUntilRead(6_000, 5_100, ["running", "over"])).toBe(0);
    const due = nextReadDue(6_000, 5_100);
    expect(pauseUntilRead(due, 5_100, ["running"])).toBe(1_900);
    // Another answer is found before that: its first look waits until one second has passed.
    expect(pauseUntilRead(due, 5_200, ["unread"])).toBe(800);
  });

  it("is one second on average, whatever is found meanwhile", () => {
    let due = Number.NEGATIVE_INFINITY;
    let now = 0;
    for (let reads = 1; reads <= 60; reads += 1) {
      now += pauseUntilRead(due, now, reads % 3 === 0 ? ["unsure"] : ["unread"]);
      due = nextReadDue(due, now);
      expect(now).toBeGreaterThanOrEqual((reads - 2) * 1_000);
    }
  });
});

describe("an attempt that a function is writing", () => {
  const attempt = attemptAt(message());
  const first = seenClaims(new Map(), [attempt], 1_000);

  it("is live until its claim has not changed for 25 seconds", () => {
    const later = seenClaims(first, [attempt], 25_999);
    expect(liveAttempts([attempt], later, 25_999)).toStrictEqual([attempt]);
    expect(liveAttempts([attempt], later, 26_000)).toStrictEqual([]);
  });

  it("is live again when its claim was renewed", () => {
    const renewed = { ...attempt, claimed_until: "2026-11-21T08:00:23+00:00" };
    const later = seenClaims(first, [renewed], 26_000);
    expect(liveAttempts([renewed], later, 26_000)).toStrictEqual([renewed]);
  });

  it("is not one that broke off", () => {
    const broken = brokenAttemptAt(message());
    expect(liveAttempts([broken], seenClaims(first, [broken], 1_000), 1_000)).toStrictEqual([]);
  });
});
