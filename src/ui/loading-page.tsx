import { Skeleton } from "./skeleton.tsx";

/** Classes that a page shares with its loading state. Here, because this file is in the first script and page.tsx is not. */
export const PAGE = {
  column: "mx-auto w-full max-w-measure px-5 pt-6 pb-20 sm:px-8 sm:pt-10 lg:pt-4",
  heading: "scroll-mt-32 text-[1.75rem] leading-tight font-semibold tracking-tight",
};

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
