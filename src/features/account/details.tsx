import type { ReactNode } from "react";
import { Skeleton } from "#ui/skeleton.tsx";

/** Name and value stand beside each other where there is room, else below each other. */
const LIST = "@container block divide-y divide-line";
const ROW = "block py-3 @sm:flex @sm:items-baseline @sm:justify-between @sm:gap-x-6";

/** Names with their values. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={LIST}>{children}</dl>;
}

/** One name with its value. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`${ROW} first:pt-0 last:pb-0`}>
      <dt className="shrink-0 text-sm text-ink-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere @sm:text-right">{children}</dd>
    </div>
  );
}

/** Stands in for a list of details that is loading. */
export function LoadingDetails() {
  return (
    <output className={LIST}>
      <span className="sr-only">Loading</span>
      {[1, 2, 3, 4].map((row) => (
        <span key={row} className={`${ROW} nth-2:pt-0 last:pb-0`}>
          <Skeleton className="my-1 h-3 w-28 @sm:h-4" />
          <Skeleton className="my-1 h-4 w-36" />
        </span>
      ))}
    </output>
  );
}
