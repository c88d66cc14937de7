import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { dayNumber, dayText, groupByDay } from "#features/chat/chats/day-rules.ts";

const BERLIN = "Europe/Berlin";
const chat = (last_message_at: string | null) => ({ last_message_at });
const labels = (times: readonly (string | null)[], now: string, timeZone: string) =>
  [
    ...groupByDay(
      times.map(chat),
      dayNumber(Date.parse(now), offsetIn(timeZone)),
      offsetIn(timeZone),
    ),
  ].map(([label, chats]) => [label, chats.length]);

/** As `getTimezoneOffset` says it for somebody in that time zone. */
const offsetIn = (timeZone: string) => (at: number) => {
  const second = Math.floor(at / 1000) * 1000;
  const there = new Date(second).toLocaleString("sv-SE", { timeZone });
  return (second - Date.parse(`${there.replace(" ", "T")}Z`)) / 60_000;
};

test.each([
  ["the first moment of today", "2026-11-21T23:00:00Z", "Today"],
  ["the last moment of yesterday", "2026-11-21T22:59:59.999999Z", "Yesterday"],
  ["the first moment of yesterday", "2026-11-20T23:00:00Z", "Yesterday"],
  ["two days ago", "2026-11-20T22:59:59Z", "Previous 7 days"],
  ["seven days ago, its first moment", "2026-11-14T23:00:00Z", "Previous 7 days"],
  ["eight days ago", "2026-11-14T22:59:59Z", "Previous 30 days"],
  // 23 October is in summer time.
  ["thirty days ago, its first moment", "2026-10-22T22:00:00Z", "Previous 30 days"],
  ["31 days ago", "2026-10-22T21:59:59Z", "October 2026"],
  ["the first moment of that month", "2026-09-30T22:00:00Z", "October 2026"],
  ["the last moment of the month before", "2026-09-30T21:59:59Z", "September 2026"],
  ["a year ago", "2025-11-22T12:00:00Z", "November 2025"],
  ["a clock that is behind the server's", "2026-11-23T08:00:00Z", "Today"],
])("in Berlin at noon on 22 November 2026, %s is under its heading", (_, at, label) => {
  expect(labels([at], "2026-11-22T12:00:00+01:00", BERLIN)).toEqual([[label, 1]]);
});

test("a chat moves to the next heading at the reader's midnight, not at that of the server", () => {
  const at = "2026-11-22 12:00:00+00";
  expect(labels([at], "2026-11-22T22:59:59Z", BERLIN)).toEqual([["Today", 1]]);
  expect(labels([at], "2026-11-22T23:00:00Z", BERLIN)).toEqual([["Yesterday", 1]]);
});

test.each([
  ["Pacific/Kiritimati", "Today"],
  ["America/Los_Angeles", "Today"],
  ["Europe/Berlin", "Yesterday"],
  ["Asia/Kathmandu", "Yesterday"],
])("what was said 14 hours ago is, for somebody in %s, from %s", (timeZone, label) => {
  expect(labels(["2026-11-22T11:00:00Z"], "2026-11-23T01:00:00Z", timeZone)).toEqual([[label, 1]]);
});

test.each([
  ["of 25 hours in Berlin", BERLIN, "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"],
  ["of 23 hours in Berlin", BERLIN, "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"],
  ["of 25 hours in New York", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"],
  ["that begins at one in Cairo", "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24T20:59:59Z"],
])("a day %s is one day, between two others", (_, timeZone, first, last) => {
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  const day = dayNumber(begin, offsetIn(timeZone));
  expect([begin - 1, end, end + 1000].map((at) => dayNumber(at, offsetIn(timeZone)))).toEqual([
    day - 1,
    day,
    day + 1,
  ]);
});

test("a list is divided in its order, and a chat without messages belongs to today", () => {
  const times = [
    null,
    "2026-11-22T10:00:00Z",
    "2026-11-21T10:00:00Z",
    "2026-11-20T10:00:00Z",
    "2026-11-16T10:00:00Z",
    "2026-11-01T10:00:00Z",
    "2026-10-02T10:00:00Z",
    "2026-10-01T10:00:00Z",
    "2025-10-01T10:00:00Z",
  ];
  expect(labels(times, "2026-11-22T12:00:00Z", "UTC")).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Previous 7 days", 2],
    ["Previous 30 days", 1],
    ["October 2026", 2],
    ["October 2025", 1],
  ]);
  expect(labels([], "2026-11-22T12:00:00Z", "UTC")).toEqual([]);
});

test("a list with a heading for a month is divided without Intl, whose first use would hold up the first drawing", () => {
  const refuse = () => {
    throw new Error("Intl is used.");
  };
  vi.stubGlobal("Intl", new Proxy(Intl, { get: refuse }));
  vi.spyOn(Date.prototype, "toLocaleString").mockImplementation(refuse);
  vi.spyOn(Date.prototype, "toLocaleDateString").mockImplementation(refuse);
  onTestFinished(() => void vi.unstubAllGlobals().restoreAllMocks());
  const today = dayNumber(Date.parse("2026-11-22T12:00:00Z"));
  const groups = groupByDay([chat("2025-10-15T10:00:00Z")], today);
  expect([...groups.keys()]).toEqual(["October 2025"]);
});

describe("when a chat was last used, to tell it from one of the same name", () => {
  const today = dayNumber(Date.parse("2026-11-28T12:00:00Z"), () => 0);
  const inVienna = () => -60;
  it.each([
    ["today", "2026-11-28T08:05:00Z", "Nov 28, 09:05"],
    ["yesterday", "2026-11-27T08:00:00Z", "Nov 27"],
    ["a day of this year", "2026-01-02T08:00:00Z", "Jan 2"],
    ["the last minute of a day, which is the reader's next one", "2026-05-31T23:30:00Z", "Jun 1"],
    ["last year", "2025-12-30T08:00:00Z", "Dec 30, 2025"],
    ["the last hour of last year, which is the reader's new one", "2025-12-31T23:30:00Z", "Jan 1"],
  ])("is that of its newest message: %s [chats.same-name]", (_, at, text) => {
    const chat = { last_message_at: at, created_at: "2020-01-01T00:00:00Z" };
    expect(dayText(chat, today, inVienna)).toBe(text);
  });

  it("is the day on which it was made where it has no message", () => {
    const chat = { last_message_at: null, created_at: "2026-11-21T08:00:00Z" };
    expect(dayText(chat, today, inVienna)).toBe("Nov 21");
  });
});
