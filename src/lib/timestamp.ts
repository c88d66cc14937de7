/** `2026-11-21 08:04:19.5+00` from table reads, `2026-11-21T08:04:19.5+00:00` from functions. */
const TIMESTAMP = /^([\d-]{10})[T ]([\d:]{8})\.?(\d*)(Z|[+-]\d\d):?(\d\d)?$/;

/**
 * The moment of a database timestamp in microseconds since 1970: two messages of a chat may be one microsecond apart.
 * Returns NaN for anything else, also for PostgreSQL's "infinity".
 */
export function instant(timestamp: string | null | undefined): number {
  const [, date, time, fraction = "", zone, minutes = "00"] = TIMESTAMP.exec(timestamp ?? "") ?? [];
  if (zone === undefined) return NaN;
  const milliseconds = Date.parse(`${date}T${time}${zone === "Z" ? zone : `${zone}:${minutes}`}`);
  return milliseconds * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}
