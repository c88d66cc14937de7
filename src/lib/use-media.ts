import { useSyncExternalStore } from "react";
import { listen } from "./listen.ts";

/** A hook that follows a media query. `inShell` is its answer in the shell, which is rendered at build time. */
const following = (query: string, inShell: boolean) => {
  const media: MediaQueryList | undefined = globalThis.matchMedia?.(query);
  const subscribe = (changed: () => void) =>
    media === undefined ? () => {} : listen(media, ["change"], changed);
  return () =>
    useSyncExternalStore(
      subscribe,
      () => media?.matches ?? inShell,
      () => inShell,
    );
};

/** Whether one points with a finger. */
export const useCoarse = following("(pointer: coarse)", false);

/**
 * Whether the sidebar has a place of its own and is not a drawer: from the stylesheet's `md` on. In the shell the
 * stylesheet hides what does not fit.
 */
export const useWide = following("(min-width: 48rem)", true);
