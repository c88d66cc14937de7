import { describe, expect, it } from "vitest";
import { directionOf, hasRightToLeft } from "#features/chat/text/direction-rules.ts";

describe("the direction of a title", () => {
  it.each([
    ["A trip to حلب", "ltr"],
    ["حلب and Rome", "rtl"],
    ["3 × «ספר»", "rtl"],
    ["123", "ltr"],
    ["", "ltr"],
    ["旅行", "ltr"],
  ])("of %j is %s", (title, direction) => {
    expect(directionOf(title)).toBe(direction);
  });
});

it.each([
  ["Fine.", false],
  ["Fine. שלום", true],
  ["مرحبا", true],
  ["日本", false],
  ["", false],
])("whether %j holds text from right to left: %j", (text, expected) => {
  expect(hasRightToLeft(text)).toBe(expected);
});
