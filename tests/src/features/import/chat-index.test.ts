import { expect, it } from "vitest";
import { chatIndex } from "#features/import/chat-index.ts";
import { foundChat } from "../../../support/found-chats.ts";

it("a chat is a row with what the list shows, and without its texts [import.found]", () => {
  const index = chatIndex();
  const question = {
    key: "q",
    role: "user" as const,
    content: "Hi",
    createdAt: "2024-01-02T00:00:00Z",
  };
  const leftOut = { picture: 2 };
  const row = index.add(foundChat("a", [question, "r"], { leftOut }), { file: 0, nth: 0 });
  expect(row).toEqual({
    row: 0,
    source: "chatgpt",
    key: "a",
    title: "The chat a",
    createdAt: "2024-01-02T00:00:00Z",
    messages: 2,
    leftOut,
    isBranch: false,
    cut: 0,
    notes: [],
  });
  expect(index.keysOf(0)).toEqual(["q", "r"]);
});

it("a chat without messages is no row", () => {
  const index = chatIndex();
  expect(index.add(foundChat("a", []), { file: 0, nth: 0 })).toBeNull();
  expect(index.add(foundChat("b", ["q"]), { file: 0, nth: 1 })?.row).toBe(0);
  expect(index.rows()).toHaveLength(1);
});

it("chats of the same key are two rows where they come from different products", () => {
  const index = chatIndex();
  index.add(foundChat("a", ["q"]), { file: 0, nth: 0 });
  index.add(foundChat("a", ["q"], { source: "claude" }), { file: 0, nth: 1 });
  index.add(foundChat("__proto__", ["q"]), { file: 0, nth: 2 });
  expect(index.rows().map(({ key }) => key)).toEqual(["a", "a", "__proto__"]);
});

it("a chat in two files is one row, read from the file with more of it, in any order [import.found]", () => {
  for (const files of [
    [
      ["q", "r"],
      ["q", "r", "q2", "r2"],
    ],
    [
      ["q", "r", "q2", "r2"],
      ["q", "r"],
    ],
  ]) {
    const index = chatIndex();
    files.forEach((keys, file) => {
      index.add(foundChat("a", keys, { title: `of ${keys.length}` }), { file, nth: 5 });
    });
    const longer = files.findIndex(({ length }) => length === 4);
    expect(index.rows()).toHaveLength(1);
    expect(index.rows()[0]).toMatchObject({ title: "of 4", messages: 4 });
    expect(index.placesOf(0)).toMatchObject([{ file: longer, nth: 5 }]);
  }
});

it("a chat in two files, each with messages of its own, has those of both, the longer file's first [import.found]", () => {
  const index = chatIndex();
  index.add(foundChat("a", ["q", "r"], { notes: ["One."] }), { file: 0, nth: 0 });
  const other = foundChat("a", ["q", "q2", "r2"], { notes: ["One.", "Two."] });
  const row = index.add(other, { file: 1, nth: 7 });
  expect(row).toMatchObject({ row: 0, messages: 4, notes: ["One.", "Two."] });
  expect(index.keysOf(0)).toEqual(["q", "q2", "r2", "r"]);
  const places = index.placesOf(0);
  expect(places).toMatchObject([
    { file: 1, nth: 7 },
    { file: 0, nth: 0 },
  ]);
  expect(places.map(({ isNew }) => ["q", "r"].filter(isNew))).toEqual([["q", "r"], ["r"]]);
});

it("a path that one file shows and another only offers counts as shown", () => {
  for (const shown of [true, false]) {
    const index = chatIndex();
    index.add(foundChat("a", ["q", "r"], { isBranch: shown }), { file: 0, nth: 0 });
    const row = index.add(foundChat("a", ["q", "r"], { isBranch: !shown }), { file: 1, nth: 0 });
    expect(row?.isBranch).toBe(false);
  }
});

it("a chat says how many of its messages will be cut [import.found]", () => {
  const index = chatIndex();
  const messages = ["a".repeat(200_000), "a".repeat(200_001), "é".repeat(100_001)].map(
    (content, at) => ({ key: `q${at}`, role: "user" as const, content }),
  );
  expect(index.add(foundChat("a", messages), { file: 0, nth: 0 })?.cut).toBe(2);
});

it("a title of many pages is listed by its beginning", () => {
  const row = chatIndex().add(foundChat("a", ["q"], { title: "t".repeat(1_000_000) }), {
    file: 0,
    nth: 0,
  });
  expect(row?.title).toHaveLength(500);
});
