import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { LoadingPage } from "#ui/page.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { RouteFocus } from "./route-focus.tsx";

/** The main landmark, with what a screen needs around it: its loading state, its failure, the focus on arrival. */
export function Pane({ children, className = "" }: { children: ReactNode; className?: string }) {
  const { pathname } = useLocation();
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`flex min-h-0 min-w-0 grow flex-col outline-none ${className}`}
    >
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<LoadingScreen pathname={pathname} />}>
          {children}
          <RouteFocus />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

function LoadingScreen({ pathname }: { pathname: string }) {
  const isPage = [paths.settings, paths.terms, paths.privacy].some((path) =>
    pathname.startsWith(path),
  );
  if (isPage) return <LoadingPage back={pathname !== paths.settings} />;
  return (
    <div className="mx-auto grid w-full max-w-measure gap-6 px-5 pt-10 sm:px-8">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-24 w-full rounded-lg" />
    </div>
  );
}
