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
 * shown. The layout is read when something around it has changed. Returns a function that ends it.
 * @param frame The element that holds the notices.
 */
export function keepInPlace(frame: HTMLElement): () => void {
  let last = "";
  let parts: readonly Element[] = [];
  const update = () => {
    const notice = frame.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]');
    if (notice === null) return rest();
    watch();
    const around = surroundings();
    const state = () => JSON.stringify([around, notice.offsetHeight, notice.textContent]);
    if (state() === last) return;
    place(frame, notice, around);
    last = state();
  };
  const sizes = new ResizeObserver(update);
  /** Follows the sizes of what is there now. Elements come and go with screens, dialogs and notes. */
  const followParts = () => {
    const found = document.querySelectorAll(
      "main, [role=dialog], [data-sidebar-foot], [data-notice-middle], [data-chat-box], [data-chat-box] p",
    );
    if (found.length === parts.length && parts.every((part, index) => part === found[index]))
      return;
    parts = [...found];
    sizes.disconnect();
    parts.forEach((part) => sizes.observe(part));
  };
  const page = new MutationObserver(followParts);
  const watch = () => {
    page.observe(document.body, { childList: true, subtree: true });
    addEventListener("resize", update);
    // A dialog that has risen to its place.
    document.addEventListener("animationend", update);
    followParts();
  };
  const rest = () => {
    page.disconnect();
    sizes.disconnect();
    removeEventListener("resize", update);
    document.removeEventListener("animationend", update);
    [last, parts] = ["", []];
    document.documentElement.style.removeProperty(ROOM);
  };
  const notices = new MutationObserver(update);
  notices.observe(frame, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["data-front"],
  });
  update();
  return () => {
    notices.disconnect();
    rest();
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
  /** Lines above the box. One that is hidden while a script is awaited is nowhere: its top is 0. */
  const notes = [...(chatBox?.querySelectorAll("p") ?? [])].filter(
    (note) => note.getClientRects().length > 0,
  );
  const middle = find("[data-notice-middle]");
  const dialog = find("[role=dialog]");
  const drawerFoot = dialog?.querySelector("[data-sidebar-foot]");
  const main = find("main") ?? document.body;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  return {
    window: { width: innerWidth, height: innerHeight },
    middle: middle === null || middle.offsetParent === null ? null : boxOf(middle),
    main: boxOf(main),
    chatBox: chatBox && {
      top: topOf(chatBox),
      noteTop: Math.min(topOf(chatBox), ...notes.map(topOf)),
    },
    dialog: dialog && boxOf(dialog),
    drawerFoot: drawerFoot ? { top: topOf(drawerFoot), noteTop: topOf(drawerFoot) } : null,
  };
}

function boxOf(element: Element): Box {
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top, left, width, height };
}
