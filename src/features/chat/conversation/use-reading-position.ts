import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Shown } from "./conversation-rules.ts";

/** What a scrolling pane measures, in CSS pixels: how far it is scrolled down, the height in view and that of all. */
export type ScrollMeasure = {
  readonly top: number;
  readonly view: number;
  readonly height: number;
};

/** A message on the screen, and how far its top edge is below the pane's. */
type Anchor = { readonly element: Element; readonly top: number };

/** This near to the bottom counts as the bottom: a line of text, and the fractions that zooming leaves. */
const AT_BOTTOM_PX = 32;
/** How far the top edge of a question stays below that of the pane: as in a chat that begins with it. */
const BELOW_EDGE_PX = 24;
/** More messages are loaded while the edge is still this far away, so that a reader seldom meets it. */
const NEAR_PX = 600;

/**
 * Keeps a pane of messages where its reader is: pinned to the newest text while they follow it, otherwise at the
 * message they are reading, whatever is added or removed above and below. A reader who follows is left at the last
 * question when it has reached the top, so that they read its answer from the first line. From the end on they are
 * followed again, except where several answers stand side by side.
 * @param shown When it changes, the content of the pane has changed.
 * @param drawn How many of its rows are drawn.
 * @param onNear Is called when the reader comes near an end of the loaded messages.
 */
export function useReadingPosition(
  shown: Pick<Shown, "lastQuestionId" | "joint">,
  drawn: number,
  onNear: (end: "older" | "newer") => void,
) {
  const { lastQuestionId } = shown;
  const follows = shown.joint === null;
  const pane = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  /** The question beyond which the reader is followed; undefined until it is known whether the end is beyond it. */
  const passed = useRef<string | null>(undefined);
  const before = useRef<ScrollMeasure>({ top: 0, view: 0, height: 0 });
  /** Where the reader is kept; null while they are pinned. */
  const anchor = useRef<Anchor | null>(null);
  const [isAway, setAway] = useState(false);

  const follow = useCallback(() => {
    anchor.current = null;
    passed.current = undefined;
  }, []);

  const restore = useCallback(() => {
    const element = pane.current;
    if (element === null) return;
    // The content may change before the browser has told that its reader went to the end.
    if (anchor.current !== null && follows && reachedEnd(before.current, measure(element)))
      follow();
    // A keyboard comes over what is read, too.
    if (element.clientHeight < before.current.view) passed.current = undefined;
    if (anchor.current === null) {
      const question = element.querySelector(`[data-message="${lastQuestionId}"]`);
      const toTop = question === null ? Infinity : distanceToTop(element, question);
      const toEnd = distanceFromBottom(measure(element)) - heightOfWaiting(element);
      const isBeyond = toTop < toEnd - 1;
      if (lastQuestionId !== undefined && passed.current === undefined)
        passed.current = isBeyond && follows ? lastQuestionId : null;
      if (question !== null && isBeyond && passed.current !== lastQuestionId)
        anchor.current = { element: question, top: topIn(element, question) - toTop };
    }
    if (anchor.current === null) element.scrollTop = element.scrollHeight;
    else if (anchor.current.element.isConnected)
      element.scrollTop += topIn(element, anchor.current.element) - anchor.current.top;
    before.current = measure(element);
    // What goes may leave nothing to scroll; then no event tells that the end is reached.
    const isAtEnd = follows ? distanceFromBottom(before.current) < 1 : isAllInView(before.current);
    if (anchor.current !== null && isAtEnd) follow();
    setAway(isAwayAt(anchor.current === null, before.current));
  }, [lastQuestionId, follows, follow]);

  const onScroll = () => {
    if (pane.current === null) return;
    const now = measure(pane.current);
    const end = endNearby(before.current, now);
    const isPinned = anchor.current === null;
    const stays = staysPinned(isPinned, before.current, now) && (isPinned || follows);
    if (!stays) anchor.current = findAnchor(pane.current);
    else if (!isPinned) follow();
    before.current = now;
    setAway(isAwayAt(stays, now));
    if (end !== null) onNear(end);
  };

  /** Pins the reader to the very end, also where that is beyond the last question. */
  const followEnd = useCallback(() => {
    anchor.current = null;
    passed.current = lastQuestionId;
  }, [lastQuestionId]);

  const goToEnd = () => {
    followEnd();
    restore();
  };

  /** Puts an element of the pane a third below its top edge, where it stays. */
  const goTo = (element: Element) => {
    if (pane.current === null) return;
    const isFixed = isAllInView(measure(pane.current));
    anchor.current = isFixed ? null : { element, top: pane.current.clientHeight / 3 };
    restore();
  };

  useLayoutEffect(restore, [restore, shown, drawn]);
  // After every render, because `onNear` does nothing while a read is under way.
  useEffect(() => {
    // A pane with too little content to scroll would never ask for more.
    if (isAllInView(before.current)) onNear("older");
    // Nor would one whose reader came to its end during a read.
    if (anchor.current === null) onNear("newer");
  });
  useEffect(() => {
    const observer = new ResizeObserver(restore);
    if (pane.current !== null) observer.observe(pane.current);
    if (column.current !== null) observer.observe(column.current);
    return () => observer.disconnect();
  }, [restore]);

  return { pane, column, onScroll, isAway, followEnd, goToEnd, goTo };
}

