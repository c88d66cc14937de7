/** Where a value is kept: for all tabs, or for this one until it is closed. */
type Place = "localStorage" | "sessionStorage";

/**
 * Reads a value that `writeJson` stored. Never throws.
 * @returns the value as it was parsed (check its shape), or undefined when it is absent, broken or storage is blocked
 */
export function readJson(key: string, place: Place = "localStorage"): unknown {
  try {
    const text = globalThis[place].getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is stored under all keys that begin in one of these ways, as text. Nothing where storage is blocked. */
export function storedUnder(...prefixes: readonly string[]): readonly [string, string][] {
  try {
    const { localStorage } = globalThis;
    const keys = Object.keys(localStorage);
    const own = keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    return own.map((key) => [key, localStorage.getItem(key) ?? ""]);
  } catch {
    return [];
  }
}

/** Stores a value as JSON. Never throws; returns false when a full or blocked storage kept nothing. */
export function writeJson(key: string, value: unknown, place?: Place): boolean {
  return writeText(key, JSON.stringify(value), place);
}

/** Stores a text. Never throws; returns false when a full or blocked storage kept nothing. */
export function writeText(key: string, text: string, place: Place = "localStorage"): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    // Private windows and full disks: the page works on without memory.
    return false;
  }
}

/** The parts of a StorageEvent (`key`) or of a PageTransitionEvent (`persisted`) that matter here. */
type Told = { readonly key?: string | null; readonly persisted?: boolean };

/**
 * Calls back when what is stored under a key, or under one that begins with it, may have changed in another tab. A page
 * that lies in the browser's back/forward cache is told of nothing, so it is also called when the page is shown again
 * from there.
 * @param end Its signal ends the calls.
 */
export function followStored(key: string, onChange: () => void, end?: AbortController): void {
  const { window } = globalThis;
  const onTold = (event: Told) => {
    if ((event.key ?? key).startsWith(key) && event.persisted !== false) onChange();
  };
  // There is no window where the shell is rendered at build time.
  window?.addEventListener("storage", onTold, end);
  window?.addEventListener("pageshow", onTold, end);
}

/** Removes a stored value. Never throws. */
export function remove(key: string, place: Place = "localStorage"): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Blocked storage holds nothing to forget.
  }
}
