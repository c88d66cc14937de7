import { describe, expect, it } from "vitest";
import { linesOf } from "#features/chat/conversation/answer-in-progress.tsx";
import { isFromPerson } from "#features/chat/conversation/text-rules.ts";

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

describe("splitting an answer into lines", () => {
  it.each(["", "one", "one\n", "one\n\ntwo", "\n\n", "a\r\nb\u2028c\n", "x".repeat(5)])(
    "loses nothing of %j",
    (text) => {
      expect(
        linesOf(text)
          .map(({ line }) => line)
          .join(""),
      ).toBe(text);
    },
  );

  it("gives a line the same start when the text grows", () => {
    expect(linesOf("one\ntwo")).toStrictEqual([
      { at: 0, line: "one\n" },
      { at: 4, line: "two" },
    ]);
    expect(linesOf("one\ntwo more\n\nthree").map(({ at }) => at)).toStrictEqual([0, 4, 13, 14]);
  });
});
