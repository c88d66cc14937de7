import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Shown } from "./conversation-rules.ts";
import {
  endNearby,
  FIRST_READING,
  isAllInView,
  isAway as isAwayAt,
  isPinned,
  nextReading,
  type PaneContent,
  type ReadingState,
  type ReadingEvent,
  type ScrollMeasure,
  scrolledBy,
} from "./reading-position-rules.ts";

/** A message on the screen, and how far its top edge is below the pane's. */
type Anchor = { readonly element: Element; readonly top: number };

/** How far the top edge of a question stays below that of the pane: as in a chat that begins with it. */
const BELOW_EDGE_PX = 24;
/** The share of the pane's height that a question may take. A folded one fits into it in most windows. */
const QUESTION_SHARE = 0.6;
/** How far several answers side by side stay from the edges of the pane, and their question from the top one. */
const AROUND_JOINT_PX = 6;
const ABOVE_QUESTION_PX = 12;

/**
 * Keeps a pane of messages where its reader is, whatever is added or removed above and below: at the newest text while they
 * follow it, at the last question when it was just sent, otherwise at the message they are reading. Where a question is set
 * to the top, the room below it is kept, so that its answer is read from the first line and nothing moves.
 * @param shown When it changes, the content of the pane has changed.
 * @param drawn How many of its rows are drawn.
 * @param onNear Is called when the reader comes near an end of the loaded messages.
 */
