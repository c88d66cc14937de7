import { useEffect, useState } from "react";
import { createStore, useStore } from "#lib/store.ts";

/** Long enough to be read out. After that the page does not hold the text a second time. */
const FORGET_AFTER_MS = 10_000;

/** A screen reader announces only what changes in a live region after it has noticed the region. */
const READY_AFTER_MS = 150;

type Said = { readonly id: number; readonly text: string };

const spoken = createStore<readonly Said[]>([]);
let count = 0;

/** Makes screen readers say this once. It takes the place of nothing: replies may end within a tenth of a second. */
export function announce(text: string): void {
  count += 1;
  const said = { id: count, text };
  spoken.set([...spoken.get(), said]);
  setTimeout(() => spoken.set(spoken.get().filter((it) => it !== said)), FORGET_AFTER_MS);
}

/** The page's only live region for conversations. Messages that were live themselves would be read piece by piece. */
export function Announcer() {
  const all = useStore(spoken, (said) => said);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => {
      clearTimeout(timer);
      spoken.set([]);
    };
  }, []);
  return (
    <output aria-live="polite" aria-atomic="false" className="sr-only print:hidden">
      {isReady && all.map(({ id, text }) => <span key={id}>{text}</span>)}
    </output>
  );
}
