import { useRef } from "react";
import {
  type DataRouter,
  type NavigateOptions,
  NavigationType,
  type To,
  useLocation,
  useNavigate,
  useNavigationType,
} from "react-router-dom";

/** Whether this is the router state of the drawer's history entry. */
const isDrawerState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "drawer" in state;

/** Whether the page is at the drawer's history entry. */
export const isAtDrawer = () => isDrawerState((history.state as { usr?: unknown } | null)?.usr);

/** Has links in the drawer replace its history entry, so that Back leads to the page that was under it. */
export function navigateInPlaceOfDrawer(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router);
  router.navigate = ((to: To | null, options?: NavigateOptions) =>
    navigate(to, isAtDrawer() ? { ...options, replace: true } : options)) as DataRouter["navigate"];
  return router;
}

/**
 * The drawer as a history entry of its own, so that Back closes it. It is open only where it was just opened: not after a
 * reload, nor when the entry is reached by Back or Forward.
 */
export function useDrawer() {
  const { key, pathname, search, hash, state } = useLocation();
  const wasPushed = useNavigationType() === NavigationType.Push;
  const navigate = useNavigate();
  const closedAt = useRef<string>(null);
  return {
    isOpen: wasPushed && isDrawerState(state),
    // At once: an Escape that follows belongs to the drawer.
    open: () =>
      void navigate(
        { pathname, search, hash },
        { state: { ...(state as object | null), drawer: true }, flushSync: true },
      ),
    close: () => {
      // The browser goes back a moment later; a second call would leave the page.
      if (closedAt.current === key) return;
      closedAt.current = key;
      void navigate(-1);
    },
  };
}
