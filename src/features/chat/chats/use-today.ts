import { useSyncExternalStore } from "react";
import { onComingBack } from "#lib/listen.ts";
import { dayNumber } from "./day-rules.ts";

/** So soon after midnight a day is a new one. */
const READ_MS = 10_000;

/** Reads the date every few seconds, and when the person comes back to the page. */
function subscribe(onTime: () => void): () => void {
  const timer = setInterval(onTime, READ_MS);
  const unsubscribe = onComingBack(onTime);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** Text, so that nothing is rendered while it stays the same. */
function snapshot(): string {
  const now = Date.now();
  return `${dayNumber(now)} ${new Date(now).getTimezoneOffset()}`;
}

/** The reader's day, as `dayNumber` counts them. It is followed, and so is the reader's time zone. */
export function useToday(): number {
  return Number.parseInt(useSyncExternalStore(subscribe, snapshot), 10);
}
