import { useRef } from "react";

/**
 * Handlers for a Radix dialog that has no trigger of its own: when it closes, the focus goes back to where it was when
 * it opened, unless it has been taken somewhere else by then.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const taken = document.activeElement !== null && document.activeElement !== document.body;
      if (!taken && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
