const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** `…:19+00` or `…:19.5+00`: an offset without its minutes, which not every browser reads. */
const SHORT_OFFSET = /(:\d{2}(?:\.\d+)?[+-]\d{2})$/;

/**
 * Milliseconds since 1970 of a timestamp as the backend writes it, or undefined for anything else.
 * Table reads give `2026-11-21 08:04:19+00`, functions `2026-11-21T08:04:19+00:00`.
 */
export function instant(timestamp: string | null | undefined): number | undefined {
  if (timestamp == null) return undefined;
  const time = Date.parse(timestamp.replace(" ", "T").replace(SHORT_OFFSET, "$1:00"));
  return Number.isNaN(time) ? undefined : time;
}

/**
 * A date in long US format, `November 21, 2026`, or 'Not set' (SPEC 2). The day is the one in UTC:
 * it is the day the payment platform wrote, the same for the member, for support and on the bill,
 * wherever it is read.
 */
export function longDate(timestamp: string | null | undefined): string {
  const time = instant(timestamp);
  return time === undefined ? "Not set" : LONG_US.format(time);
}
