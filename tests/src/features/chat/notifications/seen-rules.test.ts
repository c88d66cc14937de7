import { expect, test } from "vitest";
import {
  isUnseen,
  NOTHING_SEEN,
  parseSeen,
  withFirstList,
  withSeen,
} from "#features/chat/notifications/seen-rules.ts";

const chat = (id: string, last_answer_at: string | null) => ({ id, last_answer_at });
const NOON = "2026-11-22 12:00:00.000001+00";
const LATER = "2026-11-22T12:00:00.000002+00:00";

test("in a new browser nothing is unseen, and after the first list only what is newer", () => {
  expect(isUnseen(NOTHING_SEEN, chat("a", NOON))).toBe(false);
  const seen = withFirstList(NOTHING_SEEN, [chat("a", NOON), chat("b", null)]);
  expect(isUnseen(seen, chat("a", NOON))).toBe(false);
  expect(isUnseen(seen, chat("a", LATER))).toBe(true);
  expect(isUnseen(seen, chat("new", LATER))).toBe(true);
  expect(isUnseen(seen, chat("empty", null))).toBe(false);
  expect(withFirstList(seen, [chat("c", LATER)])).toBe(seen);
});

test("without any chat at first, every later answer is unseen until it was on the screen", () => {
  const seen = withFirstList(NOTHING_SEEN, []);
  expect(isUnseen(seen, chat("a", NOON))).toBe(true);
  expect(isUnseen(withSeen(seen, chat("a", NOON)), chat("a", NOON))).toBe(false);
});

test("a chat that was on the screen is unseen again with its next answer", () => {
  const seen = withSeen(withFirstList(NOTHING_SEEN, [chat("a", NOON)]), chat("a", LATER));
  expect(isUnseen(seen, chat("a", LATER))).toBe(false);
  expect(isUnseen(seen, chat("a", "2026-11-22T12:00:01+00:00"))).toBe(true);
  expect(withSeen(seen, chat("a", NOON))).toBe(seen);
  expect(withSeen(seen, chat("b", null))).toBe(seen);
});

test("of many chats the oldest are forgotten without being marked again", () => {
  const chats = Array.from({ length: 301 }, (_, at) =>
    chat(`${at}`, new Date(Date.parse("2026-11-22T12:00:00Z") + at * 1000).toISOString()),
  );
  const seen = chats.reduce(withSeen, withFirstList(NOTHING_SEEN, []));
  expect(Object.keys(seen.chats)).toHaveLength(300);
  expect(chats.filter((one) => isUnseen(seen, one))).toEqual([]);
});

test.each([[undefined], [null], ["x"], [{ chats: 1 }], [{ since: 1 }]])(
  "what is stored is read whatever it is: %j",
  (stored) => {
    expect(parseSeen(stored)).toEqual(NOTHING_SEEN);
  },
);

test("what is stored is read again, without the parts that do not fit", () => {
  const seen = withSeen(withFirstList(NOTHING_SEEN, [chat("a", NOON)]), chat("a", LATER));
  expect(parseSeen(JSON.parse(JSON.stringify(seen)))).toEqual(seen);
  expect(parseSeen({ since: "x", chats: { a: 1, b: "x" } })).toEqual({
    since: null,
    chats: { a: 1 },
  });
});
