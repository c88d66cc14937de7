const INTERVAL_MS = 10_000;

/**
 * Waits for `work` and says every ten seconds what it waits for, so that nobody takes a slow start for a hanging one.
 * Returns what `work` returns and fails as it fails.
 */
export async function announceWait<Result>(
  what: string,
  work: Promise<Result>,
  say: (line: string) => void,
): Promise<Result> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += INTERVAL_MS / 1000;
    say(`Still waiting for ${what} (${seconds} s).`);
  }, INTERVAL_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
