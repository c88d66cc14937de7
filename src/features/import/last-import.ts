import { keptStore } from "#lib/store.ts";

/**
 * The newest import of a person in this browser. `until`: to when it can be undone, in milliseconds since 1970, by the
 * server's clock. `isWhole`: it came to its end. What is imported after one that did not, goes on with it, and is undone
 * with it.
 */
export type LastImport = {
  readonly importId: string;
  readonly until: number;
  readonly isWhole: boolean;
};

/** For how long an import can be undone after its newest batch. */
export const IMPORT_UNDO_MS = 10 * 60_000;

/** Kept, so that an import can be undone also after its tab was closed. */
export const lastImport = (userId: string) =>
  keptStore(`last-import:${userId}`, (stored): LastImport | null => {
    const { importId, until, isWhole = true } = (stored ?? {}) as Partial<LastImport>;
    return typeof importId === "string" && typeof until === "number"
      ? { importId, until, isWhole }
      : null;
  });
