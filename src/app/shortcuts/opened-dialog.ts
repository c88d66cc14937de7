import { createStore } from "#lib/store.ts";

/** The dialog that the person has opened: the search or the list of shortcuts. */
export const openedDialog = createStore<"search" | "shortcuts" | null>(null);
