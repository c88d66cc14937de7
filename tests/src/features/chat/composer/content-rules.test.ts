import { describe, expect, it } from "vitest";
import { startChatRequest } from "#contract";
import { contentToSend, lengthNote, refusalAhead } from "#features/chat/composer/content-rules.ts";

describe("the content that is sent is trimmed, and null when empty or too long:", () => {
  it.each([
    ["", null],
    [" \n\t ", null],
    ["  hello \n", "hello"],
    ["one\n two", "one\n two"],
    ["a".repeat(32_000), "a".repeat(32_000)],
    [`  ${"a".repeat(32_000)}\n`, "a".repeat(32_000)],
    ["a".repeat(32_001), null],
  ])("%j [composer.trims]", (typed, content) => {
    expect(contentToSend(typed)).toBe(content);
    // The server stores exactly this, and refuses what is not sent.
    expect(startChatRequest.safeParse({ message: typed }).data?.message ?? null).toBe(content);
  });
});

describe("the length note of the composer", () => {
  it.each([
    [29_999, null],
    [30_000, { text: "30,000 of 32,000", over: false }],
    [32_000, { text: "32,000 of 32,000", over: false }],
    [32_001, { text: "32,001 of 32,000", over: true }],
  ])("at %d characters [composer.limit]", (length, note) => {
    expect(lengthNote(` ${"a".repeat(length)} `)).toStrictEqual(note);
  });
});

const NOW = Date.UTC(2026, 10, 21, 8);
const row = (
  membership_status: string,
  membership_ended_at: string | null = null,
  membership_started_at: string | null = null,
) => ({
  membership_status,
  membership_started_at,
  membership_ended_at,
});

it.each([
  ["active", row("active"), false],
  ["active until later", row("active", "2026-11-21T08:00:00.000001+00:00"), false],
  ["active until now", row("active", "2026-11-21 08:00:00+00"), true],
  ["active from later", row("active", null, "2026-11-22T08:00:00+00:00"), true],
  ["trial", row("trial"), true],
  ["expired", row("expired"), true],
  ["cancelled, although paid until later", row("cancelled", "2027-01-01T00:00:00Z"), true],
  ["something new", row("paused"), true],
  ["no row", null, true],
  ["not known yet", undefined, false],
])(
  "a membership that is %s says ahead whether messages will be refused",
  (_, membership, isRefused) => {
    expect(refusalAhead(membership, NOW) !== null).toBe(isRefused);
  },
);

it("the text tells a missing membership from one that has not started", () => {
  const missing = "Chatting needs a membership. Your question is kept.";
  expect(refusalAhead(null, NOW)).toBe(missing);
  expect(refusalAhead(row("expired"), NOW)).toBe(missing);
  expect(refusalAhead(row("active", null, "2027-01-01T00:00:00Z"), NOW)).toContain(
    "not started yet",
  );
});
