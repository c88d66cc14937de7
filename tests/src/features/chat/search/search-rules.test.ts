import { describe, expect, it } from "vitest";
import {
  dayOf,
  groupedResults,
  latestChats,
  matchingCommands,
  nextChosen,
  placeAmong,
  searchView,
} from "#features/chat/search/search-rules.ts";
import { chat } from "../../../../support/chat-rows.ts";

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

describe("the results", () => {
  const found = (...chats: string[]) =>
    chats.map((name, index) => ({
      chatId: name.replace("title of ", ""),
      title: name,
      messageId: name.startsWith("title of ") ? null : `${index}`,
      role: "user" as const,
      createdAt: "2026-11-24T00:00:00Z",
      excerpt: [],
    }));
  const shown = (chats: string[], ...unfolded: string[]) =>
    groupedResults(found(...chats), new Set(unfolded)).map((entry) =>
      entry.kind === "result" ? entry.result.messageId : entry.kind === "more" && entry.count,
    );

  it.each([
    ["none", [], [], []],
    ["of two chats by turns", ["a", "b", "a"], [], ["0", "2", "1"]],
    ["a title and a message", ["a", "title of a"], [], [null, "0"]],
    ["four of a chat", ["a", "a", "a", "a"], [], ["0", "1", "2", "3"]],
    ["five of a chat", ["a", "a", "a", "a", "a", "b"], [], ["0", "1", "2", 2, "5"]],
    ["five of an unfolded chat", ["a", "a", "a", "a", "a"], ["a"], ["0", "1", "2", "3", "4"]],
  ])("%s stand by chats [search.grouped]", (_, chats, unfolded, expected) => {
    expect(shown(chats, ...unfolded)).toStrictEqual(expected);
  });

  it("keep the chosen one chosen when more of an earlier chat comes, also one that is folded by then [search.keyboard]", () => {
    const before = groupedResults(found("a", "a", "b", "b"), new Set());
    const after = groupedResults(found("a", "a", "b", "b", "a", "a", "a"), new Set());
    const places = before.map((entry, place) => placeAmong({ entry, place }, after));
    expect(places).toStrictEqual([0, 1, 4, 5]);
    const folded = groupedResults(found("c", "a", "a", "a", "a", "a"), new Set());
    const [, , , , fourth] = groupedResults(found("c", "a", "a", "a", "a"), new Set());
    expect(fourth && placeAmong({ entry: fourth, place: 4 }, folded)).toBe(4);
    expect(folded[4]?.kind).toBe("more");
    expect(fourth && placeAmong({ entry: fourth, place: 4 }, folded.slice(0, 2))).toBe(1);
  });

  it("are the eight latest chats before anything is typed [search.latest]", () => {
    const chats = Array.from({ length: 9 }, (_, index) => chat({ id: `${index}`, title: null }));
    const ids = latestChats(chats).map((it) => it.kind === "result" && it.result.chatId);
    expect(ids).toStrictEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });
});

describe("what the search shows", () => {
  const idle: Parameters<typeof searchView>[0] = {
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
