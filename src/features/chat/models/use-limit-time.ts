import { useCallback, useSyncExternalStore } from "react";
import type { MessagesLeft } from "#contract";

const MINUTE_MS = 60_000;

/**
 * The time in milliseconds since 1970, for a text about a limit: by the minute, since every zone's midnight is one, and
 * the end of that limit when it has passed.
 */
export function useLimitTime(limit: Pick<MessagesLeft, "until"> | null | undefined): number {
  const end = Date.parse(limit?.until ?? "");
  const subscribe = useCallback(
    (onTime: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        const now = Date.now();
        if (!(now <= end)) return;
        const next = Math.min(end + 1 - now, MINUTE_MS - (now % MINUTE_MS));
        timer = setTimeout(() => {
          onTime();
          wait();
        }, next);
      };
      wait();
      return () => clearTimeout(timer);
    },
    [end],
  );
  const read = () => {
    const now = Date.now();
    return now > end ? end : now - (now % MINUTE_MS);
  };
  return useSyncExternalStore(subscribe, read, read);
}
