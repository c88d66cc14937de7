import { limitEnd } from "./messages-left-rules.ts";

/** How long a limit refuses, as the server said it at `since`, in milliseconds since 1970. `until` is an ISO timestamp. */
export type LimitSpan = { readonly since: number; readonly until: string };

/** The span of a limit of which the server said at `now` for how many seconds it lasts. */
export function limitSpan(now: number, seconds: number): LimitSpan {
  return { since: now, until: new Date(now + seconds * 1000).toISOString() };
}

/** The server's text says how long to wait. So it is shown for no longer than this. */
const TOLD_FOR_MS = 60_000;

/**
 * Why a message was not taken, in words that stay true.
 * @param now Milliseconds since 1970.
 * @param timeZone The time zone whose time it is; the reader's when absent.
 */
export function limitReason(
  { reason, limit }: { readonly reason: string; readonly limit?: LimitSpan },
  now: number,
  timeZone?: string,
): string {
  if (limit === undefined) return reason;
  const end = limitEnd(limit.until, now, timeZone);
  if (end === null) return "You can try again now.";
  return now - limit.since < TOLD_FOR_MS ? reason : `You can try again from ${end}.`;
}
