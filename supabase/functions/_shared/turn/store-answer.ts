import type { Backend } from "../backend.ts";
import { delay } from "../providers/delay.ts";
import { STORE_SECONDS } from "../time-limits.ts";
import type { Begun, FinishOutcome } from "../turn-outcomes.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Stores an answer. While the database is away it is tried again, with growing pauses, for a little more than a minute:
 * asking the provider again would cost more. Rejects with the last failure.
 *
 * @param onFailure hears of every failure after which it is tried again
 */
export async function storeAnswer(
  backend: Backend,
  begun: Begun,
  content: string,
  onFailure: (thrown: unknown) => void,
): Promise<FinishOutcome> {
  const deadline = performance.now() + STORE_SECONDS * 1000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await backend.finishTurn(begun, content);
    } catch (error) {
      if (performance.now() + pause > deadline) throw error;
      onFailure(error);
      await delay(pause);
    }
  }
}
