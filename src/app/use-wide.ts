import { useSyncExternalStore } from "react";

/** Where the sidebar stands beside the pane and not in a drawer; the stylesheet's `md`. */
const WIDE = "(min-width: 48rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Whether the window is wide enough for the sidebar. The shell has it in any case, and the stylesheet decides. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );
