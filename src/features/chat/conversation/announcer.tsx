import { useEffect, useState } from "react";

/** Long enough to be read out; then the page does not hold the text twice. */
const FORGET_AFTER_MS = 10_000;

/** A live region is heard only when it changes after it was there. */
const READY_AFTER_MS = 150;

let say: ((text: string) => void) | undefined;
let waiting: string | undefined;

/** Has a screen reader say this once. */
export function announce(text: string): void {
  if (say === undefined) waiting = text;
  else say(text);
}

/** The page's one live region for conversations; the transcript itself is not live (DESIGN 7). */
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
