import OpenAI, { APIConnectionError, APIError } from "openai";
import {
  type AnswerStream,
  CLIENT_OPTIONS,
  keptClients,
  type ProviderRequest,
  type Reading,
} from "./answer-stream.ts";
import type { FailureKind } from "./failures.ts";
import { modelName, tokens, type Usage } from "./usage-rules.ts";

export const openAIErrors = { APIConnectionError, APIError };

export const openAIClient = keptClients(
  (apiKey, baseURL) =>
    new OpenAI({
      ...CLIENT_OPTIONS,
      apiKey,
      baseURL,
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
    }),
);

/**
 * Asks OpenAI's chat completions, which xAI and most compatible servers offer too. Without a limit on the tokens of the
 * answer: OpenAI counts what a request reserves against the account's tokens a minute. Our own limit is the length.
 */
export async function askOpenAI(
  apiKey: string,
  baseURL: string,
  { model, system, messages, signal }: ProviderRequest,
): Promise<AnswerStream> {
  return {
    response: await openAIClient(apiKey, baseURL)
      .chat.completions.create(
        {
          model,
          stream: true,
          stream_options: { include_usage: true },
          messages: [{ role: "system", content: system }, ...messages],
        },
        { signal },
      )
      .asResponse(),
    read: chunkReader(),
  };
}

type Chunk = (OpenAI.ChatCompletionChunk & { error?: object }) | null;

const ENDS: ReadonlyMap<unknown, "finished" | FailureKind> = new Map([
  ["stop", "finished"],
  // xAI
  ["end_turn", "finished"],
  ["length", "cut_off"],
  ["content_filter", "refused"],
] as const);

function chunkReader(): (data: string) => Reading {
  let named: unknown;
  return (data) => {
    // Nothing more comes: without an end before it, the answer is not whole.
    if (data === "[DONE]") return { text: "", end: "broken" };
    const chunk = JSON.parse(data) as Chunk;
    if (chunk?.error) throw new APIError(undefined, chunk.error, undefined, undefined);
    // Every chunk names the model; the last one, which has no choices, counts the tokens.
    const usage = chunk?.model === named && !chunk?.usage ? undefined : usageOf(chunk);
    named = chunk?.model;
    const choice = chunk?.choices?.[0];
    const content = choice?.delta?.content ?? "";
    if (typeof content !== "string") return { text: "", end: "broken", usage };
    if (choice?.delta?.refusal) return { text: "", end: "refused", usage };
    return { text: content, end: endOf(choice?.finish_reason), usage };
  };
}

function usageOf(chunk: Chunk): Partial<Usage> {
  const providerModel = modelName(chunk?.model);
  const counts = chunk?.usage;
  if (!counts) return { providerModel };
  const [input, output, total] = [
    tokens(counts.prompt_tokens),
    tokens(counts.completion_tokens),
    tokens(counts.total_tokens),
  ];
  return {
    providerModel,
    inputTokens: input,
    cachedTokens: tokens(counts.prompt_tokens_details?.cached_tokens),
    // xAI counts what its models think in the total only.
    outputTokens:
      output === null || input === null || total === null
        ? output
        : Math.max(output, total - input),
  };
}

/** An empty reason is none: xAI and some compatible servers send it with every chunk. */
function endOf(reason: unknown): Reading["end"] {
  if (reason === null || reason === undefined || reason === "") return undefined;
  return ENDS.get(reason) ?? "broken";
}
