import { paths } from "#lib/paths.ts";

/** Every address that needs no chat, and one that leads nowhere. */
export const ROUTES = [
  ...Object.values(paths).filter((path) => typeof path === "string"),
  "/nowhere",
];
