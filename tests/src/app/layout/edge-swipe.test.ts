import { expect, test } from "vitest";
import { isEdgeSwipe } from "../../../../src/app/layout/edge-swipe.ts";

test.each([
  ["far enough from the edge inwards", [24, 300], [72, 300], true],
  ["not far enough", [24, 300], [71, 300], false],
  ["not from the edge", [25, 300], [120, 300], false],
  ["a little slanted", [5, 300], [65, 329], true],
  ["along the edge, as when scrolling", [5, 300], [65, 331], false],
  ["outwards", [20, 300], [0, 300], false],
] as const)("a swipe %s", (_, [fromX, fromY], [x, y], expected) => {
  expect(isEdgeSwipe({ x: fromX, y: fromY }, { x, y })).toBe(expected);
});
