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
  /** The foot of the drawer, with the person's address and the way to the settings; null where none is open. */
  readonly drawerFoot: { readonly top: number; readonly noteTop: number } | null;
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

/** What a notice stands above. */
const standsOn = ({ chatBox, dialog, drawerFoot }: Surroundings) =>
  dialog === null ? chatBox : drawerFoot;

/** Above the box of a chat or the foot of the drawer, else at the bottom of the window; `bottom` is how far from there. */
export function footPlace(around: Surroundings) {
  const { window, main, dialog } = around;
  const { left, width } = dialog === null ? main : { left: 0, width: window.width };
  const foot = standsOn(around);
  return {
    left: left + GAP_PX,
    width: width - 2 * GAP_PX,
    bottom: foot === null ? GAP_PX : window.height - foot.noteTop + GAP_PX / 2,
  };
}

/** The height that the page leaves free for a notice of this height at its foot. */
export function footRoom(around: Surroundings, height: number): number {
  const { window } = around;
  const top = window.height - footPlace(around).bottom - height;
  return (standsOn(around)?.top ?? window.height) - top + GAP_PX / 2;
}
