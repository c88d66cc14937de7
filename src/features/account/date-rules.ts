import { instant } from "./instant-rules.ts";

const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * A date in long US format, `November 21, 2026`, or 'Not set' (SPEC 2). The day is the one in UTC:
 * it is the day the payment platform wrote, the same for the member, for support and on the bill,
 * wherever it is read.
 */
export function longDate(timestamp: string | null | undefined): string {
  const time = instant(timestamp);
  return time === undefined ? "Not set" : LONG_US.format(time);
}
