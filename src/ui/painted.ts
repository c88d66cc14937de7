import { createContext, startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the list that a component is in has been on the screen. */
export const Painted = createContext(true);

/**
 * Whether a component has been on the screen: false at first. What can come later waits for it. A deferred value does not:
 * React may draw that before the browser shows anything. Tab does not pass by what waits: it is drawn before.
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (isPainted) return;
    const stop = afterPaint(() => startTransition(() => setPainted(true)));
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && flushSync(() => setPainted(true));
    document.addEventListener("keydown", onKey, true);
    return () => {
      stop();
      document.removeEventListener("keydown", onKey, true);
    };
  }, [isPainted]);
  return isPainted;
}

/** Calls back when the browser has shown what is drawn now; in a hidden tab, which it does not show, soon. */
function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => (timer = setTimeout(call));
  const frame = document.hidden ? void soon() : requestAnimationFrame(soon);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
