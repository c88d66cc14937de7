import { keptStore } from "#lib/store.ts";

/**
 * The id of a person's import in this browser that was not finished; null when there is none. The next import continues
 * it, and is undone with it.
 */
export const unfinishedImport = (userId: string) =>
  keptStore(`unfinished-import:${userId}`, (stored): string | null =>
    typeof stored === "string" ? stored : null,
  );
