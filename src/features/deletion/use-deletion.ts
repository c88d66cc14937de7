import { useEffect, useState } from "react";
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
    addEventListener("pagehide", deletion.leave);
    return () => {
      removeEventListener("pagehide", deletion.leave);
      deletion.leave();
    };
  }, [deletion]);

  return { ...deletion, state };
}
