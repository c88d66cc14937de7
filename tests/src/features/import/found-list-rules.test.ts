import { describe, expect, it } from "vitest";
import {
  shortDay,
  isChosenAtFirst,
  isHere,
  type ListedRow,
  listedRows,
  marksOf,
  matchingRows,
  titleOfRow,
} from "#features/import/found-list-rules.ts";
import { leftOutWords } from "#features/import/left-out-rules.ts";
import { listedRow as listed } from "../../../support/found-rows.ts";

describe("the list of chats that were found", () => {
  it("has the newest first, those without a time last, and each branch after its chat [import.page-list]", () => {
    const rows = listedRows(
      [
        listed({ row: 0, createdAt: null }),
        listed({ row: 1, createdAt: "2026-01-01T00:00:00Z" }),
        listed({ row: 2, createdAt: "2026-03-01T00:00:00Z" }),
        listed({ row: 3, createdAt: "2026-03-01T00:00:00Z", isBranch: true }),
        listed({ row: 4, createdAt: "2026-02-01T00:00:00.5Z" }),
      ],
      new Map([[4, { here: 2, isDeleted: false }]]),
    );
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4, 1, 0]);
    expect(rows.map(({ here }) => here)).toEqual([0, 0, 2, 0, 0]);
  });

  it.each<[string, Partial<ListedRow>, boolean, boolean, string[]]>([
    ["that is new", {}, true, false, []],
    ["that is here", { here: 20 }, false, true, ["already here"]],
    ["of which a message is missing", { here: 19 }, true, false, ["here, 1 new"]],
    ["that has grown by many", { here: 1, messages: 2_001 }, true, false, ["here, 2,000 new"]],
    ["that was deleted", { isDeleted: true }, false, false, ["deleted here"]],
    ["that is another path", { isBranch: true }, false, false, ["another path"]],
    [
      "that is another path, once imported, and has grown",
      { isBranch: true, here: 12 },
      true,
      false,
      ["another path", "here, 8 new"],
    ],
  ])(
    "marks a chat %s, and chooses it or not [import.page-list] [import.page-chosen]",
    (_, row, chosen, here, marks) => {
      expect(isChosenAtFirst(listed(row))).toBe(chosen);
      expect(isHere(listed(row))).toBe(here);
      expect(marksOf(listed(row))).toEqual(marks);
    },
  );

  it.each([
    ["", 3],
    ["  ", 3],
    ["rome", 1],
    ["ROME where", 1],
    ["rome paris", 0],
    ["new conv", 1],
  ])("searched for %j has %i chats [import.page-list]", (query, count) => {
    const titles = ["Where is Rome?", "Paris", null];
    const rows = titles.map((title, row) => listed({ row, title }));
    expect(matchingRows(rows, query)).toHaveLength(count);
  });

  it("shows the month in letters, and a name for a chat without a title [import.page-list]", () => {
    expect(shortDay("2026-03-14T12:00:00Z")).toBe("Mar 14, 2026");
    expect(shortDay(null)).toBeNull();
    expect([null, " \n", " Rome "].map((title) => titleOfRow({ title }))).toEqual([
      "New conversation",
      "New conversation",
      "Rome",
    ]);
  });

  it.each([
    [{}, ""],
    [{ picture: 0 }, ""],
    [{ "voice message": 1, picture: 3 }, "3 pictures, the sound of 1 voice message"],
    [
      { thought: 1, "tool step": 2, file: 1_000, video: 1, "unknown part": 2 },
      "1 video, 1,000 files, 1 thought, 2 tool steps, 2 unknown parts",
    ],
    [{ "end of a reply": 1 }, "the end of 1 reply"],
    [{ "end of a reply": 2 }, "the end of 2 replies"],
  ])("says of %j that it is left out: %j [import.page-list]", (leftOut, words) => {
    expect(leftOutWords(leftOut)).toBe(words);
  });
});
