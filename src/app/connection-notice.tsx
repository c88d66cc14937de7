import { useSyncExternalStore } from "react";

function subscribe(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Says calmly that the browser is offline. The live region is there before its text, so that it is heard. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output className="pointer-events-none fixed inset-x-0 top-2.5 z-30 flex justify-center">
      {!online && (
        <p className="animate-appear rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm text-ink-muted shadow-raised">
          You are offline. What you type is kept.
        </p>
      )}
    </output>
  );
}
