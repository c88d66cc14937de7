import { useRef } from "react";

/**
 * Handlers for a Radix dialog without a trigger. When it closes, the focus returns to where it was when it opened, unless
 * something else has taken it by then.
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