export function useReadingPosition(
  shown: Pick<Shown, "lastQuestionId" | "joint" | "running" | "rows">,
  drawn: number,
  onNear: (end: "older" | "newer") => void,
) {
  const { lastQuestionId } = shown;
  const isJoint = shown.joint !== null;
  const isOpenedAgain = shown.rows.at(-1)?.opened != null;
  const isAnswering = isJoint || shown.running.some((it) => it.questionId === lastQuestionId);
  const pane = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const reading = useRef<ReadingState>(FIRST_READING);
  /** The message at which the reader is kept in the place `reading`. */
  const anchor = useRef<Anchor | null>(null);
  /** The last question that was known, and the one below which room is kept. */
  const question = useRef<string>(undefined);
  const roomBelow = useRef<string>(undefined);
  /** Whether a wheel has been turned, or a finger moved, since the pane has scrolled. */
  const isTurned = useRef(false);
  /** The end of the loaded messages that the reader has come near. */
  const nearby = useRef<"older" | "newer" | null>(null);
  const [isAway, setAway] = useState(false);
  const wasAway = useRef(isAway);

  const content = useRef<PaneContent>({ reachesNewest: true, isJoint: false });
  const apply = useCallback((event: ReadingEvent) => {
    reading.current = nextReading(reading.current, event, content.current);
  }, []);

  /** Sets only what changes: React draws the pane once more for what a layout effect sets, whatever it is. */
  const noteAway = useCallback((element: Element) => {
    const isNow = isAwayAt(reading.current) && !isOverJoint(element);
    if (isNow !== wasAway.current) setAway((wasAway.current = isNow));
  }, []);

  const keepRoom = useCallback(
    (element: Element) => {
      if (room.current === null) return;
      const asked = roomBelow.current === lastQuestionId && questionIn(element, lastQuestionId);
      const end = element.scrollTop + topIn(element, room.current);
      const height = asked ? topFor(element, asked, isJoint) + element.clientHeight - end : 0;
      room.current.style.height = `${Math.max(0, height)}px`;
    },
    [lastQuestionId, isJoint],
  );

  /** Takes in how far the reader has scrolled, also before the browser says so. */
  const heed = useCallback(
    (element: Element, hasChanged: boolean) => {
      // Where content has gone, the browser scrolls up before there is room in its place.
      const moved = measure(element, room.current);
      if (scrolledBy(reading.current.at, moved) === 0) apply({ type: "scrolled", now: moved });
      // What has been put into the room may be what they scroll to.
      keepRoom(element);
      const now = measure(element, room.current);
      const { place, at } = reading.current;
      const by = scrolledBy(at, now);
      apply({ type: "scrolled", now, isTurned: isTurned.current });
      if (by === 0) return;
      isTurned.current = false;
      nearby.current = endNearby(by, now);
      if (reading.current.place !== "reading") return;
      const { current } = anchor;
      // What they read has moved by what changed too.
      const isKept = hasChanged && place === "reading" && isShown(current);
      anchor.current = isKept ? { ...current, top: current.top - by } : findAnchor(element);
    },
    [apply, keepRoom],
  );

  const restore = useCallback(() => {
    const element = pane.current;
    if (element === null) return;
    const before = reading.current.at;
    // Where the end was that they went to is known from before, too.
    heed(element, true);
    content.current = {
      reachesNewest: lastQuestionId !== undefined,
      isJoint: isJoint || isOpenedAgain,
    };
    if (question.current !== lastQuestionId) {
      const isFirst = question.current === undefined && reading.current.place !== "asking";
      question.current = lastQuestionId;
      if (!isFirst && lastQuestionId !== undefined) {
        apply({ type: "asked", before });
        if (reading.current.place === "reading") anchor.current ??= findAnchor(element);
      }
    }
    if (hasSelection(element)) apply({ type: "selected" });
    if (isAnswering) apply({ type: "answering" });
    const { place } = reading.current;
    if (place !== "reading") anchor.current = null;
    const asked = questionIn(element, lastQuestionId);
    if (place === "question" && asked !== null) {
      roomBelow.current = lastQuestionId;
      keepRoom(element);
    }
    if (isPinned(place)) {
      // Text under a pressed button is about to be selected.
      const end = element.scrollHeight - viewOf(element);
      if (!element.matches(":active")) scrollTo(element, Math.max(end, element.scrollTop));
    } else if (place === "question")
      scrollTo(element, asked === null ? element.scrollHeight : topFor(element, asked, isJoint));
    else if (isShown(anchor.current)) {
      const { element: read, top } = anchor.current;
      scrollTo(element, element.scrollTop + topIn(element, read) - top);
    } else anchor.current = findAnchor(element);
    apply({ type: "written", now: measure(element, room.current) });
    noteAway(element);
  }, [lastQuestionId, isJoint, isOpenedAgain, isAnswering, apply, heed, keepRoom, noteAway]);

  const onTurn = () => {
    isTurned.current = true;
  };

  const onScroll = () => {
    if (pane.current === null) return;
    heed(pane.current, false);
    noteAway(pane.current);
    if (nearby.current !== null) onNear(nearby.current);
  };

  /** Sets a question to the top: the next one, or, where another reply is asked for, the last. */
  const toQuestion = useCallback(
    (isNext: boolean) => apply({ type: isNext ? "sent" : "asked again" }),
    [apply],
  );

  /** Keeps the reader at the end, with what comes there next. */
  const toEnd = useCallback(() => {
    // It would hold them where they are.
    if (pane.current !== null && hasSelection(pane.current)) getSelection()?.removeAllRanges();
    apply({ type: "jumped" });
  }, [apply]);

  const goToEnd = () => {
    toEnd();
    restore();
  };

  /** Puts an element of the pane a third below its top edge, where it stays. */
  const goTo = (element: Element) => {
    if (pane.current === null || isAllInView(measure(pane.current, room.current))) return;
    apply({ type: "led" });
    anchor.current = { element, top: pane.current.clientHeight / 3 };
    restore();
  };

  /** Brings answers that were opened side by side into view from their top, with their question where there is room for it. */
  const toJoint = (questionId: string) => {
    const { current } = pane;
    const grid = current?.querySelector(`[data-joint="${questionId}"]`);
    const first = grid?.querySelector("[role=tablist], [data-message]");
    if (!current || !grid || !first) return;
    const { top } = first.getBoundingClientRect();
    const height = grid.getBoundingClientRect().bottom - top;
    const asked = questionIn(current, questionId);
    const below = asked ? BELOW_EDGE_PX + top - asked.getBoundingClientRect().top : 0;
    apply({ type: "led" });
    const place = Math.min(below, current.clientHeight - AROUND_JOINT_PX - height);
    anchor.current = { element: first, top: Math.max(AROUND_JOINT_PX, place) };
    restore();
  };

  useLayoutEffect(restore, [restore, shown, drawn]);
  // After every render, because `onNear` does nothing while a read is under way.
  useEffect(() => {
    const { place, at } = reading.current;
    // A pane with too little content to scroll would never ask for more.
    if (isAllInView(at)) onNear("older");
    if (lastQuestionId === undefined && place !== "reading") onNear("newer");
    if (nearby.current === null) return;
    nearby.current = endNearby(nearby.current === "older" ? -1 : 1, at);
    if (nearby.current !== null) onNear(nearby.current);
  });
  useEffect(() => {
    const observer = new ResizeObserver(restore);
    if (pane.current !== null) observer.observe(pane.current);
    if (column.current !== null) observer.observe(column.current);
    return () => observer.disconnect();
  }, [restore]);

  return {
    pane,
    column,
    room,
    onTurn,
    onScroll,
    isAway,
    toQuestion,
    toEnd,
    toJoint,
    goToEnd,
    goTo,
  };
}

