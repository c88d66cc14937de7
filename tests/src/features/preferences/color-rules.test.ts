import { expect, test } from "vitest";
import { COLORS, toColor } from "#features/preferences/color-rules.ts";

test("there are eight colours, in a fixed order, blue by default [color.swatches]", () => {
  expect(COLORS.map((color) => color.value)).toEqual([
    "blue",
    "green",
    "purple",
    "pink",
    "orange",
    "red",
    "indigo",
    "teal",
  ]);
  expect(toColor(undefined)).toBe("blue");
});

test("takes the default for anything that is not one of the eight", () => {
  expect(COLORS.map((color) => toColor(color.value))).toEqual(COLORS.map((color) => color.value));
  expect([undefined, "", "Blue", "magenta"].map(toColor)).toEqual(["blue", "blue", "blue", "blue"]);
});
