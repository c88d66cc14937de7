const TRIES = 10;
const WINDOW_MS = 60_000;

/**
 * Limits guessing to ten wrong tries a minute for each key (for a password: the caller's network address, and the
 * e-mail address tried). A try counts as wrong from its start, so that parallel tries are limited too. Times are
 * milliseconds.
 */
export function createGuessLimit() {
  /** The start times of tries that count as wrong, by key. */
  const tries = new Map<string, number[]>();

  const recent = (key: string, now: number) =>
    (tries.get(key) ?? []).filter((time) => time > now - WINDOW_MS);

  return {
    /** Returns the seconds to wait before another try. 0: it may go ahead, and counts as wrong until forgiven. */
    begin(keys: readonly string[], now: number): number {
      // When the first of the last ten tries began, if there were so many.
      const begun = keys.map((key) => recent(key, now).at(-TRIES) ?? -Infinity);
      const wait = Math.max(...begun) + WINDOW_MS - now;
      if (wait > 0) return Math.ceil(wait / 1000);
      for (const [key, times] of tries) {
        if (times.every((time) => time <= now - WINDOW_MS)) tries.delete(key);
      }
      for (const key of keys) tries.set(key, [...recent(key, now), now]);
      return 0;
    },

    /** Takes back the try that began at `time`, because it was not wrong. */
    forgive(keys: readonly string[], time: number): void {
      for (const key of keys) {
        const times = tries.get(key) ?? [];
        const index = times.indexOf(time);
        if (index >= 0) tries.set(key, times.toSpliced(index, 1));
      }
    },
  };
}
