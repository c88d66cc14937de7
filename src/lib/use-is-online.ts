import { useSyncExternalStore } from "react";
import { listen } from "./listen.ts";

const subscribe = (changed: () => void) => listen(window, ["online", "offline"], changed);

/** Whether the browser has a network, followed. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
