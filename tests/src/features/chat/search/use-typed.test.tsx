import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { earlyKeys, useTyped } from "#features/chat/search/use-typed.ts";

it.each([
  ["500 characters", "x".repeat(500), "x".repeat(500)],
  ["one more", "x".repeat(501), "x".repeat(500)],
  ["a letter of two units that would be the last", `${"x".repeat(499)}👍`, "x".repeat(499)],
  ["a family that would be the last", `${"x".repeat(495)}👨‍👩‍👧`, "x".repeat(495)],
])(
  "a search begins with what was typed before its code had come: %s [search.opens]",
  (_, early, typed) => {
    earlyKeys.typed = early;
    const { result } = renderHook(() => useTyped(() => {}));
    expect(result.current[0]).toBe(typed);
  },
);
