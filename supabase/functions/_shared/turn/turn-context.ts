import { backend, env, waitUntil } from "../endpoint/runtime.ts";
import { readProviderSettings } from "../providers/provider-settings.ts";
import { readStreamLimits } from "../providers/stream-limits.ts";
import type { TurnContext } from "./turn.ts";

/** What turns need. Separate from the runtime, so that functions without turns are deployed without the SDKs. */
export const turnContext: TurnContext = {
  backend,
  settings: readProviderSettings(env),
  streamLimits: readStreamLimits(env),
  waitUntil,
};
