import { paths } from "#lib/paths.ts";

/** Every route that needs no chat, and one that does not exist. */
export const ROUTES = [
  ...Object.values(paths).filter((path) => typeof path === "string"),
  "/nowhere",
];