function hasSelection(pane: Element): boolean {
  const selection = getSelection();
  return selection?.isCollapsed === false && selection.containsNode(pane, true);
}

const questionIn = (pane: Element, id: string | undefined) =>
  id === undefined ? null : pane.querySelector(`[data-message="${id}"]`);

/**
 * The way down at which a question is at the top of its pane, or the end of one that is too high for that in view. Above
 * several answers side by side its first line is always seen.
 */
function topFor(pane: Element, question: Element, isJoint: boolean): number {
  const { height } = question.getBoundingClientRect();
  const top = pane.scrollTop + topIn(pane, question);
  const grid = isJoint ? [...pane.querySelectorAll("[data-joint]")].at(-1) : undefined;
  if (grid === undefined) {
    const below = Math.min(BELOW_EDGE_PX, viewOf(pane) * QUESTION_SHARE - height);
    return Math.max(0, top - below);
  }
  // All of them are seen, where there is room for that.
  const end = pane.scrollTop + topIn(pane, grid) + grid.getBoundingClientRect().height;
  const whole = end + AROUND_JOINT_PX - viewOf(pane);
  return Math.max(0, Math.min(Math.max(top - BELOW_EDGE_PX, whole), top - ABOVE_QUESTION_PX));
}

/** Whether answers side by side stand where 'Jump to newest' does. */
function isOverJoint(pane: Element): boolean {
  const { bottom } = pane.getBoundingClientRect();
  return [...pane.querySelectorAll("[data-joint]")].some((grid) => {
    const box = grid.getBoundingClientRect();
    return box.top < bottom && box.bottom > bottom - JUMP_PX;
  });
}

/** How high the place of 'Jump to newest' is, above the end of the pane. */
const JUMP_PX = 64;

/** A write that changes nothing would end a scroll that the browser is animating. */
function scrollTo(pane: Element, top: number): void {
  const end = Math.max(0, pane.scrollHeight - pane.clientHeight);
  if (Math.abs(Math.min(Math.max(top, 0), end) - pane.scrollTop) > 0.5) pane.scrollTop = top;
}

/** The height of the pane without a notice, for which nothing moves. */
function viewOf(pane: Element): number {
  const { height } = pane.getBoundingClientRect();
  return Math.round(height + (Number.parseFloat(getComputedStyle(pane).marginBottom) || 0));
}

function measure(pane: Element, room: Element | null): ScrollMeasure {
  const { scrollTop: top, scrollHeight: height } = pane;
  return { top, view: viewOf(pane), height, room: room?.getBoundingClientRect().height ?? 0 };
}

function topIn(pane: Element, element: Element): number {
  return element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
}

/** Whether the message is still there, and not behind another tab. */
const isShown = (anchor: Anchor | null): anchor is Anchor =>
  anchor !== null && anchor.element.getClientRects().length > 0;

/** The first message that is visible at least in part, else the pane itself. */
function findAnchor(pane: Element): Anchor {
  const edge = pane.getBoundingClientRect().top;
  for (const element of pane.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top: top - edge };
  }
  return { element: pane, top: 0 };
}
