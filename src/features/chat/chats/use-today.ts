import { useSyncExternalStore } from "react";
import { onComingBack } from "#lib/listen.ts";
import { dayNumber } from "./day-rules.ts";

const MINUTE_MS = 60_000;

/** Reads the date at every full minute, since every zone's midnight is one, and when the person comes back to the page. */
function subscribe(onTime: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    onTime();
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  tick();
  const unsubscribe = onComingBack(onTime);
  return () => {
    clearTimeout(timer);
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
