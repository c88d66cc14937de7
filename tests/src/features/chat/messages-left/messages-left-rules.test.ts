import { describe, expect, it } from "vitest";
import { messagesLeftNote } from "#features/chat/messages-left/messages-left-rules.ts";

const UNTIL = Date.parse("2026-11-21T14:05:00Z");
const left = (count: number, until = UNTIL) => ({ count, until: new Date(until).toISOString() });

describe("messagesLeftNote", () => {
  it("says how many messages are left, and until when by the reader's clock [composer.messages-left]", () => {
    expect(messagesLeftNote(left(2), 0, "UTC")).toBe("2 messages left until 14:05");
    expect(messagesLeftNote(left(1), 0, "UTC")).toBe("1 message left until 14:05");
    expect(messagesLeftNote(left(0), 0, "UTC")).toBe("No messages left until 14:05");
    expect(messagesLeftNote(left(2), 0, "America/New_York")).toBe("2 messages left until 09:05");
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
    expect(messagesLeftNote(left(2, UNTIL + 1), 0, "UTC")).toBe("2 messages left until 14:06");
  });
});
