import { useState } from "react";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";

/**
 * A button that stops an answer: whether it is at it, and what a click does. A notice tells of a stop that failed.
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
