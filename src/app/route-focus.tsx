import { useEffect } from "react";
import { useLocation } from "react-router-dom";

let shown: string | undefined;

/**
 * Moves the focus to a new screen's heading, so that keyboard and screen reader start there. Put it after the screen
 * inside its Suspense boundary: it then runs when the screen is really there. A screen that has taken the focus
 * itself, for its first field, keeps it; the first screen of a visit is left alone.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  useEffect(() => {
    const first = shown === undefined;
    if (shown === pathname) return;
    shown = pathname;
    const main = document.querySelector("main");
    if (first || !main || main.contains(document.activeElement)) return;
    (main.querySelector<HTMLElement>("h1[tabindex]") ?? main).focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
