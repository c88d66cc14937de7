import { type KeptStore, keptStore } from "#lib/store.ts";

/** Whether a person wants to be told when a reply is done. Kept in this browser, and in step with its other tabs. */
export const tellStore = (userId: string): KeptStore<boolean> =>
  keptStore(`tell-when-done:${userId}`, (stored) => stored === true);
