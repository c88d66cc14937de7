import { describe, expect, it } from "vitest";
import {
  addressOf,
  dayOf,
  matchingCommands,
  nextChosen,
  type SearchState,
  searchView,
} from "#features/chat/search/search-rules.ts";

describe("the keys of the search", () => {
  it.each([
    ["ArrowDown", 0, 3, 1],
    ["ArrowDown", 2, 3, 2],
    ["ArrowUp", 2, 3, 1],
    ["ArrowUp", 0, 3, 0],
    ["PageDown", 0, 20, 5],
    ["PageDown", 17, 20, 19],
    ["PageUp", 17, 20, 12],
    ["PageUp", 3, 20, 0],
    ["Home", 2, 3, undefined],
    ["a", 0, 3, undefined],
    ["ArrowDown", 0, 0, undefined],
  ])("%s at result %i of %i chooses %s [search.keyboard]", (key, chosen, count, next) => {
    expect(nextChosen(key, chosen, count)).toBe(next);
  });
});

describe("what the search shows", () => {
  const idle: SearchState = {
    query: "fox",
    isOnline: true,
    isError: false,
    isPending: false,
    hasMore: false,
    count: 0,
  };

  it.each([
    ["nothing typed", { query: "" }, "empty"],
    ["nothing typed, with results of before", { query: "", count: 3 }, "empty"],
    ["a search on its way", { isPending: true }, "searching"],
    ["a page without results that is not the last", { hasMore: true }, "searching"],
    ["no result", {}, "nothing"],
    ["no result for a picture", { query: "🎉" }, "nothing"],
    ["no result for signs alone", { query: "% _" }, "wordless"],
    ["a failure", { isError: true }, "failed"],
    ["a failure without a network", { isError: true, isOnline: false }, "offline"],
    ["results", { count: 1 }, "results"],
    ["results while others are looked for", { count: 1, isPending: true }, "results"],
    ["results although more could not be read", { count: 1, isError: true }, "results"],
  ] as const)("for %s [search.states]", (_, change, view) => {
    expect(searchView({ ...idle, ...change })).toBe(view);
  });

  it("names the day by the reader's own time", () => {
    const now = new Date(2026, 10, 22, 0, 5);
    expect(dayOf(new Date(2026, 10, 22, 0, 1).toISOString(), now)).toBe("Today");
    expect(dayOf(new Date(2026, 10, 21, 23, 59).toISOString(), now)).toBe("Nov 21");
    expect(dayOf(new Date(2026, 0, 1, 0, 0).toISOString(), now)).toBe("Jan 1");
    expect(dayOf(new Date(2025, 11, 31, 23, 59).toISOString(), now)).toBe("Dec 31, 2025");
  });

  it("leads to the message, or to the chat whose title was found", () => {
    expect(addressOf("/chats/c", "m")).toBe("/chats/c#m");
    expect(addressOf("/chats/c", null)).toBe("/chats/c");
  });
});

describe("the commands of the search", () => {
  const commands = ["New chat", "Next chat", "Copy the last reply"].map((name) => ({ name }));

  it.each([
    ["", ["New chat", "Next chat", "Copy the last reply"]],
    ["  ", ["New chat", "Next chat", "Copy the last reply"]],
    ["ne", ["New chat", "Next chat"]],
    ["CHAT", ["New chat", "Next chat"]],
    ["reply copy", ["Copy the last reply"]],
    ["new york", []],
    ["hat", []],
  ])("for '%s' are %j [search.commands]", (typed, names) => {
    expect(matchingCommands(commands, typed).map(({ name }) => name)).toEqual(names);
  });
});
