import { type RefObject, useEffect } from "react";

/** Lets the arrow keys move the focus from message to message, once one of them has it. */
export function useArrowKeys(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    element?.addEventListener("keydown", moveFocus);
    return () => element?.removeEventListener("keydown", moveFocus);
  }, [pane]);
}

function moveFocus(event: KeyboardEvent) {
  const from = event.target;
  if (!isMessage(from)) return;
  const to =
    event.key === "ArrowUp"
      ? from.previousElementSibling
      : event.key === "ArrowDown"
        ? from.nextElementSibling
        : null;
  if (!isMessage(to)) return;
  event.preventDefault();
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: "nearest" });
}

function isMessage(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset["message"] !== undefined;
}
