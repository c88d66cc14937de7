import { describe, expect, it } from "vitest";
import { type Message, startChatRequest } from "#contract";
import { byAge, mergeMessages } from "#features/chat/data/message-order-rules.ts";
import {
  isFromPerson,
  lengthNote,
  linesOf,
  textToSend,
} from "#features/chat/composer/message-rules.ts";
import { message } from "../../../../support/chat-rows.ts";

describe("the text that is sent (SPEC 5)", () => {
  it.each([
    ["", null],
    [" \n\t ", null],
    ["  hello \n", "hello"],
    ["one\n two", "one\n two"],
    ["a".repeat(32_000), "a".repeat(32_000)],
    [`  ${"a".repeat(32_000)}\n`, "a".repeat(32_000)],
    ["a".repeat(32_001), null],
  ])("%j [composer.trims]", (typed, text) => {
    expect(textToSend(typed)).toBe(text);
    // What is sent is what the server keeps, and what is not sent it would refuse.
    expect(startChatRequest.safeParse({ message: typed }).data?.message ?? null).toBe(text);
  });
});

describe("the counter", () => {
  it.each([
    [29_999, null],
    [30_000, { text: "30,000 of 32,000", over: false }],
    [32_000, { text: "32,000 of 32,000", over: false }],
    [32_001, { text: "32,001 of 32,000", over: true }],
  ])("at %d characters [composer.limit]", (length, note) => {
    expect(lengthNote(` ${"a".repeat(length)} `)).toStrictEqual(note);
  });
});

describe("who wrote a message (SPEC 2)", () => {
  it.each([
    ["inbound", true],
    ["outbound", false],
    ["sideways", false],
    ["", false],
  ])("direction %j [conversation.who]", (direction, person) => {
    expect(isFromPerson({ direction })).toBe(person);
  });
});

describe("the lines of a text that grows", () => {
  it.each(["", "one", "one\n", "one\n\ntwo", "\n\n", "a\r\nb\u2028c\n", "x".repeat(5)])(
    "%j is all in its lines",
    (text) => {
      expect(
        linesOf(text)
          .map(({ line }) => line)
          .join(""),
      ).toBe(text);
    },
  );

  it("stay the same when more is written", () => {
    expect(linesOf("one\ntwo")).toStrictEqual([
      { at: 0, line: "one\n" },
      { at: 4, line: "two" },
    ]);
    expect(linesOf("one\ntwo more\n\nthree").map(({ at }) => at)).toStrictEqual([0, 4, 13, 14]);
  });
});

describe("the order of messages", () => {
  it("goes by instant and not by spelling", () => {
    const first = message({ created_at: "2026-11-21T10:00:00.000001+02:00" });
    const second = message({ created_at: "2026-11-21 08:00:00.000002+00" });
    expect([second, first].sort(byAge)).toStrictEqual([first, second]);
  });

  it("goes by id at the same moment", () => {
    const [a, b] = [message({ id: "a" }), message({ id: "b" })];
    expect([b, a].sort(byAge)).toStrictEqual([a, b]);
  });

  it("holds each message once, in its newest version", () => {
    const old = message({ id: "a", answering_until: "2026-11-21T08:00:20Z" });
    const fresh: Message = { ...old, answering_until: null };
    const other = message({ id: "b", created_at: "2026-11-21T07:00:00Z" });
    expect(mergeMessages([old], [fresh, other])).toStrictEqual([other, fresh]);
  });
});
