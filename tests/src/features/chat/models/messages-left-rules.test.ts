import { describe, expect, it } from "vitest";
import {
  askAllNote,
  messagesLeftNote,
  parseLeft,
} from "#features/chat/models/messages-left-rules.ts";

const UNTIL = Date.parse("2026-11-21T14:05:00Z");
const NOW = Date.parse("2026-11-21T14:00:00Z");
const left = (count: number, until = UNTIL) => ({ count, until: new Date(until).toISOString() });

describe("messagesLeftNote", () => {
  it("says how many messages are left, and until when by the reader's clock [composer.messages-left]", () => {
    expect(messagesLeftNote(left(2), NOW, "UTC")).toBe("2 messages left until 14:05");
    expect(messagesLeftNote(left(1), NOW, "UTC")).toBe("1 message left until 14:05");
    expect(messagesLeftNote(left(0), NOW, "UTC")).toBe("No messages left until 14:05");
    expect(messagesLeftNote(left(2), NOW, "America/New_York")).toBe("2 messages left until 09:05");
  });

  it("says nothing when no limit is nearly used up", () => {
    expect(messagesLeftNote(null, 0, "UTC")).toBeNull();
  });

  it("is gone when its time has passed", () => {
    expect(messagesLeftNote(left(2), UNTIL - 1, "UTC")).not.toBeNull();
    expect(messagesLeftNote(left(2), UNTIL, "UTC")).toBeNull();
    expect(messagesLeftNote({ count: 2, until: "soon" }, 0, "UTC")).toBeNull();
  });

  it("names a minute at which the time has passed", () => {
    expect(messagesLeftNote(left(2, UNTIL + 1), NOW, "UTC")).toBe("2 messages left until 14:06");
  });

  it("names the day of a time that is not today, by the reader's days [composer.messages-left]", () => {
    const until = Date.parse("2026-11-21T09:35:00Z");
    const note = (now: string, timeZone = "UTC") =>
      messagesLeftNote(left(0, until), Date.parse(now), timeZone);
    expect(note("2026-11-21T00:00:00Z")).toBe("No messages left until 09:35");
    expect(note("2026-11-20T23:59:59Z")).toBe("No messages left until tomorrow, 09:35");
    expect(note("2026-11-20T09:38:00Z")).toBe("No messages left until tomorrow, 09:35");
    expect(note("2026-11-20T00:00:00Z")).toBe("No messages left until tomorrow, 09:35");
    expect(note("2026-11-19T23:59:59Z")).toBe("No messages left until Nov 21, 09:35");
    expect(note("2026-11-20T23:59:59Z", "Europe/Berlin")).toBe("No messages left until 10:35");
    expect(note("2026-11-20T23:59:59Z", "America/New_York")).toBe(
      "No messages left until tomorrow, 04:35",
    );
  });

  it("calls the day after tomorrow by its date and tomorrow so, whatever the length of the days", () => {
    // On 29 March 2026 the day has 23 hours in Berlin, on 25 October it has 25.
    const note = (now: string, until: string) =>
      messagesLeftNote(left(2, Date.parse(until)), Date.parse(now), "Europe/Berlin");
    expect(note("2026-03-28T22:59:00Z", "2026-03-29T21:59:00Z")).toBe(
      "2 messages left until tomorrow, 23:59",
    );
    expect(note("2026-03-28T22:59:00Z", "2026-03-29T22:00:00Z")).toBe(
      "2 messages left until Mar 30, 00:00",
    );
    expect(note("2026-10-24T22:00:00Z", "2026-10-25T22:59:00Z")).toBe(
      "2 messages left until 23:59",
    );
    expect(note("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z")).toBe(
      "2 messages left until tomorrow, 00:00",
    );
  });

  it("says that midnight is tomorrow's, also where a time is rounded up to it", () => {
    const until = Date.parse("2026-11-21T23:59:30Z");
    expect(messagesLeftNote(left(1, until), NOW, "UTC")).toBe(
      "1 message left until tomorrow, 00:00",
    );
  });
});

describe("asking all four models", () => {
  const until = "2026-11-21T14:05:00Z";
  const now = Date.parse("2026-11-21T14:04:00Z");
  const note = (count: number, at = now) => askAllNote({ count, until }, at, "UTC");

  it("takes four messages, and says so when fewer are left [answers.all-left]", () => {
    expect(note(4)).toBeNull();
    expect(note(3)).toBe("Asking all four takes four messages. 3 messages left until 14:05.");
    expect(note(0)).toBe("Asking all four takes four messages. No messages left until 14:05.");
    expect(note(0, now - 86_400_000)).toBe(
      "Asking all four takes four messages. No messages left until tomorrow, 14:05.",
    );
  });

  it("is not held back when nothing is known, or when the time of the limit has passed", () => {
    expect(askAllNote(null, now)).toBeNull();
    expect(note(0, Date.parse(until))).toBeNull();
  });
});

it("what the server said of a person's limits is read again as it was written, and nothing else is", () => {
  const until = "2026-11-22T14:05:00+00:00";
  for (const near of [null, { count: 2, until }]) {
    const left = { count: 3, until, near };
    expect(parseLeft(JSON.parse(JSON.stringify(left)))).toStrictEqual(left);
  }
  for (const other of [undefined, null, 7, "x", [], {}, { count: "2", until }]) {
    expect(parseLeft(other)).toBeNull();
  }
});
