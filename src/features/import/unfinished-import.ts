import { keptStore } from "#lib/store.ts";

/**
 * The id of an import of a person in this browser that did not come to its end; null when there is none. What is imported
 * next goes on with it, and is undone with it.
 */
export const unfinishedImport = (userId: string) =>
  keptStore(`unfinished-import:${userId}`, (stored): string | null =>
    typeof stored === "string" ? stored : null,
  );
