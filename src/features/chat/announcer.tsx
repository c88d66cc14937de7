import { useEffect, useState } from "react";

/** Long enough to be read out; then the page does not hold the text twice. */
const FORGET_AFTER_MS = 10_000;

let say: ((text: string) => void) | undefined;

/** Has a screen reader say this once. */
export function announce(text: string): void {
  say?.(text);
}

/** The page's one live region for conversations; the transcript itself is not live (DESIGN 7). */
export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    say = (spoken) => {
      setText(spoken);
      clearTimeout(timer);
      timer = setTimeout(() => setText(""), FORGET_AFTER_MS);
    };
    return () => {
      say = undefined;
      clearTimeout(timer);
    };
  }, []);
  return (
    <output aria-live="polite" className="sr-only print:hidden">
      {text}
    </output>
  );
}
