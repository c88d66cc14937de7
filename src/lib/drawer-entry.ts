/** Whether this is the router state of the history entry of the drawer, which holds the sidebar in narrow windows. */
export const isDrawerState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "drawer" in state;

/**
 * Whether the page is at that entry. What leads away from the drawer replaces it, so that Back leads to the page that was
 * under it.
 */
export const isAtDrawer = () =>
  isDrawerState((globalThis.history?.state as { usr?: unknown } | null | undefined)?.usr);
