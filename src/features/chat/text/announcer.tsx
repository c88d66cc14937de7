import { useEffect, useState } from "react";

/** Long enough to be read out. After that the page does not hold the text a second time. */
const FORGET_AFTER_MS = 10_000;

/** A screen reader announces only what changes in a live region after it has noticed the region. */
const READY_AFTER_MS = 150;

let say: ((text: string) => void) | undefined;
let waiting: string | undefined;

/** Makes screen readers say this once. */
export function announce(text: string): void {
  if (say === undefined) waiting = text;
  else say(text);
}

/** The page's only live region for conversations. Messages that were live themselves would be read piece by piece. */
export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    let forgetting: ReturnType<typeof setTimeout> | undefined;
    const ready = setTimeout(() => {
      say = (spoken) => {
        setText(spoken);
        clearTimeout(forgetting);
        forgetting = setTimeout(() => setText(""), FORGET_AFTER_MS);
      };
      if (waiting !== undefined) say(waiting);
      waiting = undefined;
    }, READY_AFTER_MS);
    return () => {
      clearTimeout(ready);
      clearTimeout(forgetting);
      say = undefined;
      waiting = undefined;
    };
  }, []);
  return (
    <output aria-live="polite" className="sr-only print:hidden">
      {text}
    </output>
  );
}
