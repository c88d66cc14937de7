import { useSyncExternalStore } from "react";
import { onComingBack } from "#lib/listen.ts";
import { dayIn } from "./day-rules.ts";

const MINUTE_MS = 60_000;

/** Reads the date at every full minute, since every zone's midnight is one, and when the person comes back to the page. */
function subscribe(onTime: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        onTime();
        wait();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  wait();
  const unsubscribe = onComingBack(onTime);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Text, so that nothing is rendered while it stays the same. */
function snapshot(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `${dayIn(timeZone, Date.now())} ${timeZone}`;
}

/** The reader's day, as `dayIn` counts them, and their time zone. Both are followed. */
export function useToday(): { today: number; timeZone: string } {
  const [today = "", timeZone = ""] = useSyncExternalStore(subscribe, snapshot).split(" ");
  return { today: Number(today), timeZone };
}
