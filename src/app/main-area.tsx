import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { LoadingPage } from "#ui/loading-page.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { RouteFocus } from "./route-focus.tsx";

/** Every settings and reading page but the list of settings. */
const HAS_WAY_BACK = /^\/(settings\/|terms|privacy)/;

/** The main landmark, with what a screen needs around it: its loading state, its failure, the focus on arrival. */
export function MainArea({
  children,
  className = "",
}: {
  children: ReactNode;
  className?: string;
}) {
  const { pathname } = useLocation();
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`flex min-h-0 min-w-0 grow flex-col outline-none ${className}`}
    >
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<LoadingPage back={HAS_WAY_BACK.test(pathname)} />}>
          {children}
          <RouteFocus />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
