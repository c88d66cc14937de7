import { type RefObject, useEffect } from "react";

/**
 * Lets the arrow keys move the focus from message to message, once one of them has it. Tab then reaches the buttons of
 * that message (`data-action`), and passes by those of all others.
 */
export function useArrowKeys(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    element?.addEventListener("keydown", moveFocus);
    element?.addEventListener("focusin", offerActions);
    return () => {
      element?.removeEventListener("keydown", moveFocus);
      element?.removeEventListener("focusin", offerActions);
    };
  }, [pane]);
}

function moveFocus(event: KeyboardEvent) {
  const from = event.target;
  if (!isMessage(from)) return;
  const step =
    event.key === "ArrowUp"
      ? "previousElementSibling"
      : event.key === "ArrowDown"
        ? "nextElementSibling"
        : null;
  const to = step === null ? null : nextMessage(from, step);
  if (to === null) return;
  event.preventDefault();
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: "nearest" });
}

function offerActions({ target, currentTarget }: FocusEvent) {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return;
  const message = target.closest("[data-message]");
  for (const action of currentTarget.querySelectorAll<HTMLElement>("[data-action]")) {
    action.tabIndex = message?.contains(action) === true ? 0 : -1;
  }
}

/** The next message in a direction, beyond a line between two of them. */
function nextMessage(from: Element, step: "previousElementSibling" | "nextElementSibling") {
  for (let element = from[step]; element !== null; element = element[step]) {
    if (isMessage(element)) return element;
  }
  return null;
}

function isMessage(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset["message"] !== undefined;
}
