import { useEffect, useState } from "react";
import type { MessagesLeft } from "#contract";

/** The time in milliseconds since 1970. It is taken again when that of a limit has passed. */
export function useLimitTime(left: MessagesLeft | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Date.parse(left.until) - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [left]);
  return now;
}
