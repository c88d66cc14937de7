import type { ProviderId } from "../models.ts";
import { connectAnthropic } from "./anthropic.ts";
import type { Connect } from "./conversation.ts";
import { connectOpenAI } from "./openai.ts";
import type { Settings } from "./settings.ts";

const CONNECTORS = {
  openai: connectOpenAI,
  xai: connectOpenAI,
  anthropic: connectAnthropic,
} as const satisfies Record<ProviderId, unknown>;

const connections = new WeakMap<Settings, Map<ProviderId, Connect>>();

/** The client for one provider, made once per settings; undefined when there is no key for it. */
export function connectionTo(settings: Settings, provider: ProviderId): Connect | undefined {
  const { apiKey, baseURL } = settings.providers[provider];
  if (apiKey === undefined) return undefined;
  const known = connections.get(settings) ?? new Map<ProviderId, Connect>();
  connections.set(settings, known);
  const connect = known.get(provider) ?? CONNECTORS[provider](apiKey, baseURL);
  known.set(provider, connect);
  return connect;
}
