import { useEffect, useState } from "react";
import { createStore, useStore } from "#lib/store.ts";

/** Long enough to be read out. After that the page does not hold the text a second time. */
const FORGET_AFTER_MS = 10_000;

/** A screen reader announces only what changes in a live region after it has noticed the region. */
const READY_AFTER_MS = 150;

const spoken = createStore("");
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Makes screen readers say this once. */
export function announce(text: string): void {
  spoken.set(text);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => spoken.set(""), FORGET_AFTER_MS);
}

/** The page's only live region for conversations. Messages that were live themselves would be read piece by piece. */
export function Announcer() {
  const text = useStore(spoken, (said) => said);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => {
      clearTimeout(timer);
      spoken.set("");
    };
  }, []);
  return (
    <output aria-live="polite" className="sr-only print:hidden">
      {isReady && text}
    </output>
  );
}
