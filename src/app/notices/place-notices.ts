import {
  type Box,
  fitsHeader,
  footPlace,
  footRoom,
  headerPlace,
  type Surroundings,
} from "./notice-place-rules.ts";

/** How much of its foot the page leaves free. What scrolls there gets lower by it, so that it is never covered. */
const ROOM = "--notice-room";

/**
 * Puts the notice in front into its place, and keeps it there whatever the page around it does, for as long as one is
 * shown. Returns a function that ends it.
 * @param frame The element that holds the notices.
 */
export function keepInPlace(frame: HTMLElement): () => void {
  let next = 0;
  let last = "";
  const step = () => {
    cancelAnimationFrame(next);
    const notice = frame.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]');
    if (notice === null) {
      last = "";
      document.documentElement.style.removeProperty(ROOM);
      return;
    }
    const around = surroundings();
    const state = () => JSON.stringify([around, notice.offsetHeight, notice.textContent]);
    if (state() !== last) {
      place(frame, notice, around);
      last = state();
    }
    next = requestAnimationFrame(step);
  };
  const observer = new MutationObserver(step);
  observer.observe(frame, { childList: true, subtree: true });
  step();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(next);
    document.documentElement.style.removeProperty(ROOM);
  };
}

/** Into the header if it fits there, else to the foot of the page, where it may take several lines. */
function place(frame: HTMLElement, notice: HTMLElement, around: Surroundings): void {
  const { style } = frame;
  const header = headerPlace(around);
  if (header !== null) {
    frame.dataset["notices"] = "header";
    Object.assign(style, { left: `${header.left}px`, width: `${header.width}px`, bottom: "" });
    const height = notice.offsetHeight;
    if (fitsHeader(height)) {
      style.top = `${Math.round(header.top + (header.height - height) / 2)}px`;
      document.documentElement.style.removeProperty(ROOM);
      return;
    }
  }
  const { left, width, bottom } = footPlace(around);
  frame.dataset["notices"] = "foot";
  Object.assign(style, {
    left: `${left}px`,
    width: `${width}px`,
    bottom: `${bottom}px`,
    top: "",
  });
  const room = footRoom(around, notice.offsetHeight);
  document.documentElement.style.setProperty(ROOM, `${room}px`);
}

function surroundings(): Surroundings {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const chatBox = find("[data-chat-box]");
  const middle = find("[data-notice-middle]");
  const dialog = find("[role=dialog]");
  const main = find("main") ?? document.body;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  return {
    window: { width: innerWidth, height: innerHeight },
    middle: middle === null || middle.offsetParent === null ? null : boxOf(middle),
    main: boxOf(main),
    chatBox: chatBox && {
      top: topOf(chatBox),
      noteTop: Math.min(topOf(chatBox), ...Array.from(chatBox.querySelectorAll("p"), topOf)),
    },
    dialog: dialog && boxOf(dialog),
  };
}

function boxOf(element: Element): Box {
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top, left, width, height };
}
