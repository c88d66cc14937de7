import { listen } from "#lib/listen.ts";

type Point = { readonly x: number; readonly y: number };

/** How near the left edge a swipe begins, and how far it goes. */
const EDGE_PX = 24;
const FAR_PX = 48;

/** Whether a finger that has moved so far swiped in from the left edge: sideways, and not along it. */
export function isEdgeSwipe(from: Point, to: Point): boolean {
  const right = to.x - from.x;
  return from.x <= EDGE_PX && right >= FAR_PX && Math.abs(to.y - from.y) < right / 2;
}

/** Calls back for each swipe from the left edge, unless a dialog is open. Returns a function that ends it. */
export function watchEdgeSwipes(onSwipe: () => void): () => void {
  let from: Point | null = null;
  const onTouch = ({ type, touches }: TouchEvent) => {
    const [touch] = touches;
    if (touch === undefined) return;
    const at = { x: touch.clientX, y: touch.clientY };
    if (type === "touchstart") {
      from = touches.length > 1 || document.querySelector("[role=dialog]") ? null : at;
    } else if (from && isEdgeSwipe(from, at)) {
      from = null;
      onSwipe();
    }
  };
  return listen(document, ["touchstart", "touchmove"], onTouch, { passive: true });
}
