const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d(?::?\d\d)?)$/;

/**
 * A database time in microseconds since 1970; NaN when it is not one. The same moment is written in two ways
 * (`2026-11-21 08:04:19+00` and `2026-11-21T08:04:19+00:00`), and a chat's messages may be one microsecond apart.
 */
export function instant(timestamp: string): number {
  const parts = TIMESTAMP.exec(timestamp);
  if (parts === null) return Number.NaN;
  const [, date = "", time = "", fraction = "", zone = ""] = parts;
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = "00") => {
    return `${hours}:${minutes}`;
  });
  return Date.parse(`${date}T${time}${offset}`) * 1000 + Number(fraction.padEnd(6, "0"));
}
