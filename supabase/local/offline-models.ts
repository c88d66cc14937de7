import { type ChatCompletionRequest, LLMock } from "@copilotkit/aimock";
import type { Environment } from "./settings.ts";

type Provider = { name: string; key: string; baseUrl: string; path: string };

const PROVIDERS: readonly Provider[] = [
  { name: "OpenAI", key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL", path: "/v1" },
  { name: "xAI", key: "XAI_API_KEY", baseUrl: "XAI_BASE_URL", path: "/v1" },
  { name: "Anthropic", key: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL", path: "" },
];

/** About a second and a half for a reply of ordinary length, a few words at a time. */
const PIECE_CHARACTERS = 14;
const PIECE_MS = 110;
const QUOTE_CHARACTERS = 120;

export type OfflineModels = {
  /** `env` with a key and the address of a local server for each provider that had no key. */
  env: Environment;
  /** The providers answered locally. */
  names: readonly string[];
  stop: () => Promise<void>;
};

export type OfflineOptions = {
  /** Answer for every provider, whatever keys there are. */
  everyProvider?: boolean;
  /** Milliseconds before each piece of a reply. */
  pieceMs?: number;
};

/**
 * Starts a local server for each provider without a key (DESIGN 2). It speaks the provider's protocol, so that the
 * real client runs, and says in every reply that no model was asked.
 */
export async function startOfflineModels(
  env: Environment,
  { everyProvider = false, pieceMs = PIECE_MS }: OfflineOptions = {},
): Promise<OfflineModels> {
  const offline = PROVIDERS.filter(({ key }) => everyProvider || !env[key]);
  const servers = await Promise.all(
    offline.map(async (provider) => {
      const server = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 1 });
      server.on({}, (request) => ({ content: replyTo(request, provider) }), {
        chunkSize: PIECE_CHARACTERS,
        latency: pieceMs,
      });
      await server.start();
      return { provider, server };
    }),
  );
  const overrides = servers.flatMap(({ provider, server }) => [
    [provider.key, "offline"],
    [provider.baseUrl, server.url + provider.path],
  ]);
  return {
    env: { ...env, ...Object.fromEntries(overrides) },
    names: offline.map(({ name }) => name),
    stop: async () => {
      await Promise.all(servers.splice(0).map(({ server }) => server.stop()));
    },
  };
}

function replyTo(request: ChatCompletionRequest, provider: Provider): string {
  const question = request.messages.findLast((message) => message.role === "user")?.content;
  const text =
    typeof question === "string" ? question : (question ?? []).map((part) => part.text).join(" ");
  const quote = text.length > QUOTE_CHARACTERS ? `${text.slice(0, QUOTE_CHARACTERS)}…` : text;
  return (
    `This is an offline reply: no key for ${provider.name} is set (${provider.key}), ` +
    `so no model was asked. You wrote: ${quote.toWellFormed()}`
  );
}
