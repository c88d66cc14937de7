import { delay } from "../delay.ts";
import { STORE_SECONDS } from "../time-limits.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Stores the end of an answer. While the database is away it is tried again, with growing pauses, for a little more than
 * a minute: asking the provider again would cost more. Rejects with the last failure.
 *
 * @param store one try
 * @param onFailure hears of every failure after which it is tried again
 */
export async function storeWhileAway<Outcome>(
  store: () => Promise<Outcome>,
  onFailure: (thrown: unknown) => void,
): Promise<Outcome> {
  const deadline = performance.now() + STORE_SECONDS * 1000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await store();
    } catch (error) {
      if (performance.now() + pause > deadline) throw error;
      onFailure(error);
      await delay(pause);
    }
  }
}
