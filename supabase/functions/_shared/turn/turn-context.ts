import { readProviderSettings } from "../providers/provider-settings.ts";
import { readStreamLimits } from "../providers/stream-limits.ts";
import { backend, env } from "../runtime.ts";
import type { TurnContext } from "./turn.ts";

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

/** What turns need. Separate from the runtime, so that functions without turns are deployed without the SDKs. */
export const turnContext: TurnContext = {
  backend,
  settings: readProviderSettings(env),
  streamLimits: readStreamLimits(env),
  waitUntil: (work) => {
    if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
  },
};
