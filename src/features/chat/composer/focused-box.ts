let box: HTMLTextAreaElement | null = null;
/** The place of the box that was there before, if that had the focus. */
let left: string | undefined;

/** A touch screen would raise its keyboard over the page. */
const raisesKeyboard = () => globalThis.matchMedia?.("(pointer: coarse)").matches;

/**
 * Makes this the box that `focusBox` focuses, and focuses it. A box that takes the place of another, as when the code
 * of a chat has arrived, gets its focus, with the cursor at the end. Call it before anything can be typed; returns a function for when
 * the box goes.
 */
export function attachBox(field: HTMLTextAreaElement, place: string): () => void {
  box = field;
  if (left === place || !raisesKeyboard()) {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }
  return () => {
    left = document.activeElement === field ? place : undefined;
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
