import Anthropic, { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import {
  type AnswerStream,
  CLIENT_OPTIONS,
  type HistoryMessage,
  keptClients,
  NOTHING,
  type ProviderRequest,
  type Reading,
} from "./answer-stream.ts";
import type { FailureKind } from "./failures.ts";
import { modelName, tokens, type Usage } from "./usage-rules.ts";

export const anthropicErrors = { APIConnectionError, APIError };

export const anthropicClient = keptClients(
  (apiKey, baseURL) => new Anthropic({ ...CLIENT_OPTIONS, apiKey, baseURL, webhookKey: null }),
);

/** The most tokens of one answer, which Anthropic requires. What a model thinks before it writes counts too. */
const MAX_TOKENS = 32_768;

/** Asks Anthropic's Messages API. */
export async function askAnthropic(
  apiKey: string,
  baseURL: string,
  { model, system, messages, signal }: ProviderRequest,
): Promise<AnswerStream> {
  return {
    response: await anthropicClient(apiKey, baseURL)
      .messages.create(
        {
          model,
          stream: true,
          max_tokens: MAX_TOKENS,
          system,
          messages: withBreakpoints(messages),
        },
        { signal },
      )
      .asResponse(),
    read: eventReader(),
  };
}

/**
 * Marks where Anthropic may cache the prompt, on the two newest messages of the person (it takes four marks at most).
 * The question's mark caches everything up to it for the next turn, and for a second answer to it. The mark before it
 * is where the last turn cached its prompt, so that this one finds it however many messages lie between.
 */
function withBreakpoints(messages: readonly HistoryMessage[]): Anthropic.MessageParam[] {
  const questions = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const marked = new Set(questions.slice(-2));
  return messages.map(({ role, content }, index) => {
    if (!marked.has(index)) return { role, content };
    return {
      role,
      content: [{ type: "text", text: content, cache_control: { type: "ephemeral" } }],
    };
  });
}

const ENDS: ReadonlyMap<unknown, "finished" | FailureKind> = new Map([
  ["end_turn", "finished"],
  ["stop_sequence", "finished"],
  ["max_tokens", "cut_off"],
  ["model_context_window_exceeded", "context_too_long"],
  ["refusal", "refused"],
] as const);

/** The stop reason comes first and `message_stop` last; the answer is whole only when both have come. */
function eventReader(): (data: string) => Reading {
  let finished = false;
  return (data) => {
    const event = JSON.parse(data) as Anthropic.RawMessageStreamEvent | ErrorEvent | null;
    switch (event?.type) {
      case "content_block_start":
        return event.content_block?.type === "text" ? readText(event.content_block.text) : NOTHING;
      case "content_block_delta":
        return event.delta?.type === "text_delta" ? readText(event.delta.text) : NOTHING;
      case "message_start": {
        const usage = {
          providerModel: modelName(event.message?.model),
          ...usageOf(event.message?.usage),
        };
        return { ...NOTHING, usage };
      }
      case "message_delta": {
        const usage = usageOf(event.usage);
        const reason = event.delta?.stop_reason;
        if (reason === null || reason === undefined) return { ...NOTHING, usage };
        const end = ENDS.get(reason) ?? "broken";
        finished = end === "finished";
        return { text: "", end: finished ? undefined : end, usage };
      }
      case "message_stop":
        return { text: "", end: finished ? "finished" : "broken" };
      case "error":
        throw new APIError(undefined, event, undefined, undefined, event.error?.type);
      default:
        return NOTHING;
    }
  };
}

type ErrorEvent = { type: "error"; error?: { type: Anthropic.ErrorType } };

function readText(text: unknown): Reading {
  return typeof text === "string" ? { text, end: undefined } : { text: "", end: "broken" };
}

/** Anthropic counts cached tokens apart from the rest of the input. All counts are of the whole answer so far. */
function usageOf(usage: Partial<Anthropic.MessageDeltaUsage> | null | undefined): Partial<Usage> {
  const cached = tokens(usage?.cache_read_input_tokens);
  const created = tokens(usage?.cache_creation_input_tokens);
  const input = tokens(usage?.input_tokens);
  return {
    inputTokens: input === null ? null : input + (cached ?? 0) + (created ?? 0),
    cachedTokens: cached,
    outputTokens: tokens(usage?.output_tokens),
  };
}
