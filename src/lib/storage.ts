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

/** Stores a value as JSON. Never throws; a full or blocked storage keeps nothing. */
export function writeJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works on without memory.
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
