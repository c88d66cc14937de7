import { describe, expect, it } from "vitest";
import {
  fitsHeader,
  footPlace,
  footRoom,
  headerPlace,
  type Surroundings,
} from "../../../../src/app/notices/notice-place-rules.ts";

const CHAT: Surroundings = {
  window: { width: 1280, height: 800 },
  middle: { top: 0, left: 420, width: 700, height: 56 },
  main: { top: 56, left: 272, width: 1008, height: 744 },
  chatBox: { top: 680, noteTop: 680 },
  dialog: null,
  drawerFoot: null,
};
const at = (change: Partial<Surroundings>): Surroundings => ({ ...CHAT, ...change });
const box = (top: number) => ({ top, left: 400, width: 400, height: 300 });

describe("a notice in the header", () => {
  it("stands beside the controls from 1024 px on [notices.place]", () => {
    expect(headerPlace(CHAT)).toEqual({ top: 0, left: 432, width: 676, height: 56 });
    expect(headerPlace(at({ window: { width: 1024, height: 800 } }))).not.toBeNull();
    expect(headerPlace(at({ window: { width: 1023, height: 800 } }))).toBeNull();
  });

  it("needs a header with an empty middle [notices.place]", () => {
    expect(headerPlace(at({ middle: null }))).toBeNull();
    expect(headerPlace(at({ middle: { top: 0, left: 420, width: 24, height: 56 } }))).toBeNull();
    expect(
      headerPlace(at({ middle: { top: 0, left: 420, width: 25, height: 56 } })),
    ).not.toBeNull();
  });

  it("does not stand over a dialog that reaches up to it [notices.place]", () => {
    expect(headerPlace(at({ dialog: box(55) }))).toBeNull();
    expect(headerPlace(at({ dialog: box(56) }))).not.toBeNull();
  });

  it("has two lines at most [notices.place]", () => {
    expect(fitsHeader(48)).toBe(true);
    expect(fitsHeader(49)).toBe(false);
  });
});

describe("a notice at the foot", () => {
  it("stands above the box of a chat, and above the note over it [notices.place]", () => {
    expect(footPlace(CHAT)).toEqual({ left: 284, width: 984, bottom: 126 });
    expect(footPlace(at({ chatBox: { top: 680, noteTop: 640 } })).bottom).toBe(166);
  });

  it("stands at the bottom of a screen without a composer [notices.place]", () => {
    expect(footPlace(at({ chatBox: null }))).toEqual({ left: 284, width: 984, bottom: 12 });
  });

  it("stands at the bottom of the whole window while a dialog is open [notices.place]", () => {
    expect(footPlace(at({ dialog: box(0) }))).toEqual({ left: 12, width: 1256, bottom: 12 });
  });

  it("stands above the foot of the drawer, with as much room there as it takes [notices.place]", () => {
    const drawer = at({ dialog: box(0), drawerFoot: { top: 720, noteTop: 720 } });
    expect(footPlace(drawer)).toEqual({ left: 12, width: 1256, bottom: 86 });
    expect(footRoom(drawer, 60)).toBe(72);
  });

  it("has as much room as it takes, with a gap above it [notices.place]", () => {
    expect(footRoom(CHAT, 50)).toBe(62);
    expect(footRoom(at({ chatBox: { top: 680, noteTop: 640 } }), 50)).toBe(102);
    expect(footRoom(at({ chatBox: null }), 50)).toBe(68);
    expect(footRoom(at({ dialog: box(0) }), 50)).toBe(68);
  });
});
