import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import { listen } from "#lib/listen.ts";
import { importOrReload } from "#lib/stale-build.ts";
import type { QuoteButton } from "./quote-button.tsx";

export const fetchQuote = () => importOrReload(() => import("./quote-button.tsx"));
const Late = lazy(async () => ({ default: (await fetchQuote()).QuoteButton }));

/** What was selected last: a press on a button takes the selection away. */
let selected: Range | null = null;

/** What was selected last, once: what has been quoted is not quoted again. */
export function takeSelected(): Range | null {
  const taken = selected;
  selected = null;
  return taken;
}

function onPress({ target }: PointerEvent): void {
  const isOnButton = target instanceof Element && target.closest("button, [role=menu]") !== null;
  // A press elsewhere begins another selection, or ends this one.
  if (!isOnButton) selected = null;
}

/** What quotes a selection. Its code is fetched for the first one. */
export function Quote(props: Omit<ComponentProps<typeof QuoteButton>, "onQuoted">) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const onSelect = () => {
      const selection = getSelection();
      if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
      selected = selection.getRangeAt(0).cloneRange();
      setWanted(true);
    };
    const ends = [
      listen(document, ["selectionchange"], onSelect),
      listen(document, ["pointerdown"], onPress),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  return (
    isWanted && (
      <Suspense>
        <Late {...props} onQuoted={takeSelected} />
      </Suspense>
    )
  );
}
