import { describe, expect, test } from "vitest";
import { instant } from "#lib/timestamp.ts";

const MOMENT = Date.UTC(2026, 10, 21, 8, 4, 19) * 1000;

describe("the moment of a database timestamp", () => {
  test.each([
    "2026-11-21 08:04:19+00",
    "2026-11-21T08:04:19+00:00",
    "2026-11-21T08:04:19Z",
    "2026-11-21 10:04:19+02",
    "2026-11-21 13:34:19+05:30",
    "2026-11-21T03:34:19-0430",
    "2026-11-21 08:04:19.000000+00",
  ])("is the same for %s as for the other spellings", (timestamp) => {
    expect(instant(timestamp)).toBe(MOMENT);
  });

  test.each([
    ["2026-11-21T08:04:19.5Z", 500_000],
    ["2026-11-21 08:04:19.123456+00", 123_456],
    ["2026-11-21 08:04:19.000001+00", 1],
    ["2026-11-21T08:04:19.0000019Z", 1],
  ])("keeps the microseconds of %s", (timestamp, microseconds) => {
    expect(instant(timestamp) - MOMENT).toBe(microseconds);
  });

  test.each([null, undefined, "", "infinity", "soon", "2026-11-21", "2026-13-01 00:00:00+00"])(
    "is not a number for %j",
    (text) => {
      expect(instant(text)).toBeNaN();
    },
  );
});