function isAllInView({ view, height }: ScrollMeasure): boolean {
  return height > 0 && height <= view;
}

/** How far the visible part is above the end of the content, in CSS pixels. */
export function distanceFromBottom({ top, view, height }: ScrollMeasure): number {
  return Math.max(0, height - view - top);
}

/**
 * Whether the pane stays pinned to the newest text. Only the reader changes that: scrolling up unpins it, scrolling down
 * to the bottom pins it again. Growing text moves the bottom away without the reader having gone anywhere.
 */
export function staysPinned(isPinned: boolean, before: ScrollMeasure, now: ScrollMeasure): boolean {
  if (distanceFromBottom(now) <= AT_BOTTOM_PX) return isPinned || now.top > before.top;
  const wentUp = now.top < before.top - 1;
  // A pane that grew or lost content is scrolled up by the browser, not by the reader.
  const wasMoved = now.view > before.view || now.height < before.height;
  return isPinned && (!wentUp || wasMoved);
}

/**
 * Whether the reader has gone down to the bottom since `before`. Content may have come or gone meanwhile, so what was
 * the bottom counts too.
 */
export function reachedEnd(before: ScrollMeasure, now: ScrollMeasure): boolean {
  const bottom = Math.min(before.height - before.view, now.height - now.view);
  return now.top > before.top + 1 && now.top >= bottom - AT_BOTTOM_PX;
}

/**
 * The end of the loaded messages that the reader is coming near, if any. The direction counts, so that a page dropped
 * at one end is not loaded again at once.
 */
export function endNearby(before: ScrollMeasure, now: ScrollMeasure): "older" | "newer" | null {
  if (now.top < before.top && now.top < NEAR_PX) return "older";
  if (now.top > before.top && distanceFromBottom(now) < NEAR_PX) return "newer";
  return null;
}

/** Whether there is so much below that a reader who is not pinned is told. */
const isAwayAt = (isPinned: boolean, now: ScrollMeasure) =>
  !isPinned && distanceFromBottom(now) > AT_BOTTOM_PX;

/** How far the pane scrolls down until a question is at its top; a high one until its end is in the upper half. */
function distanceToTop(pane: Element, question: Element): number {
  const { height } = question.getBoundingClientRect();
  const below = Math.min(BELOW_EDGE_PX, pane.clientHeight / 2 - height);
  return topIn(pane, question) - below;
}

/** How much of the pane's end is messages that wait: no reply that a reader would be left at the top of. */
function heightOfWaiting(pane: Element): number {
  const first = pane.querySelector('[aria-label="Waiting message"]');
  return first === null ? 0 : pane.scrollHeight - pane.scrollTop - topIn(pane, first);
}

function measure({ scrollTop: top, clientHeight: view, scrollHeight: height }: Element) {
  return { top, view, height };
}

function topIn(pane: Element, element: Element): number {
  return element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
}

/** The first message that is visible at least in part, else the pane itself. */
function findAnchor(pane: Element): Anchor {
  const edge = pane.getBoundingClientRect().top;
  for (const element of pane.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top: top - edge };
  }
  return { element: pane, top: 0 };
}
