import { describe, expect, it } from "vitest";
import {
  distanceFromBottom,
  endNearby,
  reachedEnd,
  staysPinned,
} from "#features/chat/conversation/use-reading-position.ts";

const end = { top: 1000, view: 500, height: 1500 };

describe("a pane that is pinned to the newest text", () => {
  it("is unpinned when the reader scrolls up, but not by a fraction of a line", () => {
    expect(staysPinned(true, end, { ...end, top: 900 })).toBe(false);
    expect(staysPinned(true, end, { ...end, top: 968 })).toBe(true);
    expect(staysPinned(true, end, { ...end, top: 967 })).toBe(false);
  });

  it("is pinned again at the bottom, and not before", () => {
    const away = { ...end, top: 400 };
    expect(staysPinned(false, away, { ...end, top: 967 })).toBe(false);
    expect(staysPinned(false, away, { ...end, top: 968 })).toBe(true);
  });

  it("stays pinned when the text grows, and when the browser scrolls: a taller pane, or less text", () => {
    expect(staysPinned(true, end, { ...end, height: 1700 })).toBe(true);
    expect(staysPinned(true, end, { top: 900, view: 560, height: 1500 })).toBe(true);
    expect(staysPinned(true, end, { top: 700, view: 500, height: 1300 })).toBe(true);
  });

  it("is not pinned by an end that is near, nor by text that grows, but by a way to the end", () => {
    expect(staysPinned(false, { ...end, top: 0 }, { ...end, top: 0, height: 3000 })).toBe(false);
    expect(staysPinned(false, { ...end, top: 980 }, { ...end, top: 980 })).toBe(false);
    expect(staysPinned(false, { ...end, top: 980 }, { ...end, top: 981 })).toBe(true);
  });

  it("is pinned again when the reader has gone down to the bottom, whatever came or went meanwhile", () => {
    const away = { ...end, top: 400 };
    expect(reachedEnd(away, { ...end, top: 968 })).toBe(true);
    expect(reachedEnd(away, { ...end, top: 967 })).toBe(false);
    expect(reachedEnd(away, { ...end, top: 1000, height: 3000 })).toBe(true);
    expect(reachedEnd(away, { ...end, top: 700, height: 1200 })).toBe(true);
  });

  it("is not pinned again at a bottom that came to the reader", () => {
    const away = { ...end, top: 400 };
    expect(reachedEnd(away, { ...away, height: 900 })).toBe(false);
    expect(reachedEnd(away, { top: 100, view: 500, height: 600 })).toBe(false);
  });

  it("is at the bottom when everything fits", () => {
    expect(distanceFromBottom({ top: 0, view: 500, height: 300 })).toBe(0);
  });
});

describe("what a scrolling reader loads", () => {
  const middle = { top: 2000, view: 500, height: 5000 };

  it("is older messages when scrolling up near the beginning, and newer ones when scrolling down near the end", () => {
    expect(endNearby(middle, { ...middle, top: 599 })).toBe("older");
    expect(endNearby(middle, { ...middle, top: 600 })).toBeNull();
    expect(endNearby(middle, { ...middle, top: 3901 })).toBe("newer");
    expect(endNearby(middle, { ...middle, top: 3900 })).toBeNull();
  });

  it("is nothing while the pane stands still, nor at the end that the reader moves away from", () => {
    expect(endNearby({ ...middle, top: 0 }, { ...middle, top: 0 })).toBeNull();
    expect(endNearby({ ...middle, top: 100 }, { ...middle, top: 200 })).toBeNull();
  });
});
