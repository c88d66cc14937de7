import { describe, expect, it } from "vitest";
import { startChatRequest } from "#contract";
import { contentToSend, lengthNote } from "#features/chat/composer/content-rules.ts";

describe("the content that is sent is trimmed, and null when empty or too long:", () => {
  it.each([
    ["", null],
    [" \n\t ", null],
    ["\u200B \u2060\uFEFF", null],
    ["\u200Bhi\u200B", "\u200Bhi\u200B"],
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

it("leaves out NUL, which nobody sees [composer.trims]", () => {
  expect(contentToSend("\0 a\0b ")).toBe("ab");
  expect(contentToSend("\0 \0")).toBe(null);
  expect(lengthNote("\0".repeat(40_000))).toBe(null);
});

describe("the length note of the composer", () => {
  it.each([
    [29_999, null],
    [30_000, { text: "30,000 of 32,000", over: false }],
    [32_000, { text: "32,000 of 32,000", over: false }],
    [32_001, { text: "32,001 of 32,000: too long", over: true }],
  ])("at %d characters [composer.limit]", (length, note) => {
    expect(lengthNote(` ${"a".repeat(length)} `)).toStrictEqual(note);
  });
});
