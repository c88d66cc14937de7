import { randomBytes } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import { type ChatCompletionRequest, createServer } from "@copilotkit/aimock";
import type { Environment } from "../process/settings.ts";

/** `path` completes the base URL as the provider's client expects it; `endpoint` is what that client then calls. */
type Provider = { name: string; key: string; baseUrl: string; path: string; endpoint: string };

const CHAT = { path: "/v1", endpoint: "/v1/chat/completions" };
const PROVIDERS: readonly Provider[] = [
  { name: "OpenAI", key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL", ...CHAT },
  { name: "xAI", key: "XAI_API_KEY", baseUrl: "XAI_BASE_URL", ...CHAT },
  {
    name: "Anthropic",
    key: "ANTHROPIC_API_KEY",
    baseUrl: "ANTHROPIC_BASE_URL",
    path: "",
    endpoint: "/v1/messages",
  },
];

/** About a second and a half for a reply of ordinary length, a few words at a time. */
const PIECE_CHARACTERS = 14;
const PIECE_MS = 110;
const QUOTE_CHARACTERS = 120;

export type OfflineOptions = {
  /** Stand in for every provider, even one with a key. */
  everyProvider?: boolean;
  /** Milliseconds before each piece of a reply. */
  pieceMs?: number;
};

/**
 * Starts a local server for each provider without a key. It speaks the provider's protocol, so that the real client
 * runs, and says in every reply that no model was asked.
 */
export async function startOfflineModels(
  env: Environment,
  { everyProvider = false, pieceMs = PIECE_MS }: OfflineOptions = {},
) {
  const offline = PROVIDERS.filter(({ key }) => everyProvider || !env[key]?.trim());
  const servers = await Promise.all(
    offline.map(async (provider) => {
      const key = randomBytes(24).toString("base64url");
      const { server, url } = await createServer(
        [
          {
            match: {},
            response: (request) => ({ content: replyTo(request, provider) }),
            chunkSize: PIECE_CHARACTERS,
            latency: pieceMs,
          },
        ],
        { port: 0, host: "127.0.0.1", journalMaxEntries: 1, auth: { apiKeys: [key] } },
      );
      keepToEndpoint(server, provider.endpoint);
      return { provider, server, key, url };
    }),
  );
  const overrides = servers.flatMap(({ provider, key, url }) => [
    [provider.key, key],
    [provider.baseUrl, url + provider.path],
  ]);
  return {
    /** `env` with a key and the address of a local server for each provider that had no key. */
    env: { ...env, ...Object.fromEntries(overrides) },
    /** The names of the providers that the local servers stand in for. */
    names: offline.map(({ name }) => name),
    stop: async () => {
      await Promise.all(servers.splice(0).map(({ server }) => server[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Reduces the library's server to the one endpoint that the provider's client calls. Its other endpoints show the last
 * question and change the replies, and any web page may call them.
 */
function keepToEndpoint(server: Server, endpoint: string): void {
  const [answer] = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request").removeAllListeners("upgrade");
  server.on("request", (request, response) => {
    const isWebPage = request.headers.origin !== undefined;
    if (isWebPage || request.method !== "POST" || request.url !== endpoint) {
      response.writeHead(404).end();
      return;
    }
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      name.toLowerCase().startsWith("access-control-") ? response : setHeader(name, value);
    answer?.(request, response);
  });
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
