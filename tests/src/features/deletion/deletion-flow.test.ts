import { describe, expect, test } from "vitest";
import {
  isLocked,
  mayContinue,
  mayGoOn,
  next,
  START,
  type DeletionEvent,
  type DeletionState,
} from "#features/deletion/deletion-flow.ts";
import { answerAll, quiz, RIGHT_ANSWERS, run, T } from "../../../support/deletion-states.ts";

const opened = run(START, [{ type: "verify" }, T], [{ type: "verified" }, T]);
const failed = answerAll(opened, ["wrong", ...RIGHT_ANSWERS.slice(1)], T);
const passed = answerAll(opened, RIGHT_ANSWERS, T);
const counting = next(passed, { type: "continue" }, T);
const scheduling = next(counting, { type: "tick" }, T + 15_000);
const scheduled = next(scheduling, { type: "scheduled" }, T + 17_000);

const all: Record<string, DeletionState> = {
  credentials: START,
  verifying: { step: "credentials", verifying: true },
  quiz: opened,
  failed,
  passed,
  countdown: counting,
  scheduling,
  scheduled,
};

describe("credentials", () => {
  test("a refused password stays on the step", () => {
    expect(run(START, [{ type: "verify" }, T], [{ type: "refused" }, T])).toEqual(START);
  });

  test("ignores the outcome of a password check that is no longer running", () => {
    expect(next(START, { type: "verified" }, T)).toEqual(START);
    expect(
      run(START, [{ type: "verify" }, T], [{ type: "leave" }, T], [{ type: "verified" }, T]),
    ).toEqual(START);
  });
});

describe("quiz", () => {
  test("Next is disabled until the current question is answered [deletion.quiz-walk]", () => {
    expect(mayGoOn(quiz())).toBe(false);
    expect(next(quiz(), { type: "next" }, T)).toEqual(quiz());
    expect(mayGoOn(quiz({ answers: { 1: "True" } }))).toBe(false);
    expect(mayGoOn(quiz({ answers: { 0: "x" } }))).toBe(true);
  });

  test("Next and Previous walk the questions and keep the answers [deletion.quiz-walk]", () => {
    const second = run(quiz(), [{ type: "answer", answer: "x" }, T], [{ type: "next" }, T]);
    expect(second).toEqual(quiz({ index: 1, answers: { 0: "x" } }));
    expect(next(second, { type: "previous" }, T)).toEqual(quiz({ answers: { 0: "x" } }));
    expect(next(quiz(), { type: "previous" }, T)).toEqual(quiz());
  });

  test("4 of 4 passes, and only by submitting the last question [deletion.quiz-passes]", () => {
    expect(passed).toEqual({ step: "passed" });
    const last = answerAll(opened, RIGHT_ANSWERS.slice(0, 3), T);
    expect(last).toMatchObject({ step: "quiz", index: 3 });
    expect(next(last, { type: "next" }, T)).toEqual(last);
  });

  test.each([0, 1, 2, 3])(
    "with %i right: answers cleared, first question, 60-second wait [deletion.quiz-fails]",
    (correct) => {
      const answers = RIGHT_ANSWERS.map((answer, index) => (index < correct ? answer : "wrong"));
      expect(answerAll(opened, answers, T)).toEqual(
        quiz({ score: correct, retake: { left: 60_000, seenAt: T } }),
      );
    },
  );
});

