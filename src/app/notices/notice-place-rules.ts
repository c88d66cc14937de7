/** Where something stands in the window, in CSS pixels. */
export type Box = Readonly<Record<"top" | "left" | "width" | "height", number>>;

/** What a notice must lie beside, and never over. */
export type Surroundings = {
  readonly window: { readonly width: number; readonly height: number };
  /** The empty middle of the header; null where it has none. */
  readonly middle: Box | null;
  /** The main pane. */
  readonly main: Box;
  /** The box at the foot of a chat, and how far up what stands above it reaches; null where there is none. */
  readonly chatBox: { readonly top: number; readonly noteTop: number } | null;
  /** The open dialog or drawer. */
  readonly dialog: Box | null;
};

/** From this width on, notices stand in the header. */
const WIDE_PX = 1024;
/** The header is 56 px high. A notice that is higher than this, on two lines, does not belong in it. */
const HIGHEST_PX = 48;
const GAP_PX = 12;

/** The part of the header that a notice may use; null where it stands elsewhere. */
export function headerPlace({ window, middle, dialog }: Surroundings): Box | null {
  if (window.width < WIDE_PX || middle === null) return null;
  if (dialog !== null && dialog.top < middle.top + middle.height) return null;
  const width = middle.width - 2 * GAP_PX;
  return width <= 0 ? null : { ...middle, left: middle.left + GAP_PX, width };
}

/** Whether a notice with the width of its place in the header is low enough for it. */
export const fitsHeader = (height: number): boolean => height <= HIGHEST_PX;

/** Above the box of a chat, else at the bottom of the window. `bottom` is the distance from there. */
export function footPlace({ window, main, chatBox, dialog }: Surroundings) {
  const { left, width } = dialog === null ? main : { left: 0, width: window.width };
  const isAboveBox = chatBox !== null && dialog === null;
  return {
    left: left + GAP_PX,
    width: width - 2 * GAP_PX,
    bottom: isAboveBox ? window.height - chatBox.noteTop + GAP_PX / 2 : GAP_PX,
  };
}

/** The height that the page leaves free for a notice of this height at its foot. */
export function footRoom(around: Surroundings, height: number): number {
  const top = around.window.height - footPlace(around).bottom - height;
  const end =
    around.chatBox !== null && around.dialog === null ? around.chatBox.top : around.window.height;
  return end - top + GAP_PX / 2;
}
