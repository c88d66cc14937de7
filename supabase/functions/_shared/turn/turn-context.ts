import { backend, env, isHosted, waitUntil, worker } from "../endpoint/runtime.ts";
import { readTitles } from "../limits.ts";
import { readProviderSettings } from "../providers/provider-settings.ts";
import { readStreamLimits } from "../providers/stream-limits.ts";
import { JSON_SECONDS } from "../time-limits.ts";
import type { TurnContext } from "./turn.ts";

/** What turns need. Separate from the runtime, so that functions without turns are deployed without the SDKs. */
export const turnContext: TurnContext = {
  backend,
  settings: readProviderSettings(env),
  streamLimits: readStreamLimits(env, isHosted),
  titles: readTitles(env),
  jsonMs: JSON_SECONDS * 1000,
  worker,
  waitUntil,
};
