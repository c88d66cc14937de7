import { useEffect, useEffectEvent } from "react";
import { isComposing } from "./input-method.ts";

declare global {
  /** Not in every browser. */
  var CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined;
}

/**
 * The Back of Android closes what is open, and does not leave the page. Esc does too: Radix does not hear of it while a
 * tooltip is shown.
 */
export function useBack(onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!globalThis.CloseWatcher) {
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented && !isComposing(event)) close();
      };
      document.addEventListener("keydown", onKeyDown);
      return () => document.removeEventListener("keydown", onKeyDown);
    }
    const { CloseWatcher } = globalThis;
    let watcher: InstanceType<typeof CloseWatcher> | undefined;
    // A watcher hears of one Back only. The dialog may stay: a cancelled import shows what it has done.
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener("close", () => {
        close();
        if (watcher) watch();
      });
    };
    watch();
    return () => {
      watcher?.destroy();
      watcher = undefined;
    };
  }, []);
}
