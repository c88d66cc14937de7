import { describe, expect, test } from "vitest";
import { longDate } from "#features/account/date-rules.ts";

describe("longDate", () => {
  test.each([
    ["2026-11-21 08:04:19+00", "November 21, 2026"],
    ["2026-01-01T00:00:00+00:00", "January 1, 2026"],
    ["2025-12-31T23:59:59.999999Z", "December 31, 2025"],
    ["2026-01-01 00:30:00+02", "December 31, 2025"],
    ["2028-02-29 12:00:00+00", "February 29, 2028"],
  ])("%s is %s, the day in UTC [membership.dates]", (timestamp, text) => {
    expect(longDate(timestamp)).toBe(text);
  });

  test.each([null, undefined, "", "infinity", "-infinity"])(
    "%j is not set [membership.dates]",
    (timestamp) => {
      expect(longDate(timestamp)).toBe("Not set");
    },
  );
});
