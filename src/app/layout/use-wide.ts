import { useSyncExternalStore } from "react";

/** From this width on the sidebar is not a drawer. The same as the stylesheet's `md`. */
const WIDE = "(min-width: 48rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Whether the window is wide enough for the sidebar. True in the shell, where the stylesheet hides what does not fit. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );
