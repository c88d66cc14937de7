import { describe, expect, it } from "vitest";
import {
  distanceFromBottom,
  staysPinned,
  endNearby,
} from "#features/chat/conversation/use-reading-position.ts";

const end = { top: 1000, view: 500, height: 1500 };

describe("following the newest text", () => {
  it("goes on when the text grows", () => {
    expect(staysPinned(true, end, { ...end, height: 1700 })).toBe(true);
  });

  it("ends when the reader goes up", () => {
    expect(staysPinned(true, end, { ...end, top: 900 })).toBe(false);
  });

  it("survives a fraction of a line", () => {
    expect(staysPinned(true, end, { ...end, top: 968 })).toBe(true);
    expect(staysPinned(true, end, { ...end, top: 967 })).toBe(false);
  });

  it("begins again at the end, and not before", () => {
    const away = { ...end, top: 400 };
    expect(staysPinned(false, away, { ...end, top: 967 })).toBe(false);
    expect(staysPinned(false, away, { ...end, top: 968 })).toBe(true);
  });

  it("is not ended by the browser: a taller pane, or less text", () => {
    expect(staysPinned(true, end, { top: 900, view: 560, height: 1500 })).toBe(true);
    expect(staysPinned(true, end, { top: 700, view: 500, height: 1300 })).toBe(true);
  });

  it("never begins by text growing", () => {
    expect(staysPinned(false, { ...end, top: 0 }, { ...end, top: 0, height: 3000 })).toBe(false);
  });

  it("is at the end when everything fits", () => {
    expect(distanceFromBottom({ top: 0, view: 500, height: 300 })).toBe(0);
  });
});

describe("what to load", () => {
  const middle = { top: 2000, view: 500, height: 5000 };

  it("is older when going up near the beginning", () => {
    expect(endNearby(middle, { ...middle, top: 599 })).toBe("older");
    expect(endNearby(middle, { ...middle, top: 600 })).toBeNull();
  });

  it("is newer when going down near the end", () => {
    expect(endNearby(middle, { ...middle, top: 3901 })).toBe("newer");
    expect(endNearby(middle, { ...middle, top: 3900 })).toBeNull();
  });

  it("is nothing without movement, wherever the pane stands", () => {
    expect(endNearby({ ...middle, top: 0 }, { ...middle, top: 0 })).toBeNull();
  });

  it("is never what the reader moves away from", () => {
    expect(endNearby({ ...middle, top: 100 }, { ...middle, top: 200 })).toBeNull();
  });
});
