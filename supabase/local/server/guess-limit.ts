const TRIES = 10;
const WINDOW_MS = 60_000;

/**
 * Bounds guessing: ten wrong tries a minute for each of the given keys (for a password, the caller's network address
 * and the e-mail address tried). A try counts from its start, so that a burst of parallel tries gets no further.
 */
export function createGuessLimit() {
  /** When the tries counted as wrong began, by where they came from and whom they were for. */
  const tries = new Map<string, number[]>();

  const recent = (key: string, now: number) =>
    (tries.get(key) ?? []).filter((time) => time > now - WINDOW_MS);

  return {
    /** Seconds to wait before another try; 0 when it may go ahead, and then it is counted as wrong. */
    begin(keys: readonly string[], now: number): number {
      const waits = keys.map((key) => {
        const times = recent(key, now);
        const oldest = times[0];
        return times.length < TRIES || oldest === undefined ? 0 : oldest + WINDOW_MS - now;
      });
      const wait = Math.max(...waits);
      if (wait > 0) return Math.ceil(wait / 1000);
      for (const [key, times] of tries) {
        if (times.every((time) => time <= now - WINDOW_MS)) tries.delete(key);
      }
      for (const key of keys) tries.set(key, [...recent(key, now), now]);
      return 0;
    },

    /** Takes back the try that began at `time`: the password was right, or was never looked at. */
    forgive(keys: readonly string[], time: number): void {
      for (const key of keys) {
        const times = tries.get(key) ?? [];
        const index = times.indexOf(time);
        if (index >= 0) tries.set(key, times.toSpliced(index, 1));
      }
    },
  };
}
