import { describe, expect, test } from "vitest";
import {
  nextTick,
  secondsText,
  tickDelay,
  wholeSeconds,
} from "#features/deletion/countdown-rules.ts";
import { next, START, type DeletionState } from "#features/deletion/deletion-flow.ts";

const countdown = (left: number): DeletionState => ({
  step: "countdown",
  wait: { left, seenAt: 0 },
});
const quiz = (left: number): DeletionState => ({
  step: "quiz",
  index: 0,
  answers: {},
  score: 3,
  retake: { left, seenAt: 0 },
});

describe("tickDelay", () => {
  test.each([
    [15, 250],
    [14, 300],
    [10, 500],
    [1, 950],
    [0, 1000],
    [17, 150],
    [18, 100],
    [19, 100],
    [60, 100],
  ])("with %i seconds left the bar moves every %i ms [deletion.tick]", (remaining, delay) => {
    expect(tickDelay(remaining)).toBe(delay);
  });
});

describe("wholeSeconds", () => {
  test.each([
    [15_000, 15],
    [14_001, 15],
    [14_000, 14],
    [1_000, 1],
    [999, 1],
    [1, 1],
    [0, 0],
  ])("%i ms read as %i", (left, seconds) => {
    expect(wholeSeconds(left)).toBe(seconds);
  });

  test.each([
    [15, "15 seconds"],
    [2, "2 seconds"],
    [1, "1 second"],
    [0, "0 seconds"],
  ])("%i is said as %s", (seconds, text) => {
    expect(secondsText(seconds)).toBe(text);
  });
});

describe("nextTick", () => {
  test.each([
    [15_000, 250],
    [14_750, 250],
    [14_250, 250],
    [14_100, 100],
    [14_000, 300],
    [1_000, 950],
    [50, 50],
    [1, 1],
  ])("with %i ms of the countdown left, the screen changes in %i ms", (left, delay) => {
    expect(nextTick(countdown(left))).toBe(delay);
  });

  test("takes the countdown through every whole second from 15 to 0 in exactly 15 seconds [deletion.tick]", () => {
    let state = countdown(15_000);
    let now = 0;
    const shown = [[15, 0]];
    for (let delay = nextTick(state); delay !== undefined; delay = nextTick(state)) {
      now += delay;
      state = next(state, { type: "tick" }, now);
      const seconds = state.step === "countdown" ? wholeSeconds(state.wait.left) : 0;
      if (shown.at(-1)?.[0] !== seconds) shown.push([seconds, now]);
    }
    expect(shown).toEqual(Array.from({ length: 16 }, (_, i) => [15 - i, i * 1000]));
    expect([state.step, now]).toEqual(["scheduling", 15_000]);
  });

  test("a retake wait changes the screen once a second and then no more", () => {
    expect([60_000, 59_001, 59_000, 999, 1].map((left) => nextTick(quiz(left)))).toEqual([
      1000, 1, 1000, 999, 1,
    ]);
    expect(nextTick(quiz(0))).toBeUndefined();
  });

  test("is undefined in every step without a wait", () => {
    const others: DeletionState[] = [
      START,
      { step: "quiz", index: 0, answers: {}, score: null, retake: null },
      { step: "passed" },
      { step: "scheduling" },
      { step: "scheduled" },
    ];
    expect(others.map(nextTick)).toEqual(others.map(() => undefined));
  });
});
