import { PanelLeft } from "lucide-react";
import { remove, writeJson } from "#lib/storage.ts";
import { Button } from "#ui/button.tsx";

/** index.html reads it too. */
const KEY = "sidebar-folded";

/** Folds the sidebar away, or brings it back, and keeps that in this browser. The stylesheet does the rest. */
function fold(isFolded: boolean): void {
  document.documentElement.toggleAttribute("data-folded", isFolded);
  if (isFolded) writeJson(KEY, true);
  else remove(KEY);
  // The pressed button has disappeared.
  document.querySelector<HTMLElement>(`[data-folds="${!isFolded}"]`)?.focus();
}

/** The button 'Hide sidebar', or 'Show sidebar' while it is folded away. In narrow windows the sidebar is a drawer. */
export function FoldButton({ folds, className = "" }: { folds: boolean; className?: string }) {
  const name = folds ? "Hide sidebar" : "Show sidebar";
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      data-folds={folds}
      onClick={() => fold(folds)}
      className={`text-ink-muted max-md:hidden ${folds ? "" : "unfolded:hidden"} ${className}`}
    >
      <PanelLeft aria-hidden="true" className="size-5" />
    </Button>
  );
}
