import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { useIsOnline } from "../loading/use-is-online.ts";

/** Kept outside the component, so that it survives the change from one layout to the other. */
let isOutdated = false;

/** Says that the browser is offline, or that a new version is ready. It has a row of its own, so that it covers nothing. */
export function PageNotice() {
  const online = useIsOnline();
  const [outdated, setOutdated] = useState(isOutdated);
  useEffect(() => {
    const onNewVersion = () => {
      isOutdated = true;
      setOutdated(true);
    };
    // Not part of the first script. Without it, the next visit gets the new version.
    const watch = import("./new-version.ts").then((version) =>
      version.watchForNewVersion(onNewVersion),
    );
    watch.catch(() => undefined);
    return () => void watch.then((end) => end()).catch(() => undefined);
  }, []);
  // The live region is there before its text: screen readers announce only what changes in it.
  return (
    <output className="flex shrink-0 justify-center px-4 print:hidden">
      {!online && <Pill>You are offline. What you type is kept.</Pill>}
      {online && outdated && (
        <Pill>
          A new version is ready.
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 -mr-3"
            onClick={() => location.reload()}
          >
            Reload
          </Button>
        </Pill>
      )}
    </output>
  );
}

function Pill({ children }: { children: ReactNode }) {
  return (
    <span className="my-2 flex animate-appear items-center gap-1 rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm text-ink-muted shadow-raised">
      {children}
    </span>
  );
}
