import { useCallback, useSyncExternalStore } from "react";
import type { MessagesLeft } from "#contract";
import { serverTime } from "#lib/session.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * The server's time in milliseconds since 1970, for a text about a limit: by the minute, since every zone's midnight is one, and
 * the end of that limit when it has passed.
 */
export function useLimitTime(limit: Pick<MessagesLeft, "until"> | null | undefined): number {
  const end = Date.parse(limit?.until ?? "");
  const subscribe = useCallback(
    (onTime: () => void) => {
      const timer = serverTime() <= end ? setInterval(onTime, SECOND_MS) : undefined;
      return () => clearInterval(timer);
    },
    [end],
  );
  const read = () => {
    const now = serverTime();
    return now > end ? end : now - (now % MINUTE_MS);
  };
  return useSyncExternalStore(subscribe, read, read);
}
