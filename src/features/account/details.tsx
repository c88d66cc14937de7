import type { ReactNode } from "react";
import { Skeleton } from "#ui/skeleton.tsx";

/** Names with their values, one pair a line. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** The place of a list of details that is on its way. */
export function LoadingDetails({ rows }: { rows: number }) {
  return (
    <output className="block divide-y divide-line">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="flex justify-between py-3 nth-2:pt-0 last:pb-0">
          <Skeleton className="my-1 h-4 w-28" />
          <Skeleton className="my-1 h-4 w-36" />
        </span>
      ))}
    </output>
  );
}
