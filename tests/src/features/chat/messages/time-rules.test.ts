import { expect, it } from "vitest";
import { dayBetween, messageTime } from "#features/chat/messages/time-rules.ts";

/** A moment of the reader's own day. */
const local = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).toISOString();
const now = new Date(2026, 10, 28, 14, 30).getTime();

it.each([
  ["today", local(2026, 10, 28, 9, 5), "09:05"],
  ["a minute after midnight", local(2026, 10, 28, 0, 1), "00:01"],
  ["yesterday", local(2026, 10, 27, 23, 59), "November 27, 23:59"],
  ["on this day of another year", local(2025, 10, 28, 14, 30), "November 28, 2025, 14:30"],
])("a message of %s shows its time by the reader's clock [conversation.time]", (_, at, shown) => {
  expect(messageTime(at, now)).toBe(shown);
});

it.each([
  ["one day", local(2026, 10, 28, 0, 0), local(2026, 10, 28, 23, 59), null],
  [
    "both sides of midnight",
    local(2026, 10, 27, 23, 59),
    local(2026, 10, 28, 0, 0),
    "Saturday, November 28",
  ],
  ["two years", local(2024, 1, 29, 8, 0), local(2025, 1, 28, 8, 0), "Friday, February 28, 2025"],
  ["one that is not stored", local(2026, 10, 27, 8, 0), null, null],
])("between messages of %s the day is said or not [conversation.days]", (_, before, after, day) => {
  expect(dayBetween(before, after, now)).toBe(day);
});
