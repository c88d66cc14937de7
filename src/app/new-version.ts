const BETWEEN_MS = 5 * 60_000;

/** Whether the site now serves another build than the one that is running. False when it cannot be told. */
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
 * Calls back once when a new version was deployed. Asks when the person comes back to the tab, and seldom.
 * @returns a function that ends it
 */
export function watchForNewVersion(found: () => void): () => void {
  let asked = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < BETWEEN_MS) return;
    asked = Date.now();
    void isOutdated().then((outdated) => {
      if (outdated) found();
    });
  };
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
