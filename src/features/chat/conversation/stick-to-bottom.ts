/** What a scrolling pane measures; all in CSS pixels. */
export type Measure = {
  /** How far it is scrolled down. */
  readonly top: number;
  /** How much of it is seen. */
  readonly view: number;
  /** How tall all of it is. */
  readonly height: number;
};

/** So near to the end counts as the end: a line of text, and the fractions that zooming leaves. */
const AT_END = 32;
/** More is fetched while the edge is still this far away, so that a reader seldom meets it. */
const NEAR = 600;

export function distanceToEnd({ top, view, height }: Measure): number {
  return Math.max(0, height - view - top);
}

/**
 * Whether the pane goes on following the newest text (DESIGN 7). Only the reader changes that: going up lets go, coming
 * back to the end takes hold again. Growing text moves the end away without the reader having gone anywhere.
 */
export function follows(followed: boolean, before: Measure, now: Measure): boolean {
  if (distanceToEnd(now) <= AT_END) return true;
  const wentUp = now.top < before.top - 1;
  // A pane that became taller or lost content is scrolled up by the browser, not by the reader.
  const wasMoved = now.view > before.view || now.height < before.height;
  return followed && (!wentUp || wasMoved);
}

/**
 * Which end of the loaded messages the reader is coming near, if any. The direction counts, so that a page let go of
 * at one end is not fetched again at once.
 */
export function wanted(before: Measure, now: Measure): "older" | "newer" | null {
  if (now.top < before.top && now.top < NEAR) return "older";
  if (now.top > before.top && distanceToEnd(now) < NEAR) return "newer";
  return null;
}
