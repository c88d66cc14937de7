import { describe, expect, it } from "vitest";
import {
  distanceFromEnd,
  endNearby,
  isAllInView,
  isAway,
  nextReading,
  type PaneContent,
  type Place,
  type ReadingEvent,
  type ScrollMeasure,
  scrolledBy,
} from "#features/chat/conversation/reading-position-rules.ts";

const END: ScrollMeasure = { top: 1000, view: 500, height: 1500, room: 0 };
const UP: ScrollMeasure = { ...END, top: 400 };
const LONG: ScrollMeasure = { top: 3500, view: 500, height: 4000, room: 0 };
/** Just less than three heights of the pane above where a key leads. */
const FAR: ScrollMeasure = { ...LONG, top: 1999 };
/** With a question at the top, and a short reply to it. */
const ROOM: ScrollMeasure = { ...END, room: 300 };
const PANE: PaneContent = { reachesNewest: true, isJoint: false };
const JOINT: PaneContent = { ...PANE, isJoint: true };
/** Among a thousand messages, of which the newest are not loaded. */
const MIDDLE: PaneContent = { ...PANE, reachesNewest: false };

const to = (top: number, at = END): ReadingEvent => ({ type: "scrolled", now: { ...at, top } });
const grown = (at: ScrollMeasure, by: number): ReadingEvent => ({
  type: "scrolled",
  now: { ...at, height: at.height + by },
});
const asked = (before: ScrollMeasure): ReadingEvent => ({ type: "asked", before });
const written = (now: ScrollMeasure): ReadingEvent => ({ type: "written", now });

type Case = [
  what: string,
  place: Place,
  at: ScrollMeasure,
  event: ReadingEvent,
  after: Place,
  content?: PaneContent,
];

const CASES: Case[] = [
  ["the page's own scroll to the end arrives", "end", END, to(1000), "end"],
  ["its own scroll arrives, rounded by the zoom", "end", END, to(999.2), "end"],
  ["its own scroll to a question arrives", "question", UP, to(400), "question"],
  ["its own scroll arrives while they read", "reading", UP, to(400), "reading"],
  ["a reply grows below who follows it", "end", END, grown(END, 700), "end"],
  ["a reply grows below its question", "question", UP, grown(UP, 700), "question"],
  ["a reply grows below what is read", "reading", UP, grown(UP, 700), "reading"],
  ["the wheel turns up by two pixels", "end", END, to(998), "reading"],
  ["the wheel turns up from a question", "question", UP, to(300), "reading"],
  ["the wheel turns down from a question", "question", UP, to(500), "reading"],
  ["the wheel turns down, not to the end", "reading", UP, to(967), "reading"],
  ["the wheel turns down to the end", "reading", UP, to(968), "end"],
  ["a key leads to the very end", "question", UP, to(1000), "end"],
  ["a key leads to the very beginning", "end", END, to(0), "reading"],
  [
    "the wheel turns up while the reply grows",
    "end",
    END,
    to(900, { ...END, height: 1700 }),
    "reading",
  ],
  [
    "the wheel turns up while the reply ends and gets shorter",
    "end",
    END,
    to(500, { ...END, height: 1400 }),
    "reading",
  ],
  [
    "the wheel reaches what was the end while the reply grows",
    "reading",
    UP,
    to(1000, { ...END, height: 3000 }),
    "end",
  ],
  [
    "the wheel reaches the end while the reply gets shorter",
    "reading",
    UP,
    to(700, { ...END, height: 1200 }),
    "end",
  ],
  [
    "the browser scrolls up, because the reply got shorter",
    "end",
    END,
    to(700, { ...END, height: 1200 }),
    "end",
  ],
  [
    "the browser scrolls up, because the pane got higher",
    "end",
    END,
    to(900, { ...END, view: 600 }),
    "end",
  ],
  [
    "the browser scrolls up, because a message went into the box, which got higher",
    "end",
    END,
    to(700, { ...END, height: 1200, view: 420 }),
    "end",
  ],
  [
    "the browser scrolls up, because a notice went under which they had scrolled on",
    "end",
    { ...END, top: 1040 },
    to(1000),
    "end",
  ],
  [
    "the browser scrolls up below a question",
    "question",
    END,
    to(700, { ...END, height: 1200 }),
    "question",
  ],
  [
    "the browser scrolls up below what is read",
    "reading",
    END,
    to(700, { ...END, height: 1200 }),
    "reading",
  ],
  ["the end comes to who reads", "reading", UP, to(400, { ...UP, height: 900 }), "reading"],
  [
    "the wheel turns down over the room below a question",
    "reading",
    UP,
    to(1000, ROOM),
    "question",
  ],
  [
    "a quotation leads down into a text that has come below the room",
    "question",
    ROOM,
    to(1200, { ...ROOM, height: 2000 }),
    "reading",
  ],
  ["the wheel turns down to the end of four answers", "reading", UP, to(1000), "reading", JOINT],
  ["the wheel turns down to the end of what is loaded", "reading", UP, to(1000), "reading", MIDDLE],
  [
    "a key leads down a little to the end of what is loaded",
    "reading",
    FAR,
    { type: "scrolled", now: { ...LONG, top: 3499 } },
    "reading",
    MIDDLE,
  ],
  [
    "a key leads from far above to the end of what is loaded",
    "reading",
    FAR,
    { type: "scrolled", now: LONG },
    "end",
    MIDDLE,
  ],
  [
    "the wheel leads from far above to the end of what is loaded",
    "reading",
    FAR,
    { type: "scrolled", now: LONG, isTurned: true },
    "reading",
    MIDDLE,
  ],
  ["they send a message from the end", "end", END, { type: "sent" }, "asking"],
  ["they send a message from above", "reading", UP, { type: "sent" }, "asking"],
  ["they ask for another reply", "end", END, { type: "asked again" }, "question"],
  ["their message has become the last", "asking", UP, asked(UP), "question"],
  ["another device asks while they are at the end", "end", END, asked(END), "question"],
  ["another device asks in a chat just opened", "opened", END, asked(END), "question"],
  ["another device asks while they read", "reading", UP, asked(UP), "reading"],
  [
    "what waited is sent while they read a long reply from its question",
    "question",
    UP,
    asked(UP),
    "reading",
  ],
  ["what waited is sent after a short reply", "question", END, asked(ROOM), "question"],
  ["a chat is opened while its reply is written", "opened", END, { type: "answering" }, "question"],
  ["a reply is written at the end where they went", "end", END, { type: "answering" }, "end"],
  ["a reply is written elsewhere than they read", "reading", UP, { type: "answering" }, "reading"],
  ["they jump to the newest", "reading", UP, { type: "jumped" }, "end"],
  ["the page has scrolled to the end", "end", UP, written(END), "end"],
  ["the page has scrolled to the end, with room", "end", UP, written(ROOM), "question"],
  ["the page has scrolled to the end of four answers", "end", UP, written(END), "reading", JOINT],
  ["the page has scrolled to a question", "question", UP, written(END), "question"],
  ["they select text at the end", "end", END, { type: "selected" }, "reading"],
  ["they select text in a chat just opened", "opened", END, { type: "selected" }, "reading"],
  ["they select text below a question", "question", UP, { type: "selected" }, "question"],
  ["they open what a search has found", "opened", END, { type: "led" }, "reading"],
];

