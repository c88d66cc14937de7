import { describe, expect, it } from "vitest";
import { isFromPerson } from "#features/chat/data/message-author-rules.ts";

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
