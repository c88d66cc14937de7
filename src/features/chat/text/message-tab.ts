import { flushSync } from "react-dom";

/** Opens the tab under which a message stands on a phone, where another one is open. Not while React renders. */
export function openTabOf(message: HTMLElement): void {
  const tab = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(message.id)}"]`);
  if (!message.checkVisibility()) flushSync(() => tab?.click());
}
