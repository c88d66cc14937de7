import { LLMock } from "@copilotkit/aimock";

export type ProviderName = "openai" | "xai" | "anthropic";

/** How a provider answers from now on. */
export type Script = {
  /** The whole reply, or how to make it from the person's question. */
  text?: string | ((question: string) => string);
  /** Characters in each streamed piece, and the milliseconds before each. */
  pieceCharacters?: number;
  pieceMs?: number;
  /** An error status in place of a reply. */
  failure?: { status: number; message?: string; retryAfter?: number };
  /** Breaks the connection after this many pieces. */
  cutAfterPieces?: number;
};

/** What reached a provider. Messages are in the chat completions form, whichever protocol brought them. */
export type ProviderRequest = {
  path: string;
  model: string;
  messages: { role: string; content: string }[];
  headers: Record<string, string>;
};

/** Three servers that speak the providers' protocols, one each for OpenAI, xAI and Anthropic. */
export type Providers = {
  /** Points a product at them. */
  env: Record<string, string>;
  /** Sets how one provider answers, or all of them. */
  script: (script: Script, name?: ProviderName) => void;
  /** What reached a provider since the start or the last `forget`, oldest first. */
  requests: (name: ProviderName) => ProviderRequest[];
  forget: () => void;
  stop: () => Promise<void>;
};

const NAMES: readonly ProviderName[] = ["openai", "xai", "anthropic"];

export async function startProviders(): Promise<Providers> {
  const start = async (name: ProviderName) => {
    const server = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 0 });
    await server.start();
    return [name, server] as const;
  };
  const servers = new Map(await Promise.all(NAMES.map(start)));
  const serverOf = (name: ProviderName) => {
    const server = servers.get(name);
    if (!server) throw new Error(`There is no provider named ${name}.`);
    return server;
  };

  const providers: Providers = {
    env: {
      OPENAI_API_KEY: "sk-openai-test",
      OPENAI_BASE_URL: `${serverOf("openai").url}/v1`,
      XAI_API_KEY: "sk-xai-test",
      XAI_BASE_URL: `${serverOf("xai").url}/v1`,
      ANTHROPIC_API_KEY: "sk-anthropic-test",
      ANTHROPIC_BASE_URL: serverOf("anthropic").url,
    },
    script: (script, name) => {
      for (const server of name ? [serverOf(name)] : servers.values()) apply(server, script);
    },
    requests: (name) => serverOf(name).getRequests().map(toRequest),
    forget: () => {
      for (const server of servers.values()) server.clearRequests();
    },
    stop: async () => {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
  };
  providers.script({ text: (question) => `You asked: ${question}` });
  return providers;
}

function apply(server: LLMock, script: Script): void {
  const { text = "", pieceCharacters = 8, pieceMs = 5, failure, cutAfterPieces } = script;
  server.clearFixtures();
  server.on(
    {},
    (request) => {
      if (failure) {
        const { status, message = "scripted failure", retryAfter } = failure;
        return { error: { message }, status, ...(retryAfter !== undefined && { retryAfter }) };
      }
      const question = textOf(request.messages.findLast(({ role }) => role === "user")?.content);
      return { content: typeof text === "string" ? text : text(question) };
    },
    {
      chunkSize: pieceCharacters,
      latency: pieceMs,
      ...(cutAfterPieces !== undefined && { truncateAfterChunks: cutAfterPieces }),
    },
  );
}

type Entry = ReturnType<LLMock["getRequests"]>[number];
type Messages = { role: string; content: unknown }[];

function toRequest({ path, headers, body }: Entry): ProviderRequest {
  const messages = (body?.["messages"] ?? []) as Messages;
  return {
    path,
    headers,
    model: String(body?.["model"]),
    messages: messages.map(({ role, content }) => ({ role, content: textOf(content) })),
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("");
}
