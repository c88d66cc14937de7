/** True while the page is rendered at build time, as the shell that stands there until the scripts have run. */
export const IS_SHELL = import.meta.env.SSR;

/** For what can be pressed: in the shell only the text box works. */
export const inertInShell = IS_SHELL ? ({ inert: true, "aria-hidden": true } as const) : {};
