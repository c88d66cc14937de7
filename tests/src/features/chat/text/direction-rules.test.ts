import { expect, it } from "vitest";
import { hasRightToLeft } from "#features/chat/text/direction-rules.ts";

it.each([
  ["Fine.", false],
  ["Fine. שלום", true],
  ["مرحبا", true],
  ["日本", false],
  ["", false],
])("whether %j holds text from right to left: %j", (text, expected) => {
  expect(hasRightToLeft(text)).toBe(expected);
});
