/** What a shortcut does. */
export type Command =
  | "search"
  | "new-chat"
  | "next-chat"
  | "previous-chat"
  | "focus-box"
  | "copy-reply"
  | "stop"
  | "shortcuts";

/**
 * What is held beside the key. `command`: ⌘ on a Mac, Ctrl elsewhere. `pair`: ⌃⌘ on a Mac, Alt+Shift elsewhere. `none`:
 * nothing; a key that types a character then counts outside text fields only.
 */
type Held = "command" | "pair" | "none";

type Pressable = {
  readonly held: Held;
  /** The key as the browser names it, in lower case. */
  readonly key: string;
};

export type Shortcut = Pressable & {
  readonly command: Command;
  /** Does the same. */
  readonly other?: Pressable;
};

/**
 * Every shortcut of the product. The listener, the dialog that lists them and the commands of the search are made from
 * this. Why these keys: docs/decisions/0029-shortcuts-hold-two-keys.md.
 */
export const SHORTCUTS: readonly Shortcut[] = [
  { command: "search", held: "command", key: "k" },
  { command: "new-chat", held: "pair", key: "o" },
  { command: "next-chat", held: "pair", key: "arrowdown" },
  { command: "previous-chat", held: "pair", key: "arrowup" },
  { command: "focus-box", held: "pair", key: "m" },
  { command: "copy-reply", held: "pair", key: "l" },
  { command: "stop", held: "none", key: "escape" },
  { command: "shortcuts", held: "none", key: "?", other: { held: "command", key: "/" } },
];

/** A key as it is pressed: the part of the event that matters. */
type PressedKey = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing"
>;

/**
 * The command of a key; null when it has none here.
 * @param isMac Whether the person's system is a Mac.
 * @param isInField Whether what has the focus takes text.
 */
export function commandOf(pressed: PressedKey, isMac: boolean, isInField: boolean): Command | null {
  if (pressed.isComposing) return null;
  const key = keyOf(pressed);
  const isMeant = (it?: Pressable) =>
    it?.key === key && isHeld(it.held, pressed, isMac) && !(isInField && key === "?");
  const shortcut = SHORTCUTS.find((it) => isMeant(it) || isMeant(it.other));
  return shortcut?.command ?? null;
}

/** A layout without Latin letters says with `code` which letter stands there on others. It may have its own `?`. */
function keyOf({ key, code }: PressedKey): string {
  if (key === "؟") return "?";
  const isLatin = key.length > 1 || /^[\p{Script=Latin}\p{ASCII}]$/u.test(key);
  // Without 'Key'. What is left of other places is no key of a shortcut.
  return (isLatin ? key : code.slice(3)).toLowerCase();
}

function isHeld(held: Held, pressed: PressedKey, isMac: boolean): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  switch (held) {
    case "command":
      // A slash may need Shift.
      return (
        (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
        !altKey &&
        (!shiftKey || pressed.key === "/")
      );
    case "pair":
      return isMac
        ? ctrlKey && metaKey && !altKey && !shiftKey
        : altKey && shiftKey && !ctrlKey && !metaKey;
    case "none":
      // A character may need Shift or AltGr, which Windows reports as Ctrl and Alt.
      return pressed.key === "?" ? !metaKey && ctrlKey === altKey : !ctrlKey && !metaKey && !altKey;
  }
}
