import type { Command, Shortcut } from "./shortcut-rules.ts";

/** What the commands are called in the list of shortcuts and in the search. */
export const COMMAND_NAMES: Readonly<Record<Command, string>> = {
  search: "Search chats",
  "new-chat": "New chat",
  "next-chat": "Next chat",
  "previous-chat": "Previous chat",
  "focus-box": "Go to the message box",
  "copy-reply": "Copy the last reply",
  stop: "Stop the reply",
  shortcuts: "Keyboard shortcuts",
};

const KEY_NAMES: Readonly<Record<string, string>> = {
  arrowdown: "↓",
  arrowup: "↑",
  escape: "Esc",
};

/** The keys of a shortcut as they are written on the person's keyboard, in the order in which they are pressed. */
export function keysOf({ held, key }: Pick<Shortcut, "held" | "key">, isMac: boolean): string[] {
  const name = KEY_NAMES[key] ?? key.toUpperCase();
  if (held === "none") return [name];
  if (held === "command") return [isMac ? "⌘" : "Ctrl", name];
  return isMac ? ["⌃", "⌘", name] : ["Alt", "Shift", name];
}

/**
 * The chat that a step leads to, in the order of the list; null at its ends. From outside the list, a step down leads to
 * the first chat.
 */
export function chatBeside(
  ids: readonly string[],
  current: string | null,
  step: 1 | -1,
): string | null {
  const at = current === null ? -1 : ids.indexOf(current);
  if (at < 0 && step < 0) return null;
  return ids[at + step] ?? null;
}
