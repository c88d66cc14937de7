import { useLayoutEffect, useRef, useState } from "react";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { focusBox } from "./focused-box.ts";

/**
 * For a button that stops an answer: its ref, whether a stop is under way, and what to do on a click. A notice tells of a
 * stop that failed. The focus goes on to the box.
 * @param onStop Rejects when the server could not be told.
 */
export function useStop(onStop: () => Promise<unknown>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isStopping, setStopping] = useState(false);

  // The button also disappears when the answer has ended, and the focus with it.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== null && document.activeElement === own) focusBoxOrMain();
    };
  }, []);

  const stop = () => {
    if (isStopping) return;
    // Safari gives a button that is clicked no focus, and takes it from the box.
    const focused = document.activeElement;
    if (focused === button.current || focused === document.body) focusBoxOrMain();
    setStopping(true);
    onStop()
      .catch((error: unknown) => {
        notify(NOTICES.sendFailed(error instanceof Error ? error.message : undefined));
      })
      .finally(() => setStopping(false));
  };
  return { button, isStopping, stop };
}

function focusBoxOrMain(): void {
  if (!focusBox()) document.querySelector("main")?.focus({ preventScroll: true });
}
