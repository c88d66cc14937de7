import { describe, expect, test } from "vitest";
import { longDate, membershipDate } from "#features/account/date-rules.ts";

describe("membershipDate", () => {
  test.each([
    ["2026-11-21 08:04:19+00", "November 21, 2026"],
    ["2026-01-01T00:00:00+00:00", "January 1, 2026"],
    ["2025-12-31T23:59:59.999999Z", "December 31, 2025"],
    ["2026-01-01 00:30:00+02", "December 31, 2025"],
    ["2028-02-29 12:00:00+00", "February 29, 2028"],
  ])("%s is %s, the day in UTC [membership.dates]", (timestamp, text) => {
    expect(membershipDate(timestamp)).toBe(text);
  });

  test.each([null, undefined, "", "infinity", "-infinity"])(
    "%j is not set [membership.dates]",
    (timestamp) => {
      expect(membershipDate(timestamp)).toBe("Not set");
    },
  );
});

describe("longDate", () => {
  test.each([
    ["America/Los_Angeles", "November 20, 2026"],
    ["UTC", "November 21, 2026"],
    ["Asia/Tokyo", "November 21, 2026"],
  ])("in %s it is %s when it is four in the morning in UTC", (timeZone, text) => {
    expect(longDate("2026-11-21 04:00:00+00", timeZone)).toBe(text);
  });
});
