/** The pauses before the database is asked again: a minute together. */
const ASK_AFTER_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Asks again until there is an answer: after growing pauses, and whenever the network or the reader is back. Nothing is
 * asked while the page is hidden.
 * @param ask Returns null when there was no answer.
 */
export async function askLater(ask: () => Promise<boolean | null>): Promise<void> {
  for (let times = 0; ; times += 1) {
    await pause(ASK_AFTER_MS[times]);
    if ((await ask()) !== null) return;
  }
}

/** Resolves after so many milliseconds, where there are any, or when the network or the reader is back. */
function pause(milliseconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      if (document.hidden) return;
      over.abort();
      resolve();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    document.addEventListener("visibilitychange", end, over);
    window.addEventListener("focus", end, over);
    window.addEventListener("online", end, over);
  });
}
