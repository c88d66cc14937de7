import { describe, expect, it } from "vitest";
import { itemAfter } from "#features/chat/chat-list/menu-rules.ts";

describe("where a key leads in a menu of three", () => {
  it.each([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 1, 2],
    ["ArrowDown", 2, 0],
    ["ArrowDown", -1, 0],
    ["ArrowUp", 2, 1],
    ["ArrowUp", 1, 0],
    ["ArrowUp", 0, 2],
    ["ArrowUp", -1, 2],
    ["Home", 2, 0],
    ["End", 0, 2],
    ["Enter", 0, null],
    ["Tab", 0, null],
    ["Escape", 0, null],
    ["ArrowRight", 0, null],
  ])("%s from %d", (key, from, to) => {
    expect(itemAfter(key, from, 3)).toBe(to);
  });
});
