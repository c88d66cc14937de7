import type { ProviderId } from "../models.ts";
import type { Connect } from "./answer-stream.ts";
import { connectAnthropic } from "./anthropic.ts";
import { connectOpenAI } from "./openai.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const CONNECTORS = {
  openai: connectOpenAI,
  xai: connectOpenAI,
  anthropic: connectAnthropic,
} as const satisfies Record<ProviderId, unknown>;

const connections = new WeakMap<ProviderSettings, Map<ProviderId, Connect>>();

/**
 * Returns the connection to one provider, or undefined when there is no key for it. The SDK client is made by the first
 * request and kept for these settings; when it cannot be made, that request rejects.
 */
export function connectionTo(
  settings: ProviderSettings,
  provider: ProviderId,
): Connect | undefined {
  const { apiKey, baseURL } = settings.providers[provider];
  if (apiKey === undefined) return undefined;
  const known = connections.get(settings) ?? new Map<ProviderId, Connect>();
  connections.set(settings, known);
  const connect = known.get(provider) ?? lazily(() => CONNECTORS[provider](apiKey, baseURL));
  known.set(provider, connect);
  return connect;
}

function lazily(make: () => Connect): Connect {
  let made: Connect | undefined;
  return async (request) => {
    made ??= make();
    return made(request);
  };
}
