import { wholeSeconds } from "./countdown-rules.ts";
import { PASS_MARK } from "./quiz-rules.ts";

/** Why the quiz starts over, and when it can be taken again. Screen readers announce only the score. */
export function RetakeAlert({ score, left }: { score: number; left: number }) {
  return (
    <div className="grid gap-1 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
      <p role="alert">
        You scored {score}/{PASS_MARK}. You need {PASS_MARK}/{PASS_MARK} to proceed.
      </p>
      {left > 0 && (
        <p role="timer">Please wait {wholeSeconds(left)} seconds before retaking the quiz.</p>
      )}
    </div>
  );
}
