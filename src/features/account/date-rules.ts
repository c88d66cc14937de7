import { instant } from "#lib/timestamp.ts";

/**
 * A date in long US format, `November 21, 2026`, or "Not set" when there is none.
 * @param timeZone The time zone whose day it is; the reader's when absent.
 */
export function longDate(timestamp: string | null | undefined, timeZone?: string): string {
  const microseconds = instant(timestamp);
  if (!Number.isFinite(microseconds)) return "Not set";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(
    microseconds / 1000,
  );
}

/** A day of a membership, in UTC: the day the payment platform wrote, the same for the member, support and the bill. */
export function membershipDate(timestamp: string | null | undefined): string {
  return longDate(timestamp, "UTC");
}
