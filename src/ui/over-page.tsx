import { type ReactNode, type Ref, useImperativeHandle } from "react";
import { createPortal } from "react-dom";

/** Draws what belongs to an element over everything else, and keeps it in the element's part of the page. */
export function OverPage({ element, children }: { element: Element; children: ReactNode }) {
  return createPortal(
    <div
      popover="manual"
      ref={(layer) => layer?.showPopover()}
      className="pointer-events-none overflow-visible border-0 p-0 print:hidden"
    >
      {children}
    </div>,
    element.closest("[role=dialog], main, nav, header, aside") ?? document.body,
  );
}

/** Gives Radix, as the child of a trigger, an element that stood on the page before Radix was fetched. */
export function Standing<Known extends HTMLElement>({
  element,
  ref,
}: {
  element: Known;
  /** Given by Radix. */
  ref?: Ref<Known>;
}) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
