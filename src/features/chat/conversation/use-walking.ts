import { type RefObject, useEffect } from "react";

/** The arrow keys walk from message to message once one of them has the focus (DESIGN 7). */
export function useWalking(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    element?.addEventListener("keydown", walk);
    return () => element?.removeEventListener("keydown", walk);
  }, [pane]);
}

function walk(event: KeyboardEvent) {
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
