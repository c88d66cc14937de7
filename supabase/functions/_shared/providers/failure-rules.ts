import type { anthropicErrors } from "./anthropic.ts";
import type { ProviderFailure, FailureKind } from "./failures.ts";
import type { openAIErrors } from "./openai.ts";
import { retryAfterOf } from "./retry-rules.ts";

/**
 * Providers tell some causes apart by a code or wording alone: xAI returns 400 for a wrong key, Anthropic its general
 * invalid_request_error for a chat that is too long or an account without credit.
 */
const BY_WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /context_length_exceeded|prompt is too long|maximum (context|prompt) length|exceed context limit/i,
    "context_too_long",
  ],
  [/request too large .{1,200}(tokens per min|TPM)/i, "over_quota"],
  [/extra usage is required for long context/i, "over_quota"],
  [
    /insufficient_quota|billing_(error|not_active|hard_limit_reached)|spend(ing)?[_ ]limit/i,
    "no_credit",
  ],
  [
    /credit balance|(\bno|used all|any) .{0,40}credits|usage limits.{1,60}regain access/i,
    "no_credit",
  ],
  [
    /organization (must be verified|has been disabled)|unsupported_country|(country|region).{1,40}not supported/i,
    "bad_key",
  ],
  [/model_(not_found|retired|deprecated|decommissioned)|not_found_error/i, "model_gone"],
  [/\bmodel\b.{1,100}\b(does not exist|not found|retired|deprecated)/i, "model_gone"],
  [/\b(invalid|unknown) model\b/i, "model_gone"],
  [/(incorrect|invalid)[ _]api[ _]key|authentication_error/i, "bad_key"],
  [
    /content_policy|content.filter|usage guidelines|invalid_prompt.{1,200}(polic|safety)/i,
    "refused",
  ],
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
  // Cloudflare's, in front of a provider.
  524: "timeout",
};

/** The classes of an SDK's errors. */
export type SdkErrors = typeof openAIErrors | typeof anthropicErrors;

/**
 * Returns the failure behind what an SDK threw. `now`, in milliseconds since 1970, is for a Retry-After that is a date.
 * `sdk` is undefined where it was not even loaded.
 */
export function failureFrom(
  error: unknown,
  now: number,
  sdk: SdkErrors | undefined,
): ProviderFailure {
  if (sdk && error instanceof sdk.APIConnectionError) return { kind: "unreachable" };
  if (sdk && error instanceof sdk.APIError) {
    const { status, type, message, headers } = error;
    const code = "code" in error ? error.code : "";
    const told = kindOf(status, `${code ?? ""} ${type ?? ""} ${message}`);
    const kind = told === "rate_limited" && hasWholeMinute(headers) ? "over_quota" : told;
    return { kind, status, retryAfterMs: retryAfterOf(headers, now) };
  }
  // A broken stream also throws the JSON parser's SyntaxError, and fetch's own error when the connection is cut.
  return { kind: error instanceof SyntaxError ? "broken" : "unreachable" };
}

/**
 * Whether an account that was refused for too few tokens has all tokens of the minute: then the request alone needs
 * more. Anthropic has the same words for either cause, and says both numbers in headers.
 */
function hasWholeMinute(headers: Headers | undefined): boolean {
  const tokens = (what: string) =>
    Number(headers?.get(`anthropic-ratelimit-input-tokens-${what}`) ?? Number.NaN);
  return tokens("remaining") >= tokens("limit");
}

/** An error without a status came inside a stream that began well. */
function kindOf(status: number | undefined, words: string): FailureKind {
  if (status === undefined) return byWords([...BY_WORDS, ...BY_WORDS_IN_STREAM], words) ?? "broken";
  if (status >= 500) return BY_STATUS[status] ?? "overloaded";
  if (status < 400) return "unreachable";
  return byWords(BY_WORDS, words) ?? BY_STATUS[status] ?? "rejected";
}

function byWords(table: typeof BY_WORDS, words: string): FailureKind | undefined {
  return table.find(([pattern]) => pattern.test(words))?.[1];
}
