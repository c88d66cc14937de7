import type { DeletionState } from "./deletion-flow.ts";

/**
 * SPEC 9, the tick of the final step: the larger of 100 ms and (1000 ms minus 50 ms times the
 * remaining seconds); "a further countdown ticks every 1 second".
 *
 * Our reading: the countdown lasts 15 seconds by the clock and is read out in whole seconds, one
 * each second: that is the further countdown. The law below paces the progress bar in between,
 * from a step every 250 ms at the start to one every 950 ms at the end.
 *
 * @param remaining whole seconds left
 * @returns milliseconds until the bar moves again
 */
export function tickDelay(remaining: number): number {
  return Math.max(100, 1000 - 50 * remaining);
}

/** The seconds a person reads for `left` milliseconds: 15 at 15,000 and at 14,001, 0 only at 0. */
export function wholeSeconds(left: number): number {
  return Math.ceil(left / 1000);
}

/** "15 seconds", "1 second". */
export function secondsText(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** What a screen reader is told about the seconds: the first, the tenth and the fifth from the end, each until the next. */
export function spokenSeconds(seconds: number): string {
  const spoken = [5, 10, 15].find((mark) => seconds <= mark) ?? seconds;
  return `${secondsText(spoken)} left to cancel`;
}

/** Milliseconds until the screen has something new to show, or undefined while nothing is waited for. */
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