describe("where a reader is kept", () => {
  it.each(CASES)("when %s: %s", (_, place, at, event, after, content = PANE) => {
    expect(nextReading({ place, at }, event, content).place).toBe(after);
  });

  it("goes by what was measured last, also by a write", () => {
    const reading = nextReading({ place: "end", at: END }, written(UP), PANE);
    expect(reading.at).toBe(UP);
    expect(nextReading(reading, to(300), PANE).at.top).toBe(300);
  });
});

describe("how far a reader has scrolled", () => {
  it("is nothing within a pixel of where the page has put them", () => {
    expect(scrolledBy(END, { ...END, top: 999 })).toBe(0);
    expect(scrolledBy(END, { ...END, top: 998.9 })).toBeCloseTo(-1.1);
    expect(scrolledBy(UP, { ...UP, top: 401 })).toBe(0);
    expect(scrolledBy(UP, { ...UP, top: 402 })).toBe(2);
  });

  it("counts upwards from a pane that lost content when it is not at its end", () => {
    expect(scrolledBy(END, { ...END, height: 1300, top: 800 })).toBe(0);
    expect(scrolledBy(END, { ...END, height: 1300, top: 798 })).toBe(-202);
  });
});

describe("what is below a reader", () => {
  it("is told beyond two lines of text, not of the room, and not to who is at the newest text [conversation.scrolls]", () => {
    const at = { ...END, top: 887 };
    expect(isAway({ place: "reading", at })).toBe(true);
    expect(isAway({ place: "question", at })).toBe(true);
    expect(isAway({ place: "end", at })).toBe(false);
    expect(isAway({ place: "reading", at: { ...END, top: 888 } })).toBe(false);
    expect(isAway({ place: "reading", at: { ...ROOM, top: 588 } })).toBe(false);
    expect(isAway({ place: "reading", at: { ...ROOM, top: 587 } })).toBe(true);
  });

  it("is nothing when everything fits", () => {
    const all = { top: 0, view: 500, height: 300, room: 0 };
    expect(distanceFromEnd(all)).toBe(0);
    expect(isAllInView(all)).toBe(true);
    expect(isAllInView({ ...all, height: 501 })).toBe(false);
    expect(isAllInView({ ...all, height: 0 })).toBe(false);
  });
});

describe("what a scrolling reader loads", () => {
  const middle = { top: 2000, view: 500, height: 5000, room: 0 };

  it("is older messages when scrolling up near the beginning, and newer ones when scrolling down near the end", () => {
    expect(endNearby(-1, { ...middle, top: 599 })).toBe("older");
    expect(endNearby(-1, { ...middle, top: 600 })).toBeNull();
    expect(endNearby(1, { ...middle, top: 3901 })).toBe("newer");
    expect(endNearby(1, { ...middle, top: 3900 })).toBeNull();
  });

  it("is nothing while the pane stands still, nor at the end that the reader moves away from", () => {
    expect(endNearby(0, { ...middle, top: 0 })).toBeNull();
    expect(endNearby(1, { ...middle, top: 200 })).toBeNull();
    expect(endNearby(-1, { ...middle, top: 4400 })).toBeNull();
  });
});
