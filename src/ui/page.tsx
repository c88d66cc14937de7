import { ArrowLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ButtonLink } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useTitle } from "./title.ts";

type Place = { to: string; label: string };

/** Classes that a page shares with its loading state. */
const PAGE = {
  column: "mx-auto w-full max-w-measure px-5 pt-6 pb-20 sm:px-8 sm:pt-10 lg:pt-4",
  heading: "scroll-mt-32 text-[1.75rem] leading-tight font-semibold tracking-tight",
};

/**
 * A settings or legal page: one column with its h1, which takes the focus after navigation, an optional link back, and
 * a trail of the screens above it, the outermost first. Sets the document's title.
 */
export function Page({
  title,
  intro,
  back,
  trail,
  children,
}: {
  title: string;
  intro?: ReactNode;
  back?: Place;
  trail?: readonly Place[];
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={PAGE.column}>
      {back && (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
          <ButtonLink to={back.to} variant="ghost" size="sm" className="-ml-3.5 text-ink-muted">
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span>{back.label}</span>
          </ButtonLink>
          {trail && (
            <nav aria-label="Breadcrumb" className="text-sm text-ink-muted">
              <ol className="flex flex-wrap items-center gap-x-2">
                {trail.map(({ to, label }) => (
                  <li key={to} className="flex items-center gap-x-2">
                    <Link
                      to={to}
                      className="rounded-sm hover:text-ink hover:underline pointer-coarse:py-3"
                    >
                      {label}
                    </Link>
                    <ChevronRight aria-hidden="true" className="size-3.5" />
                  </li>
                ))}
                <li aria-current="page">{title}</li>
              </ol>
            </nav>
          )}
        </div>
      )}
      <h1 tabIndex={-1} className={PAGE.heading}>
        {title}
      </h1>
      {intro != null && <p className="mt-2 text-ink-muted">{intro}</p>}
      <div className="mt-8 grid grid-cols-1 gap-6">{children}</div>
    </div>
  );
}

/** Stands in for a page that is loading, so that nothing moves when it appears. `back`: the page has a link back. */
export function LoadingPage({ back }: { back: boolean }) {
  return (
    <div className={PAGE.column}>
      {back && (
        <Skeleton className="mt-2 mb-8 h-4 w-36 pointer-coarse:mt-3.5 pointer-coarse:mb-9.5" />
      )}
      <h1 className={PAGE.heading}>
        <span className="sr-only">Loading</span>
        <Skeleton className="h-[1.25em] w-56" />
      </h1>
      <Skeleton className="mt-16 h-28 rounded-lg" />
    </div>
  );
}
