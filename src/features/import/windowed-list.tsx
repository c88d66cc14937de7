import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";

/** So many items are drawn or removed together. */
const TOGETHER = 50;
/** Shorter lists are drawn whole. */
const DRAWN_WHOLE = 4 * TOGETHER;
/** How far beyond its visible part a list is drawn. */
const AHEAD = "800px";

/**
 * A list that scrolls. Only the items near its visible part are drawn, so that thousands cost no more than a hundred.
 * @param about How high an item is, about, in pixels.
 * @param children Draws an item, with its place.
 */
export function WindowedList<Item>({
  items,
  label,
  about,
  isFocusable = false,
  className,
  children,
}: {
  items: readonly Item[];
  label: string;
  about: number;
  /** Whether Tab reaches it, where it does not reach its items: so that the keyboard can scroll it. */
  isFocusable?: boolean;
  className: string;
  children: (item: Item, at: number) => ReactNode;
}) {
  const place = useRef<HTMLElement>(null);
  const starts = useMemo(
    () => Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, at) => at * TOGETHER),
    [items.length],
  );
  return (
    <section
      ref={place}
      aria-label={label}
      {...(isFocusable && { tabIndex: 0 })}
      className={`divide-y divide-line overflow-y-auto overscroll-contain rounded-md border border-line bg-surface ${className}`}
    >
      {starts.map((start) => (
        <Part
          key={start}
          items={items.slice(start, start + TOGETHER)}
          {...{ start, place, about, children }}
          isAlways={items.length <= DRAWN_WHOLE}
        />
      ))}
    </section>
  );
}

function Part<Item>({
  items,
  start,
  place,
  about,
  isAlways,
  children,
}: {
  items: readonly Item[];
  start: number;
  place: RefObject<HTMLElement | null>;
  about: number;
  isAlways: boolean;
  children: (item: Item, at: number) => ReactNode;
}) {
  const [isNear, setNear] = useState(start === 0);
  const [height, setHeight] = useState(about * items.length);
  const part = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { current: list } = part;
    if (isAlways || list === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        // As high as it was, so that nothing moves when it is left out.
        if (!entry.isIntersecting && list.hasChildNodes()) setHeight(list.offsetHeight);
        setNear(entry.isIntersecting || list.contains(document.activeElement));
      },
      { root: place.current, rootMargin: AHEAD },
    );
    observer.observe(list);
    return () => observer.disconnect();
  }, [isAlways, place]);
  const isDrawn = isAlways || isNear;
  return (
    <ul ref={part} className="divide-y divide-line" style={isDrawn ? undefined : { height }}>
      {isDrawn && items.map((item, at) => children(item, start + at))}
    </ul>
  );
}
