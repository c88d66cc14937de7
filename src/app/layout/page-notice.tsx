import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useTransition } from "react";
import { useShowsUnread } from "#features/chat/data/copies.ts";
import { listen } from "#lib/listen.ts";
import { createStore, useStore } from "#lib/store.ts";
import { timedFetch } from "#lib/timed-fetch.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import { Button, TryAgain } from "#ui/button.tsx";

const IN_PILL = { variant: "ghost", size: "sm", className: "-my-1 -mr-3" } as const;

/** Whether a new version is ready. It survives the change from one layout to the other. */
const outdated = createStore(false);

/**
 * Says that the browser is offline, that what is shown could not be read again, or that a new version is ready. It has a
 * row of its own, so that it covers nothing.
 * @param isLaidOver Whether it takes no room: it stands over the free space at the top of the home screen, so that
 * nothing there moves when it comes.
 */
export function PageNotice({ isLaidOver = false }: { isLaidOver?: boolean }) {
  const online = useIsOnline();
  const isUnread = useShowsUnread();
  const client = useQueryClient();
  const [isTrying, tryAgain] = useTransition();
  const isOutdated = useStore(outdated, (is) => is);
  useEffect(watchForNewVersion, []);
  // The live region is there before its text: screen readers announce only what changes in it.
  return (
    <output
      className={`flex shrink-0 justify-center px-4 print:hidden ${isLaidOver ? "relative z-10 h-0" : ""}`}
    >
      {!online && <Pill>You are offline. What you type is kept.</Pill>}
      {online && isUnread && (
        <Pill>
          The server is not responding. You see what was loaded before, and what you type is kept.
          <TryAgain
            {...IN_PILL}
            isTrying={isTrying}
            onClick={() => tryAgain(() => client.refetchQueries({ type: "active" }))}
          />
        </Pill>
      )}
      {online && !isUnread && isOutdated && (
        <Pill>
          A new version is ready.
          <Button {...IN_PILL} onClick={() => location.reload()}>
            Reload
          </Button>
        </Pill>
      )}
    </output>
  );
}

function Pill({ children }: { children: ReactNode }) {
  return (
    <span className="my-2 flex h-fit animate-appear items-center gap-1 rounded-full border border-line bg-surface-raised px-4 py-1.5 text-sm text-ink-muted shadow-raised">
      {children}
    </span>
  );
}

const BETWEEN_MS = 5 * 60_000;

/** Whether the site now serves another build than the one that is running. False when the site does not respond. */
async function isReplaced(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!running) return false;
  try {
    const response = await timedFetch("/", { cache: "no-store" });
    const page = response.ok ? await response.text() : "";
    return page.includes("/assets/") && !page.includes(new URL(running.src).pathname);
  } catch {
    return false;
  }
}

/**
 * Notes when a new version was deployed. Checks when the person comes back to the tab, at most every 5 minutes.
 * @returns a function that ends the watch
 */
function watchForNewVersion(): () => void {
  let checkedAt = performance.now();
  const check = () => {
    if (document.visibilityState !== "visible" || performance.now() - checkedAt < BETWEEN_MS)
      return;
    checkedAt = performance.now();
    void isReplaced().then((replaced) => {
      if (replaced) outdated.set(true);
    });
  };
  return listen(document, ["visibilitychange"], check);
}
