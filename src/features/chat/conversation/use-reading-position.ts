import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { follows, type Measure, wanted } from "./stick-to-bottom.ts";

/** A message on the screen, and where its top edge is from the pane's. */
type Anchor = { readonly element: Element; readonly top: number };

/**
 * Keeps a pane of messages where its reader is: at the newest text while they follow it, else at the message they are
 * reading, whatever is added or taken away above and below (DESIGN 7).
 * @param content What is shown now; a change of it is a change of the pane's content.
 * @param onNear Is called when the reader comes near an end of what is loaded.
 */
export function useReadingPosition(content: unknown, onNear: (end: "older" | "newer") => void) {
  const pane = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const followed = useRef(true);
  const before = useRef<Measure>({ top: 0, view: 0, height: 0 });
  const anchor = useRef<Anchor | null>(null);
  const [isAway, setAway] = useState(false);

  const hold = useCallback(() => {
    if (pane.current === null) return;
    const { element, top } = anchor.current ?? {};
    if (followed.current) {
      pane.current.scrollTop = pane.current.scrollHeight;
    } else if (element?.isConnected === true && top !== undefined) {
      pane.current.scrollTop += topIn(pane.current, element) - top;
    }
    before.current = measure(pane.current);
  }, []);

  const onScroll = () => {
    if (pane.current === null) return;
    const now = measure(pane.current);
    const end = wanted(before.current, now);
    followed.current = follows(followed.current, before.current, now);
    anchor.current = followed.current ? null : findAnchor(pane.current);
    before.current = now;
    setAway(!followed.current);
    if (end !== null) onNear(end);
  };

  const follow = useCallback(() => {
    followed.current = true;
    setAway(false);
    hold();
  }, [hold]);

  useLayoutEffect(hold, [hold, content]);
  useEffect(() => {
    // A pane that nothing can be scrolled in would never ask for more.
    const { height, view } = before.current;
    if (height > 0 && height <= view) onNear("older");
    // Nor would one whose reader came to its end while something else was being read.
    if (followed.current) onNear("newer");
  });
  useEffect(() => {
    const observer = new ResizeObserver(hold);
    if (pane.current !== null) observer.observe(pane.current);
    if (column.current !== null) observer.observe(column.current);
    return () => observer.disconnect();
  }, [hold]);

  return { pane, column, onScroll, isAway, follow };
}

function measure({ scrollTop: top, clientHeight: view, scrollHeight: height }: Element): Measure {
  return { top, view, height };
}

function topIn(pane: Element, element: Element): number {
  return element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
}

/** The first message that is seen at least in part. */
function findAnchor(pane: Element): Anchor | null {
  const edge = pane.getBoundingClientRect().top;
  for (const element of pane.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top: top - edge };
  }
  return null;
}
