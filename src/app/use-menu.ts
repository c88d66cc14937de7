import { useRef } from "react";
import { type Address, useLocation, useNavigate } from "#ui/router.tsx";

/** Whether this is the router state of the drawer's history entry. */
export const isMenuState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "menu" in state;

/**
 * The drawer as a history entry of its own, so that Back closes it. It is open only where it was just opened: not after a
 * reload, nor when the entry is reached by Back or Forward.
 */
export function useMenu() {
  const shown = useLocation();
  const { pathname, search, hash, state } = shown;
  const navigate = useNavigate();
  const closedAt = useRef<Address>(null);
  return {
    isOpen: shown.wasPushed && isMenuState(state),
    open: () =>
      navigate({ pathname, search, hash }, { state: { ...(state as object | null), menu: true } }),
    close: () => {
      // The browser goes back a moment later; a second call would leave the page.
      if (closedAt.current === shown) return;
      closedAt.current = shown;
      history.back();
    },
  };
}
