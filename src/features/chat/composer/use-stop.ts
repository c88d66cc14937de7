import { useState } from "react";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";

/**
 * For a button that stops an answer: whether a stop is under way, and what to do on a click. A notice tells of a stop that
 * failed.
 * @param onStop Rejects when the server could not be told.
 */
export function useStop(onStop: () => Promise<unknown>) {
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    if (isStopping) return;
    setStopping(true);
    onStop()
      .catch((error: unknown) => {
        notify(NOTICES.sendFailed(error instanceof Error ? error.message : undefined));
      })
      .finally(() => setStopping(false));
  };
  return { isStopping, stop };
}
