import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useTitle } from "./title.ts";

const COLUMN = "mx-auto w-full px-5 pt-6 pb-20 sm:px-8 sm:pt-10";
const HEADING = "text-[1.75rem] leading-tight font-semibold tracking-tight";
const BODY = "mt-8 grid grid-cols-1 gap-6";

/**
 * The column of a settings or reading page: the one h1, which takes the focus after navigation, an optional way back,
 * and the document's title.
 */
export function Page({
  title,
  intro,
  back,
  width = "measure",
  children,
}: {
  title: string;
  intro?: ReactNode;
  back?: { to: string; label: string };
  width?: "measure" | "form";
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={`${COLUMN} ${width === "form" ? "max-w-form" : "max-w-measure"}`}>
      {back && (
        <ButtonLink
          to={back.to}
          variant="ghost"
          size="sm"
          className="mb-6 -ml-3.5 text-ink-muted print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </ButtonLink>
      )}
      <h1 tabIndex={-1} className={HEADING}>
        {title}
      </h1>
      {intro != null && <p className="mt-2 text-ink-muted">{intro}</p>}
      <div className={BODY}>{children}</div>
    </div>
  );
}

/** The place of a page that is on its way, so that nothing moves when it comes. `back`: it will have a way back. */
export function LoadingPage({ back }: { back: boolean }) {
  return (
    <div className={`${COLUMN} max-w-measure`}>
      {back && (
        <div className="mb-6 flex min-h-8 items-center pointer-coarse:min-h-11">
          <Skeleton className="h-4 w-36" />
        </div>
      )}
      <h1 className={HEADING}>
        <span className="sr-only">Loading</span>
        <Skeleton className="h-[1.25em] w-56" />
      </h1>
      {back && <Skeleton className="mt-3 mb-1 h-4 w-72 max-w-full" />}
      <div className={BODY}>
        <Skeleton className="h-28 rounded-lg" />
        <Skeleton className="h-28 rounded-lg" />
      </div>
    </div>
  );
}
