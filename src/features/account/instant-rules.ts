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
