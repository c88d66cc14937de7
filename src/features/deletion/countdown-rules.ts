import type { DeletionState } from "./deletion-flow.ts";

/**
 * How often the progress bar of the final step moves: every 250 ms at the start, every 950 ms at the end, and never more
 * often than every 100 ms. The number of seconds beside it changes once a second.
 * @param remaining Whole seconds left.
 * @returns Milliseconds until the bar moves again.
 */
export function tickDelay(remaining: number): number {
  return Math.max(100, 1000 - 50 * remaining);
}

/** The seconds shown for `left` milliseconds: 15 at 15,000 and at 14,001, 0 only at 0. */
export function wholeSeconds(left: number): number {
  return Math.ceil(left / 1000);
}

/** "15 seconds", "1 second". */
export function secondsText(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** What a screen reader says about the seconds. It changes three times only: at 15, 10 and 5 seconds left. */
export function spokenSeconds(seconds: number): string {
  const spoken = [5, 10, 15].find((mark) => seconds <= mark) ?? seconds;
  return `${secondsText(spoken)} left to cancel`;
}

/** Milliseconds until the screen has something new to show, or undefined when no wait is running. */
export function nextTick(state: DeletionState): number | undefined {
  if (state.step === "countdown") {
    const { left } = state.wait;
    return Math.min(tickDelay(wholeSeconds(left)), toNextSecond(left));
  }
  if (state.step === "quiz" && state.retake && state.retake.left > 0) {
    return toNextSecond(state.retake.left);
  }
  return undefined;
}

function toNextSecond(left: number): number {
  return left % 1000 || 1000;
}
