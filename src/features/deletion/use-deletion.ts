import { useEffect, useState } from "react";
import { listen } from "#lib/listen.ts";
import { START } from "./deletion-flow.ts";
import { createDeletion } from "./deletion.ts";

/**
 * The deletion flow of this screen, for the person with the email `own`. Leaving the screen or the page ends it.
 */
export function useDeletion(own: string) {
  const [state, setState] = useState(START);
  const [deletion] = useState(() => createDeletion(own, setState));

  useEffect(() => {
    // The browser may freeze the page and later bring it back with its timers running.
    const unsubscribe = listen(window, ["pagehide"], deletion.leave);
    return () => {
      unsubscribe();
      deletion.leave();
    };
  }, [deletion]);

  return { ...deletion, state };
}
