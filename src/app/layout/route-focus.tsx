import { useEffect } from "react";
import { useLocation } from "react-router-dom";

let shown: string | undefined;

/**
 * Moves the focus to a new screen's heading, so that keyboard and screen reader start there. Place it after the screen
 * inside its Suspense boundary, so that it runs once the screen has been loaded. It leaves the focus alone on the first
 * screen of a visit, and when the screen has focused a field of its own.
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
