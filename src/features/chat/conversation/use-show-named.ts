import { type RefObject, useLayoutEffect, useRef } from "react";
import type { NamedMessage } from "./use-named-message.ts";

/** How long the message stands out. The style sheet fades it by then. */
const MARKED_MS = 3_000;

/**
 * Shows the message that the address names as soon as it is there: in view, with the focus, and marked for a moment.
 * @param goTo Brings an element of the pane into view.
 */
export function useShowNamed(
  named: NamedMessage | null,
  pane: RefObject<HTMLElement | null>,
  goTo: (element: HTMLElement) => void,
): void {
  const shown = useRef("");
  useLayoutEffect(() => {
    if (named === null || named.visit === shown.current) return;
    const element = pane.current?.querySelector<HTMLElement>(`[data-message="${named.id}"]`);
    if (element == null) return;
    shown.current = named.visit;
    goTo(element);
    element.focus({ preventScroll: true });
    element.dataset["found"] = "";
    setTimeout(() => delete element.dataset["found"], MARKED_MS);
  });
}
