import { describe, expect, it } from "vitest";
import { hasRightToLeft, isFromPerson } from "#features/chat/text/text-rules.ts";

describe("a message is from the person when it is inbound:", () => {
  it.each([
    ["inbound", true],
    ["outbound", false],
    ["sideways", false],
    ["", false],
  ])("direction %j [conversation.who]", (direction, person) => {
    expect(isFromPerson({ direction })).toBe(person);
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
