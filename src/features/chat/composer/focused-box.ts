let box: HTMLTextAreaElement | null = null;

/** The box on the screen, if there is one. */
export const boxOnScreen = () => box;

/** The place of the box that was there before, if that had the focus, and what was selected in it. */
let left: { place: string; from: number; to: number } | undefined;

/** A touch screen would raise its keyboard over the page. */
export const raisesKeyboard = () => globalThis.matchMedia?.("(pointer: coarse)").matches;

/** Whether a dialog stands over the box. */
export const isCovered = () => document.querySelector("[role=dialog]") !== null;

/**
 * Makes this the box that `focusBox` focuses, and focuses it, unless a dialog or a menu is open, or a message has the focus
 * to which the address leads. A box that takes the place of another, as when the code of a chat has arrived, gets its
 * selection too; else the cursor is at the end. Call it before anything can be typed. Returns a function to call when the
 * box goes.
 */
export function attachBox(field: HTMLTextAreaElement, place: string): () => void {
  box = field;
  const end = field.value.length;
  const own = left?.place === place ? left : undefined;
  const isElsewhere = document.querySelector("[role=menu], [data-message]:focus") !== null;
  if (!isCovered() && !isElsewhere && (own || !raisesKeyboard())) {
    field.focus();
    field.setSelectionRange(own?.from ?? end, own?.to ?? end);
  }
  return () => {
    const { selectionStart: from, selectionEnd: to } = field;
    left = document.activeElement === field ? { place, from, to } : undefined;
    box = null;
  };
}

/**
 * Focuses the box on the screen, except on a touch screen. Returns whether it did.
 * @param isAsked Whether the person asked for it by a key, which a touch screen with a keyboard has too.
 */
export function focusBox(isAsked = false): boolean {
  if (box === null || (!isAsked && raisesKeyboard())) return false;
  box.focus();
  return true;
}

/** Whether an element takes the keys pressed on it: it is a field, or in a menu, where letters choose an item. */
export function receivesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=menu]") !== null
  );
}
