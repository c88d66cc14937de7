import { describe, expect, test } from "vitest";
import { longDate } from "#features/account/date-rules.ts";
import { instant } from "#features/account/instant-rules.ts";

describe("instant", () => {
  const time = Date.UTC(2026, 10, 21, 8, 4, 19);

  test.each([
    ["2026-11-21 08:04:19+00", time],
    ["2026-11-21T08:04:19+00:00", time],
    ["2026-11-21T08:04:19Z", time],
    ["2026-11-21 08:04:19.5+00", time + 500],
    ["2026-11-21 08:04:19.123456+00", time + 123],
    ["2026-11-21 13:34:19+05:30", time],
    ["2026-11-21 03:04:19-05", time],
    ["2026-11-21", Date.UTC(2026, 10, 21)],
  ])("%s", (timestamp, expected) => {
    expect(instant(timestamp)).toBe(expected);
  });

  test.each([null, undefined, "", "infinity", "-infinity", "soon", "2026-13-01 00:00:00+00"])(
    "%j is no instant",
    (timestamp) => {
      expect(instant(timestamp)).toBeUndefined();
    },
  );
});

describe("longDate (SPEC 2)", () => {
  test.each([
    ["2026-11-21 08:04:19+00", "November 21, 2026"],
    ["2026-01-01T00:00:00+00:00", "January 1, 2026"],
    ["2025-12-31T23:59:59.999999Z", "December 31, 2025"],
    ["2026-01-01 00:30:00+02", "December 31, 2025"],
    ["2028-02-29 12:00:00+00", "February 29, 2028"],
  ])("%s is %s, the day in UTC", (timestamp, text) => {
    expect(longDate(timestamp)).toBe(text);
  });

  test.each([null, undefined, "", "infinity"])("%j is not set", (timestamp) => {
    expect(longDate(timestamp)).toBe("Not set");
  });
});
