import { backend, env, log } from "./environment.ts";
import { readSettings } from "./providers/ask.ts";
import type { Turns } from "./turn.ts";

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

/** What a turn needs. Apart from the rest, so that functions which ask no provider are deployed without the SDKs. */
export const turns: Turns = {
  backend,
  settings: readSettings(env),
  log,
  waitUntil: (work) => {
    if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
  },
};
