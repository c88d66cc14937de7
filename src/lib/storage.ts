/**
 * Reads a value that `writeJson` stored. Never throws.
 * @returns the value as it was parsed (check its shape), or undefined when it is absent, broken or storage is blocked
 */
export function readJson(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. Never throws; returns false when a full or blocked storage kept nothing. */
export function writeJson(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Private windows and full disks: the page works on without memory.
    return false;
  }
}

/**
 * Calls back when what is stored under a key may have changed in another tab. A page that lies in the browser's
 * back/forward cache is told of nothing, so it is also called when the page is shown again from there. A blocked storage
 * holds no changes.
 * @returns a function that ends this
 */
export function followStored(key: string, onChange: () => void): () => void {
  const { window } = globalThis;
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && isReadable()) onChange();
  };
  // There is no window where the shell is rendered at build time.
  window?.addEventListener("storage", onStorage);
  window?.addEventListener("pageshow", onShow);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onShow);
  };
}

function isReadable(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** Removes a stored value. Never throws. */
export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing to forget.
  }
}
