import { useSyncExternalStore } from "react";

const query = globalThis.matchMedia?.("(pointer: coarse)");

const subscribe = (listener: () => void) => {
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
};

/** Whether one points with a finger. */
export const useCoarse = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query?.matches ?? false,
    () => false,
  );
