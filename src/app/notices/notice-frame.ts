import { noticePlaces } from "#ui/notice-place.tsx";

/** How high what lies over the foot of a pane is. The pane ends above it, and nothing in it moves. */
const ROOM = "--notice-room";
const GAP_PX = 12;

/**
 * The element that holds the notices. It stands in the page itself, in the last place of the document, which is the
 * innermost: so the layout puts it where nothing else is, and nothing around it is measured.
 */
export const noticeFrame = document.createElement("div");
noticeFrame.dataset["notices"] = "";

const sizes = new ResizeObserver(leaveRoom);

function moveFrame(): void {
  const place = [...document.querySelectorAll<HTMLElement>("[data-notice-place]")].at(-1);
  if (place === undefined || noticeFrame.parentElement === place) return;
  place.append(noticeFrame);
  sizes.disconnect();
  for (const each of [noticeFrame, place.parentElement]) if (each) sizes.observe(each);
}

function leaveRoom(): void {
  const over = noticeFrame.parentElement?.parentElement;
  const { style } = document.documentElement;
  if (over && noticeFrame.offsetHeight > 0)
    style.setProperty(ROOM, `${over.offsetHeight + GAP_PX}px`);
  else style.removeProperty(ROOM);
}

/** Keeps the notices in their place. Returns a function that ends it. */
export function keepInPlace(): () => void {
  // A place that goes is still in the document when it says so.
  const move = () => queueMicrotask(moveFrame);
  move();
  noticePlaces.addEventListener("change", move);
  return () => noticePlaces.removeEventListener("change", move);
}
