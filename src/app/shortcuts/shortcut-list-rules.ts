import type { Shortcut } from "./shortcut-rules.ts";

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
