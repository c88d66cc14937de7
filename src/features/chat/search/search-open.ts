import { createStore } from "#lib/store.ts";

/** Whether the search is open. In the first script, for what opens it; all else of the search comes later. */
export const searchOpen = createStore(false);
