import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import { listen } from "#lib/listen.ts";
import { importOrReload } from "#lib/stale-build.ts";
import type { QuoteButton } from "./quote-button.tsx";

export const fetchQuote = () => importOrReload(() => import("./quote-button.tsx"));
const Late = lazy(async () => ({ default: (await fetchQuote()).QuoteButton }));

/** What quotes a selection. Its code is fetched for the first one. */
export function Quote(props: ComponentProps<typeof QuoteButton>) {
  const [isWanted, setWanted] = useState(false);
  useEffect(
    () =>
      listen(document, ["selectionchange"], () => {
        if (getSelection()?.isCollapsed === false) setWanted(true);
      }),
    [],
  );
  return (
    isWanted && (
      <Suspense>
        <Late {...props} />
      </Suspense>
    )
  );
}
