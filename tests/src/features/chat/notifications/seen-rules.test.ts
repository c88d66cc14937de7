import { expect, test } from "vitest";
import { seeChatRequest } from "#contract";
import { isoMoment, isUnseen } from "#features/chat/notifications/seen-rules.ts";

const NOON = "2026-11-22 12:00:00.000001+00";
const LATER = "2026-11-22T12:00:00.000002+00:00";
const chat = (last_answer_at: string | null, seen_at: string | null) => ({
  id: "a",
  last_answer_at,
  seen_at,
});

test.each([
  ["the newest reply is newer than what was seen on any device", chat(LATER, NOON), true],
  ["the newest reply was seen", chat(NOON, NOON), false],
  ["there is no reply yet", chat(null, null), false],
  ["the chat is of before this was kept", chat(NOON, null), false],
])("whether a chat has a new reply: %s", (_, one, expected) => {
  expect(isUnseen(new Map(), one)).toBe(expected);
});

test("what was on the screen here is seen before the server says so, up to the next reply", () => {
  expect(isUnseen(new Map([["a", LATER]]), chat(LATER, NOON))).toBe(false);
  expect(isUnseen(new Map([["a", NOON]]), chat(LATER, NOON))).toBe(true);
  expect(isUnseen(new Map([["b", LATER]]), chat(LATER, NOON))).toBe(true);
});

test.each([NOON, LATER])("the endpoint takes %s, as the database gave it", (at) => {
  const chatId = crypto.randomUUID();
  const { seen } = seeChatRequest.parse({ chatId, seen: isoMoment(at) });
  expect(isUnseen(new Map(), chat(at, seen))).toBe(false);
  expect(isUnseen(new Map(), chat(seen, at))).toBe(false);
});
