export type Watch = {
  /** Aborted when the try must end, whatever the reason. */
  signal: AbortSignal;
  /** True once the provider was silent for too long or the deadline passed. */
  timedOut: () => boolean;
  /** The provider gave a sign of life. */
  heard: () => void;
  /** While paused, silence is ours and not the provider's. */
  pause: () => void;
  /** Moves the deadline closer. */
  endWithin: (milliseconds: number) => void;
  /** Stops watching. */
  close: () => void;
};

/**
 * Ends one try when `signal` is aborted, at `deadline`, or after `silenceMs` without a sign of life. One timer that
 * looks at the clock when it fires, so that a sign of life costs no more than a timestamp.
 */
export function startWatch(signal: AbortSignal, deadline: number, silenceMs: number): Watch {
  const controller = new AbortController();
  let end = deadline;
  let heardAt: number | undefined = performance.now();
  let timedOut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    const now = performance.now();
    const due = heardAt === undefined ? end : Math.min(end, heardAt + silenceMs);
    if (now >= due) {
      timedOut = true;
      controller.abort();
    } else {
      timer = setTimeout(check, Math.min(due - now, silenceMs));
    }
  };
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  check();

  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    heard: () => {
      heardAt = performance.now();
    },
    pause: () => {
      heardAt = undefined;
    },
    endWithin: (milliseconds) => {
      end = Math.min(end, performance.now() + milliseconds);
      clearTimeout(timer);
      check();
    },
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}
