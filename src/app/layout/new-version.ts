const BETWEEN_MS = 5 * 60_000;

/** Whether the site now serves another build than the one that is running. False when the site does not respond. */
async function isOutdated(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!running) return false;
  try {
    const response = await fetch("/", { cache: "no-store" });
    const page = response.ok ? await response.text() : "";
    return page.includes("/assets/") && !page.includes(new URL(running.src).pathname);
  } catch {
    return false;
  }
}

/**
 * Calls back when a new version was deployed. Checks when the person comes back to the tab, at most every 5 minutes.
 * @returns a function that ends the watch
 */
export function watchForNewVersion(onNewVersion: () => void): () => void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAt < BETWEEN_MS) return;
    checkedAt = Date.now();
    void isOutdated().then((outdated) => {
      if (outdated) onNewVersion();
    });
  };
  document.addEventListener("visibilitychange", check);
  return () => document.removeEventListener("visibilitychange", check);
}
