import { instant } from "#lib/timestamp.ts";

const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * A date in long US format, `November 21, 2026`, or "Not set" when there is none. The day is the one in UTC: the day
 * the payment platform wrote, the same for the member, for support and on the bill.
 */
export function longDate(timestamp: string | null | undefined): string {
  const microseconds = instant(timestamp);
  return Number.isFinite(microseconds) ? LONG_US.format(microseconds / 1000) : "Not set";
}
