import {
  APIConnectionError as AnthropicConnectionError,
  APIError as AnthropicError,
} from "@anthropic-ai/sdk";
import { APIConnectionError as OpenAIConnectionError, APIError as OpenAIError } from "openai";
import type { ProviderFailure, FailureKind } from "./failures.ts";
import { retryAfterOf } from "./retry-rules.ts";

/** An error that a provider returned; without a status it came inside a stream that began well. */
type ProviderError = { status: number | undefined; words: string; headers: Headers | undefined };

/**
 * Providers tell some causes apart by a code or wording alone: xAI returns 400 for a wrong key, Anthropic its general
 * invalid_request_error for a chat that is too long or an account without credit.
 */
const BY_WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /context_length_exceeded|prompt is too long|maximum (context|prompt) length/i,
    "context_too_long",
  ],
  [
    /insufficient_quota|billing_error|spend_limit|credit balance|(no|used all) .{0,40}credits/i,
    "no_credit",
  ],
  [/model_(not_found|retired|deprecated|decommissioned)|not_found_error/i, "model_gone"],
  [/\bmodel\b.{1,100}\b(does not exist|not found|retired|deprecated)/i, "model_gone"],
  [/\b(invalid|unknown) model\b/i, "model_gone"],
  [/(incorrect|invalid)[ _]api[ _]key|authentication_error/i, "bad_key"],
  [/content_policy|content_filter|usage guidelines/i, "refused"],
];

const BY_WORDS_IN_STREAM: readonly (readonly [RegExp, FailureKind])[] = [
  [/rate_limit/i, "rate_limited"],
  [/overloaded|unavailable|server_error|api_error|internal/i, "overloaded"],
  [/timeout/i, "timeout"],
];

const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: "bad_key",
  402: "no_credit",
  403: "bad_key",
  404: "model_gone",
  408: "timeout",
  410: "model_gone",
  413: "context_too_long",
  429: "rate_limited",
  504: "timeout",
};

/** No timeout: what took too long may have been paid for, and would be again. */
const WORTH_ANOTHER_TRY: ReadonlySet<FailureKind> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
] as const);

/** Returns the failure behind what an SDK threw. `now`, in milliseconds since 1970, is for a Retry-After that is a date. */
export function failureFrom(error: unknown, now: number): ProviderFailure {
  if (error instanceof OpenAIConnectionError || error instanceof AnthropicConnectionError) {
    return failed("unreachable");
  }
  if (error instanceof OpenAIError || error instanceof AnthropicError) {
    return fromProvider(providerError(error), now);
  }
  // A broken stream also throws the JSON parser's SyntaxError, and fetch's own error when the line is cut.
  return error instanceof SyntaxError ? failed("broken") : failed("unreachable");
}

function failed(kind: FailureKind): ProviderFailure {
  return { kind, again: WORTH_ANOTHER_TRY.has(kind) };
}

function providerError(error: OpenAIError | AnthropicError): ProviderError {
  const code = "code" in error ? error.code : "";
  return {
    status: error.status,
    words: `${code ?? ""} ${error.type ?? ""} ${error.message}`,
    headers: error.headers,
  };
}

function fromProvider({ status, words, headers }: ProviderError, now: number): ProviderFailure {
  return {
    ...failed(kindOf(status, words)),
    // A redirect is not tried again: it leads to the same place.
    ...(status !== undefined && status < 400 && { again: false }),
    status,
    retryAfterMs: status === undefined ? undefined : retryAfterOf(headers, now),
  };
}

function kindOf(status: number | undefined, words: string): FailureKind {
  if (status === undefined) return byWords([...BY_WORDS, ...BY_WORDS_IN_STREAM], words) ?? "broken";
  if (status >= 500) return BY_STATUS[status] ?? "overloaded";
  if (status < 400) return "unreachable";
  return byWords(BY_WORDS, words) ?? BY_STATUS[status] ?? "rejected";
}

function byWords(table: typeof BY_WORDS, words: string): FailureKind | undefined {
  return table.find(([pattern]) => pattern.test(words))?.[1];
}
