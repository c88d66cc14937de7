import { isComposing } from "#ui/input-method.ts";

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "isComposing" | "keyCode">;
type Modifiers = Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey">;

/** Enter sends and Shift+Enter breaks the line. In an input method, Enter chooses a word and sends nothing. */
export function sendsMessage(key: Key): boolean {
  return key.key === "Enter" && !key.shiftKey && !isComposing(key);
}

/** Whether a key that sends the message sends it to all four models: Ctrl+Enter, and ⌘+Enter on a Mac. */
export function asksAll({ ctrlKey, metaKey, altKey }: Modifiers): boolean {
  return (ctrlKey || metaKey) && !altKey;
}

/**
 * Which of several answers a key chooses, by its place among them; null when none: Alt+1 to 4. On a Mac, where Alt types
 * signs with them, ⌃⌘. The place of the key counts: on some layouts digits need Shift, which is held for other things.
 */
export function chosenPlace(
  { code, shiftKey, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "code"> & Key & Modifiers,
  isMac: boolean,
): number | null {
  const isHeld = isMac ? ctrlKey && metaKey && !altKey : altKey && !ctrlKey && !metaKey;
  return isHeld && !shiftKey && /^Digit[1-4]$/.test(code) ? Number(code.at(-1)) - 1 : null;
}

/**
 * Whether a key that no field receives is text for the box: a printable one without a modifier. The space bar presses
 * the button or opens the link that has the focus; `isOnControl` says that there is one. A question mark opens the list
 * of shortcuts.
 */
export function typesText(key: Key & Modifiers, isOnControl: boolean): boolean {
  if (key.ctrlKey || key.metaKey || key.altKey || isComposing(key)) return false;
  if (key.key === " ") return !isOnControl;
  return (/^.$/u.test(key.key) && key.key !== "?") || key.key === "Dead";
}

/** Esc stops an answer, except in an input method, where it discards the word that is being composed. */
export function stopsReply(key: Key): boolean {
  return key.key === "Escape" && !isComposing(key);
}
