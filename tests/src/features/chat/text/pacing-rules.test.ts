import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Pace,
  paceAt,
  paceWith,
  shownPart,
  stallOf,
  stepMs,
  startPace,
} from "#features/chat/text/pacing-rules.ts";

const isCaughtUp = (pace: Pace) => pace.shown >= pace.arrived;
const shown = (pace: Pace, now: number) => Math.round(paceAt(pace, now).shown);

describe("the pace of an answer's text [reply.pace]", () => {
  it("is even: a piece that came at once is shown over 800 ms", () => {
    const pace = paceWith(startPace(0, 1000), 80, false, 1000);
    expect([1000, 1200, 1400, 1600, 1799].map((now) => shown(pace, now))).toStrictEqual([
      0, 20, 40, 60, 80,
    ]);
    expect(isCaughtUp(paceAt(pace, 1790))).toBe(false);
    expect(isCaughtUp(paceAt(pace, 1801))).toBe(true);
  });

  it("is never more than a second behind what has arrived, however it comes", () => {
    const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.nat({ max: 900 })));
    fc.assert(
      fc.property(pieces, (arrivals) => {
        let now = 0;
        let pace = startPace(0, now);
        const seen = [{ now, total: 0 }];
        for (const [pause, length] of arrivals) {
          now += pause;
          const due = seen.findLast((at) => at.now <= now - 1000)?.total ?? 0;
          expect(paceAt(pace, now).shown).toBeGreaterThanOrEqual(due);
          pace = paceWith(pace, pace.arrived + length, false, now);
          seen.push({ now, total: pace.arrived });
        }
        expect(isCaughtUp(paceAt(pace, now + 1000))).toBe(true);
      }),
    );
  });

  it("shows the rest within 300 ms when the answer is whole", () => {
    const pace = paceWith(startPace(0, 0), 100, false, 0);
    const whole = paceWith(pace, 100, true, 400);
    expect(shown(whole, 400)).toBe(50);
    expect(isCaughtUp(paceAt(whole, 701))).toBe(true);
  });

  it("begins with all that was there when the chat was opened", () => {
    expect(isCaughtUp(startPace(500, 0))).toBe(true);
  });

  it("shows no more than the stored answer when that is shorter", () => {
    const pace = paceAt(paceWith(startPace(0, 0), 100, false, 0), 800);
    expect(paceWith(pace, 60, true, 800).shown).toBe(60);
  });

  it.each([
    ["Hello there", 0, ""],
    ["Hello there", 1, "Hello"],
    ["Hello there", 5, "Hello"],
    ["Hello there", 6, "Hello there"],
    ["Hello there", 99, "Hello there"],
    ["x".repeat(40), 10, "x".repeat(10)],
    ["😀".repeat(40), 3, "😀😀"],
    ["e\u0301".repeat(40), 1, "e\u0301"],
    ["👨‍👩‍👧‍👦".repeat(40), 12, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"],
    ["🇩🇪".repeat(40), 5, "🇩🇪🇩🇪"],
    ["นำ".repeat(40), 1, "นำ"],
  ])("shows whole words and characters: %j from %d", (text, count, part) => {
    expect(shownPart(text, { ...startPace(count, 0), arrived: text.length })).toBe(part);
  });
});

it("the text grows every 66 ms, and every 150 ms from 800 characters a second on", () => {
  const at = (rate: number) => stepMs({ ...startPace(0, 0), rate });
  expect([at(0), at(0.799), at(0.8), at(5)]).toStrictEqual([66, 66, 150, 150]);
});

it("calls an answer stalled after 10 s without text, and after 20 s before its first text [reply.stalled]", () => {
  const paused = "The reply has paused. It may still go on.";
  expect(stallOf("Some")).toStrictEqual({ afterMs: 10_000, note: paused });
  const long = "This is taking longer than usual.";
  expect(stallOf("")).toStrictEqual({ afterMs: 20_000, note: long });
});
