import { describe, expect, test } from "vitest";
import {
  isLocked,
  mayGoOn,
  next,
  START,
  type DeletionEvent,
} from "#features/deletion/deletion-flow.ts";
import { answerAll, quiz, RIGHT_ANSWERS, run, T } from "../../../support/deletion-states.ts";

const opened = quiz();
const failed = answerAll(opened, ["wrong", ...RIGHT_ANSWERS.slice(1)], T);

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

  test("is measured by the clock, however rarely the state is updated", () => {
    const often = Array.from({ length: 599 }, (_, i): [DeletionEvent, number] => [
      { type: "tick" },
      T + (i + 1) * 100,
    ]);
    expect(run(failed, ...often)).toMatchObject({ retake: { left: 100 } });
    expect(next(failed, { type: "tick" }, T + 59_900)).toMatchObject({ retake: { left: 100 } });
  });

  test("is neither shortened nor lengthened when the clock is set back", () => {
    const back = run(failed, [{ type: "tick" }, T + 20_000], [{ type: "tick" }, T - 3_600_000]);
    expect(back).toMatchObject({ retake: { left: 40_000, seenAt: T - 3_600_000 } });
    expect(next(back, { type: "tick" }, T - 3_600_000 + 40_000)).toMatchObject({
      retake: { left: 0 },
    });
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

  test("a second attempt can pass", () => {
    expect(answerAll(failed, RIGHT_ANSWERS, T + 60_000)).toEqual({ step: "passed" });
  });

  test("Cancel ends the wait and the whole quiz", () => {
    expect(next(failed, { type: "cancel" }, T + 1)).toEqual(START);
    expect(
      run(failed, [{ type: "cancel" }, T], [{ type: "verify" }, T], [{ type: "verified" }, T]),
    ).toEqual(quiz());
  });
});
