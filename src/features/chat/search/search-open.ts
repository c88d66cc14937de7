import { createStore } from "#lib/store.ts";

/** Whether the search is open. In the first script, for what opens it; all else of the search comes later. */
export const searchOpen = createStore(false);

/** Opens the search on Ctrl+K (Cmd+K on a Mac, where Ctrl+K cuts a line), unless a dialog is open. */
export function openOnKey(event: KeyboardEvent): void {
  const isHeld = navigator.userAgent.includes("Mac") ? event.metaKey : event.ctrlKey;
  if (!isHeld || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (!document.querySelector("[role=dialog]")) searchOpen.set(true);
}
