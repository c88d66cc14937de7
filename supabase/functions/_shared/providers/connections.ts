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

/**
 * The way to one provider, whose client is made by the first request and then kept for these settings; undefined when
 * there is no key for it. What goes wrong in making the client fails the request.
 */
export function connectionTo(settings: Settings, provider: ProviderId): Connect | undefined {
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