describe("the wait after a failed quiz", () => {
  const answered = next(failed, { type: "answer", answer: "x" }, T);

  test.each([
    [0, false],
    [1, false],
    [59_999, false],
    [60_000, true],
    [60_001, true],
    [24 * 3_600_000, true],
  ])("%i ms after it, Next is open: %s [deletion.quiz-wait]", (after, open) => {
    const seen = next(answered, { type: "tick" }, T + after);
    expect(seen.step === "quiz" && mayGoOn(seen)).toBe(open);
    expect(seen.step === "quiz" && isLocked(seen)).toBe(!open);
    const pressed = next(answered, { type: "next" }, T + after);
    expect(pressed).toMatchObject({ index: open ? 1 : 0 });
  });

  test.each([3_600_000, -3_600_000])(
    "is neither shortened nor lengthened when the computer's clock jumps by %i ms",
    (jump) => {
      const closed = answerAll(opened, ["wrong", ...RIGHT_ANSWERS.slice(1)], 1000);
      const jumped = next(closed, { type: "tick" }, T + jump, 21_000);
      expect(jumped).toMatchObject({ retake: { left: 40_000 } });
      expect(next(jumped, { type: "tick" }, T + jump, 61_000)).toMatchObject({
        retake: { left: 0 },
      });
    },
  );

  test("the score stays until a new attempt starts, which clears score and wait [deletion.quiz-wait]", () => {
    const over = next(answered, { type: "tick" }, T + 60_000);
    expect(over).toMatchObject({ score: 3, retake: { left: 0 } });
    expect(next(over, { type: "next" }, T + 60_000)).toEqual(
      quiz({ index: 1, answers: { 0: "x" } }),
    );
  });

  test("a second failure starts a full wait again", () => {
    const again = answerAll(failed, ["wrong", "wrong", ...RIGHT_ANSWERS.slice(2)], T + 60_000);
    expect(again).toEqual(quiz({ score: 2, retake: { left: 60_000, seenAt: T + 60_000 } }));
  });

  test("Cancel ends the wait and the whole quiz", () => {
    expect(next(failed, { type: "cancel" }, T + 1)).toEqual(START);
    expect(
      run(failed, [{ type: "cancel" }, T], [{ type: "verify" }, T], [{ type: "verified" }, T]),
    ).toEqual(quiz());
  });
});

describe("countdown", () => {
  test.each([
    [1, "countdown"],
    [14_999, "countdown"],
    [15_000, "scheduling"],
    [15_001, "scheduling"],
    [60_000, "scheduling"],
    [60_001, "countdown"],
  ])("%i ms later it is at %s [deletion.countdown]", (after, step) => {
    expect(next(counting, { type: "tick" }, T + after).step).toBe(step);
  });

  test("goes on where it stood after the computer slept or the clock was set back", () => {
    const slept = run(counting, [{ type: "tick" }, T + 5_000], [{ type: "tick" }, T + 3_600_000]);
    expect(slept).toEqual({ step: "countdown", wait: { left: 10_000, seenAt: T + 3_600_000 } });
    const back = run(counting, [{ type: "tick" }, T + 5_000], [{ type: "tick" }, T - 1]);
    expect(back).toEqual({ step: "countdown", wait: { left: 10_000, seenAt: T - 1 } });
  });

  test("Cancel Deletion works until the end, even when a tick is late", () => {
    expect(next(counting, { type: "cancel" }, T + 14_999)).toEqual(START);
    expect(next(counting, { type: "cancel" }, T + 15_500)).toEqual(START);
  });

  test("pressing Continue again does not start it anew", () => {
    const later = next(counting, { type: "tick" }, T + 9_000);
    expect(next(later, { type: "continue" }, T + 9_100)).toEqual(later);
  });
});

describe("steps cannot be skipped", () => {
  const kinds: DeletionEvent[] = [
    { type: "verify" },
    { type: "verified" },
    { type: "refused" },
    { type: "answer", answer: "True" },
    { type: "previous" },
    { type: "next" },
    { type: "continue" },
    { type: "tick" },
    { type: "cancel" },
    { type: "leave" },
    { type: "scheduled" },
    { type: "scheduling-failed" },
  ];

  test("a step is entered only by its own event from the step before it [deletion.steps]", () => {
    const entries = Object.values(all).flatMap((state) =>
      kinds.flatMap((event) => {
        const after = next(state, event, T + 15_000);
        return after.step === state.step ? [] : [`${state.step} ${event.type} ${after.step}`];
      }),
    );
    expect([...new Set(entries)].toSorted()).toEqual([
      "countdown cancel credentials",
      "countdown leave credentials",
      "countdown tick scheduling",
      "credentials verified quiz",
      "passed cancel credentials",
      "passed continue countdown",
      "passed leave credentials",
      "quiz cancel credentials",
      "quiz leave credentials",
      "scheduling leave credentials",
      "scheduling scheduled scheduled",
      "scheduling scheduling-failed passed",
    ]);
  });

  test.each(Object.entries(all))("leaving %s starts over, unless it is done", (name, state) => {
    expect(next(state, { type: "leave" }, T)).toEqual(name === "scheduled" ? state : START);
  });
});

const own = "ada@example.com";

test.each([
  [own, "x", true],
  [own, " ", true],
  [own, "", false],
  ["Ada@example.com", "x", false],
  ["ada@example.co", "x", false],
  ["ada@example.com ", "x", false],
  ["", "", false],
])("Continue with %j and password %j: %s [deletion.credentials]", (email, password, open) => {
  expect(mayContinue({ email, password }, own)).toBe(open);
});
