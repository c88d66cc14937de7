/**
 * What a scrolling pane measures, in CSS pixels: how far it is scrolled down, the height in view as it is without a notice,
 * and the height of all that is in it.
 */
export type ScrollMeasure = {
  readonly top: number;
  readonly view: number;
  readonly height: number;
  /** How much of the height is kept free below the messages, so that the last question can stand at the top. */
  readonly room: number;
};

/**
 * Where a reader is kept: at the newest text, where a chat is opened or they have gone (`end`), at the last question, which
 * is at the top, or at the message that they have scrolled to. `asking`: they have sent the next question, which is not there yet.
 */
export type Place = "opened" | "end" | "asking" | "question" | "reading";

export type ReadingState = {
  readonly place: Place;
  /** What the pane has measured last: after a write, what that one has led to. */
  readonly at: ScrollMeasure;
};

export type ReadingEvent =
  /** The pane has scrolled, or what stands in it has changed. `isTurned`: with a wheel or a finger. */
  | { readonly type: "scrolled"; readonly now: ScrollMeasure; readonly isTurned?: boolean }
  /** The page has scrolled the pane, to keep the reader in their place. */
  | { readonly type: "written"; readonly now: ScrollMeasure }
  /** The person has sent a message. */
  | { readonly type: "sent" }
  /** The person has asked for another reply to the last question. */
  | { readonly type: "asked again" }
  /**
   * The chat has another last question than before: sent from here, from another device, or after it had waited.
   * `before`: without it.
   */
  | { readonly type: "asked"; readonly before: ScrollMeasure }
  /** A reply to the last question is being written, or several stand side by side. */
  | { readonly type: "answering" }
  /** The person wants to see the newest text. */
  | { readonly type: "jumped" }
  /** The person is led to a message. */
  | { readonly type: "led" }
  /** The person has selected text in the pane. */
  | { readonly type: "selected" };

/** What there is in the pane. */
export type PaneContent = {
  /** Whether the newest messages are among those that are loaded. */
  readonly reachesNewest: boolean;
  /** Whether several answers stand side by side: nobody is followed there. */
  readonly isJoint: boolean;
};

/** This near to the bottom counts as the bottom: a line of text, and the fractions that zooming leaves. */
const AT_BOTTOM_PX = 32;
/** Up to so far from the end, all but the last two lines of the newest text are in view. */
const AWAY_PX = 112;
/** More messages are loaded while the edge is still this far away, so that a reader seldom meets it. */
const NEAR_PX = 600;

/** What scrolls further than so many heights of the pane at once is meant to lead to an end. */
const LEAP_VIEWS = 3;

export const FIRST_READING: ReadingState = {
  place: "opened",
  at: { top: 0, view: 0, height: 0, room: 0 },
};

export function nextReading(
  reading: ReadingState,
  event: ReadingEvent,
  { reachesNewest, isJoint }: PaneContent,
): ReadingState {
  const { place, at } = reading;
  switch (event.type) {
    case "written":
      return { place: place === "end" ? endPlace(event.now, isJoint) : place, at: event.now };
    case "scrolled": {
      const { now } = event;
      const by = scrolledBy(at, now);
      if (by === 0) return { place, at: now };
      // A key or the scroll bar leads to the newest messages from anywhere; a wheel on to those that come next.
      const isLeap = !event.isTurned && by > LEAP_VIEWS * now.view;
      const isAtEnd = by > 0 && (reachesNewest || isLeap) && reachedEnd(at, now);
      return { place: isAtEnd ? endPlace(now, isJoint) : "reading", at: now };
    }
    case "sent":
      return { place: "asking", at };
    case "asked again":
      return { place: "question", at };
    case "asked": {
      const wasSeen = place === "question" && distanceFromEnd(event.before) === 0;
      return {
        place: wasSeen || (place !== "question" && place !== "reading") ? "question" : "reading",
        at,
      };
    }
    case "answering":
      return place === "opened" ? { place: "question", at } : reading;
    case "jumped":
      return { place: "end", at };
    case "led":
      return { place: "reading", at };
    case "selected":
      return isPinned(place) ? { place: "reading", at } : reading;
  }
}

/** At the end of a pane with room below the messages the last question stands at the top. */
const endPlace = ({ room }: ScrollMeasure, isJoint: boolean): Place =>
  room > 0 ? "question" : isJoint ? "reading" : "end";

export const isPinned = (place: Place) => place === "opened" || place === "end";

/**
 * How far the reader has scrolled; 0 where the page has, which is at what its last write led to, or the browser, which
 * scrolls up where a pane grows or loses content.
 */
export function scrolledBy(at: ScrollMeasure, now: ScrollMeasure): number {
  const by = now.top - at.top;
  if (Math.abs(by) <= 1) return 0;
  // Under a notice one can scroll further than to the bottom, until it goes.
  const isBelow = at.top > bottomOf(at) + 1;
  const hasLess = now.height < at.height || now.view > at.view || isBelow;
  // The pane may have got lower since, as when a message goes from it into the box.
  const end = bottomOf({ ...now, view: Math.max(now.view, at.view) });
  return by < 0 && hasLess && now.top >= end - 1 ? 0 : by;
}

const bottomOf = ({ view, height }: ScrollMeasure) => Math.max(0, height - view);

/** Whether the reader has come to the end, or to what was the end before content came or went. */
function reachedEnd(at: ScrollMeasure, now: ScrollMeasure): boolean {
  const wasThere = at.top >= bottomOf(at) - 1;
  const before = wasThere ? Infinity : bottomOf(at);
  return now.top >= Math.min(before, bottomOf(now)) - AT_BOTTOM_PX;
}

/** How far the end of the messages is below the part in view. */
export const distanceFromEnd = ({ top, view, height, room }: ScrollMeasure): number =>
  Math.max(0, height - room - view - top);

/** Whether there is so much below that a reader who is not pinned is told. */
export const isAway = ({ place, at }: ReadingState): boolean =>
  !isPinned(place) && distanceFromEnd(at) > AWAY_PX;

export const isAllInView = ({ view, height }: ScrollMeasure): boolean =>
  height > 0 && height <= view;

/**
 * The end of the loaded messages that a reader comes near, if any. The direction counts, so that a page dropped at one end
 * is not loaded again at once.
 * @param by How far they have scrolled.
 */
export function endNearby(by: number, now: ScrollMeasure): "older" | "newer" | null {
  if (by < 0 && now.top < NEAR_PX) return "older";
  if (by > 0 && distanceFromEnd(now) < NEAR_PX) return "newer";
  return null;
}
