import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { NoticePlace } from "#ui/notice-place.tsx";
import { LoadingPage } from "#ui/page.tsx";
import { ErrorBoundary } from "../loading/error-boundary.tsx";

/** The pages with a link back: all settings and legal pages except the list of settings. */
const HAS_BACK_LINK = /^\/(settings\/|terms|privacy)/;

/** In wide windows the page fades under the header. At its foot it leaves room for a notice. */
const SCROLLS =
  "mb-(--notice-room) scroll-pt-14 overflow-y-auto not-print:lg:[mask-image:linear-gradient(transparent,#000_1rem)]";

/** The main landmark. Around a screen it adds the loading state, the error boundary and the focus after navigation. */
export function MainArea({
  children,
  scrolls,
}: {
  children: ReactNode;
  /** Whether the screen scrolls as a whole. Chat screens have panes that scroll. */
  scrolls: boolean;
}) {
  const { pathname } = useLocation();
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`flex min-h-0 min-w-0 grow flex-col outline-none ${scrolls ? SCROLLS : ""}`}
    >
      <ErrorBoundary
        resetKey={pathname}
        fallback={<LoadingPage back={HAS_BACK_LINK.test(pathname)} />}
      >
        <div className="contents">{children}</div>
        <RouteFocus />
      </ErrorBoundary>
    </main>
  );
}

/** Where notices stand on screens without a message box at their foot. Before the screen, whose own places come first. */
export const NoticeFoot = () => (
  <div className="pointer-events-none absolute inset-x-3 bottom-1.5 z-50 print:hidden">
    <NoticePlace />
  </div>
);

let shown: string | undefined;

/**
 * Moves the focus to a new screen's heading, so that keyboard and screen reader start there. Place it after the screen
 * inside its Suspense boundary, so that it runs once the screen has been loaded. It leaves the focus alone on the first
 * screen of a visit, and when the screen has focused a field of its own.
 */
function RouteFocus() {
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
