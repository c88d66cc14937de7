import { describe, expect, it, test } from "vitest";
import { renameChatRequest } from "#contract";
import { isTooLong, sharedTitles, titleToSave } from "#features/chat/chats/title-rules.ts";

describe("the title that is sent", () => {
  it.each([
    ["", null],
    [" \n\t\u00A0 ", null],
    ["x", "x"],
    ["  A trip \n", "A trip"],
    ["\u200B \u2060", null],
    ["A\ttrip\r\n  to \u2028 Rome", "A trip to Rome"],
    ["x".repeat(200), "x".repeat(200)],
    [` ${"x".repeat(200)} \n`, "x".repeat(200)],
    [`${"x".repeat(100)}   ${"y".repeat(99)}`, `${"x".repeat(100)} ${"y".repeat(99)}`],
    ["x".repeat(201), null],
    ["😀".repeat(100), "😀".repeat(100)],
    [`${"😀".repeat(100)}x`, null],
  ])("%j", (typed, title) => {
    expect(titleToSave(typed, null)).toBe(title);
    expect(isTooLong(typed)).toBe(title === null && typed.length > 200);
    // What is sent is what the server keeps, and what is not sent it would refuse.
    const chatId = "00000000-0000-4000-8000-00000000c4a7";
    const kept = renameChatRequest.safeParse({ chatId, title: typed });
    expect(kept.data?.title ?? null).toBe(title);
  });

  it("has no NUL", () => {
    expect(titleToSave("A \0trip\0", null)).toBe("A trip");
    expect(titleToSave("\0", null)).toBe(null);
    expect(isTooLong("\0".repeat(201))).toBe(false);
  });

  it.each([
    ["A trip", "A trip", null],
    ["  A  trip ", "A trip", null],
    ["A trip", " A\ttrip", null],
    ["a trip", "A trip", "a trip"],
    ["", "A trip", null],
    ["A trip.", "A trip", "A trip."],
    ["", "", null],
  ])("%j in place of %j [chats.rename]", (typed, present, title) => {
    expect(titleToSave(typed, present)).toBe(title);
  });
});

test("chats share a title that several of them have; those without a title share none [chats.same-name]", () => {
  const titles = ["Rome", null, "Paris", "Rome", null, "Rome"];
  expect([...sharedTitles(titles.map((title) => ({ title })))]).toEqual(["Rome"]);
});
