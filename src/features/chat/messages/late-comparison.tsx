import { type ComponentProps, lazy, Suspense } from "react";
import { importOrReload } from "#lib/stale-build.ts";
import type { ComparisonRegion, FoldedComparison } from "./comparison.tsx";

// What models write about replies is in few chats. Its code is fetched for the first of it.
const fetched = () => importOrReload(() => import("./comparison.tsx"));
const LateRegion = lazy(async () => ({ default: (await fetched()).ComparisonRegion }));
const LateNote = lazy(async () => ({ default: (await fetched()).FoldedComparison }));

/** What models wrote and write about replies that stand side by side. */
export const Comparisons = (props: ComponentProps<typeof ComparisonRegion>) => (
  <Suspense fallback={<div className="col-span-full h-44" />}>
    <LateRegion {...props} />
  </Suspense>
);

/** What a model wrote or writes about one reply, or about it and others that are not shown. */
export const AboutReply = (props: ComponentProps<typeof FoldedComparison>) => (
  <Suspense>
    <LateNote {...props} />
  </Suspense>
);
