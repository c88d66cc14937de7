import { describe, expect, it } from "vitest";
import { askAllNote } from "#features/chat/composer/ask-all-rules.ts";

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
