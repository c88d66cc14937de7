import { useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isDrawerState } from "#lib/drawer-entry.ts";

/**
 * The drawer as a history entry of its own, so that Back closes it. It is open only where it was just opened: not after a
 * reload, nor when the entry is reached by Back or Forward.
 */
export function useDrawer() {
  const { key, pathname, search, state } = useLocation();
  const wasPushed = useNavigationType() === NavigationType.Push;
  const navigate = useNavigate();
  const closedAt = useRef<string>(null);
  const isOpen = wasPushed && isDrawerState(state);
  return {
    isOpen,
    open: () => {
      // Pressed again while its code is on the way.
      if (isOpen) return;
      // The browser's: the router does not hear when an emailed link's tokens leave the address.
      const { hash } = location;
      void navigate(
        { pathname, search, hash },
        { state: { ...(state as object | null), drawer: true } },
      );
    },
    close: () => {
      // The browser goes back a moment later; a second call would leave the page.
      if (closedAt.current === key) return;
      closedAt.current = key;
      void navigate(-1);
    },
  };
}
