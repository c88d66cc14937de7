import { expect, it } from "vitest";
import { directionOf, hasRightToLeft } from "#features/chat/text/direction-rules.ts";

it.each([
  ["Fine.", false],
  ["Fine. שלום", true],
  ["مرحبا", true],
  ["日本", false],
  ["", false],
])("whether %j holds text from right to left: %j", (text, expected) => {
  expect(hasRightToLeft(text)).toBe(expected);
});

it.each([
  ["1. Fine. שלום", "ltr"],
  ["\n\n(2) שלום, fine", "rtl"],
  ["123", "ltr"],
  ["", "ltr"],
])("the direction of a box with %j is %s", (text, expected) => {
  expect(directionOf(text)).toBe(expected);
});
