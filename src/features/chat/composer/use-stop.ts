import { useLayoutEffect, useRef } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { focusBox } from "./focused-box.ts";

/**
 * For a button that stops an answer, and goes when it is pressed: its ref, and what to do on a click. A notice tells of a
 * stop that failed. The focus goes on to the box.
 * @param onStop Rejects when the server could not be told.
 */
export function useStop(onStop: () => Promise<unknown>) {
  const button = useRef<HTMLButtonElement>(null);

  // The button also disappears when the answer has ended, and the focus with it.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== null && document.activeElement === own) focusBoxOrMain();
    };
  }, []);

  const stop = () => {
    // Safari gives a button that is clicked no focus, and takes it from the box.
    const focused = document.activeElement;
    if (focused === button.current || focused === document.body) focusBoxOrMain();
    onStop().catch((error: unknown) => {
      notify(NOTICES.sendFailed(error instanceof Error ? error.message : undefined));
    });
  };
  return { button, stop };
}

function focusBoxOrMain(): void {
  if (!focusBox()) document.querySelector("main")?.focus({ preventScroll: true });
}
