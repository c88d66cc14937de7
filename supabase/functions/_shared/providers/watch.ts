/**
 * Ends one try when `signal` is aborted, at `deadline` (on the clock of `performance.now`), or `silenceMs` after the last
 * sign of life; before the first one no silence is too long. A single timer compares timestamps when it fires, so that a
 * sign of life costs only a timestamp.
 */
export function startWatch(signal: AbortSignal, deadline: number, silenceMs: number) {
  const controller = new AbortController();
  let end = deadline;
  let heardAt: number | undefined;
  let timedOut = false;
  let giveUp = (_reason: unknown) => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const abort = () => {
    controller.abort();
    giveUp(controller.signal.reason);
  };
  const check = () => {
    const now = performance.now();
    const due = heardAt === undefined ? end : Math.min(end, heardAt + silenceMs);
    if (now >= due) {
      timedOut = true;
      abort();
    } else {
      timer = setTimeout(check, Math.min(due - now, silenceMs));
    }
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  check();

  return {
    /** Aborted when the try must end, whatever the reason. */
    signal: controller.signal,
    /** The same promise, unless the try must end first: then it rejects, even if an SDK ignores the signal. */
    within: <Value>(promise: Promise<Value>) =>
      // Not Promise.race: the promise of the end would collect a reaction for every event.
      new Promise<Value>((resolve, reject) => {
        giveUp = reject;
        promise.then(resolve, reject);
        if (controller.signal.aborted) abort();
      }),
    /** True once the provider was silent for too long or the deadline passed. */
    timedOut: () => timedOut,
    /** To be called at every sign of life from the provider. */
    heard: () => {
      heardAt = performance.now();
    },
    /** Does not count silence until the next sign of life: the reader is slow, not the provider. */
    pause: () => {
      heardAt = undefined;
    },
    /** Moves the deadline closer. */
    endWithin: (milliseconds: number) => {
      end = Math.min(end, performance.now() + milliseconds);
      clearTimeout(timer);
      check();
    },
    /** Stops watching. */
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}
