import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { ModelId } from "../../../../supabase/functions/_shared/models.ts";
import type { FailureKind } from "../../../../supabase/functions/_shared/providers/failures.ts";
import { envFor } from "../../../support/providers/misbehaving-provider.ts";
import { anthropicWire, openaiWire } from "../../../support/providers/provider-wire.ts";
import { serveLocally } from "../../../support/serve-locally.ts";
import { askOne } from "./asking.ts";

// The errors of the three providers, written by us in the forms that they document or send, over HTTP.

/** An error in OpenAI's form: the words, the type and the code. */
const openai = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});
/** An error in xAI's form, whose `error` is the words. */
const xai = (error: string, code = "The caller does not have permission") => ({ code, error });
/** An error in Anthropic's form. */
const anthropic = (type: string, message: string) => ({
  type: "error",
  error: { type, message },
  request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
});
const INVALID = "invalid_request_error";
const page = (title: string) =>
  `<!DOCTYPE html>\n<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr><center>cloudflare</center></body>\n</html>`;

type Body = object | string;

const OPENAI_ERRORS: [FailureKind, number, Body][] = [
  [
    "over_quota",
    429,
    openai(
      "Request too large for gpt-4.1 (for limit gpt-4.1) in organization org-1 on tokens per min (TPM): Limit 30000, Requested 33012. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.",
      "tokens",
      "rate_limit_exceeded",
    ),
  ],
  [
    "rate_limited",
    429,
    openai(
      "Rate limit reached for gpt-4.1 in organization org-1 on tokens per min (TPM): Limit 30000, Used 28000, Requested 4000. Please try again in 4s. Visit https://platform.openai.com/account/rate-limits to learn more. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.",
      "tokens",
      "rate_limit_exceeded",
    ),
  ],
  [
    "no_credit",
    429,
    openai(
      "You exceeded your current quota, please check your plan and billing details.",
      "insufficient_quota",
      "insufficient_quota",
    ),
  ],
  [
    "no_credit",
    429,
    openai("Your account is not active.", "billing_not_active", "billing_not_active"),
  ],
  [
    "no_credit",
    400,
    openai("Billing hard limit has been reached", INVALID, "billing_hard_limit_reached"),
  ],
  [
    "bad_key",
    400,
    openai(
      "Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.",
      INVALID,
      "unsupported_value",
    ),
  ],
  [
    "bad_key",
    404,
    openai(
      "Your organization must be verified to use the model `gpt-5`.",
      INVALID,
      "model_not_found",
    ),
  ],
  [
    "bad_key",
    403,
    openai(
      "Country, region, or territory not supported",
      "request_forbidden",
      "unsupported_country_region_territory",
    ),
  ],
  ["bad_key", 401, openai("Incorrect API key provided", INVALID, "invalid_api_key")],
  ["bad_key", 401, openai("You have insufficient permissions for this operation.", INVALID)],
  [
    "refused",
    400,
    openai(
      "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt: https://platform.openai.com/docs/guides/reasoning#advice-on-prompting",
      INVALID,
      "invalid_prompt",
    ),
  ],
  [
    "refused",
    400,
    openai(
      "Invalid prompt: we've limited access to this content for safety reasons. This type of information may be used to benefit or to harm people.",
      INVALID,
      "invalid_prompt",
    ),
  ],
  ["rejected", 400, openai("Invalid prompt: a field is wrong", INVALID, "invalid_prompt")],
  ["context_too_long", 400, openai("This is too much.", INVALID, "context_length_exceeded")],
  [
    "model_gone",
    404,
    openai("The model `x` does not exist or you do not have access to it.", INVALID, null),
  ],
  [
    "model_gone",
    403,
    openai("Project `p` does not have access to model `gpt-4.1`", INVALID, "model_not_found"),
  ],
  ["model_gone", 404, openai("There is no such thing.", INVALID)],
  ["overloaded", 502, page("502 Bad Gateway")],
  ["overloaded", 503, page("503 Service Temporarily Unavailable")],
  ["timeout", 504, page("504 Gateway Time-out")],
  ["timeout", 524, page("api.openai.com | 524: A timeout occurred")],
  ["rate_limited", 429, "error code: 1015"],
  ["bad_key", 403, page("Attention Required! | Cloudflare")],
];

const XAI_ERRORS: [FailureKind, number, Body][] = [
  [
    "no_credit",
    429,
    xai(
      "Your team 1 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.",
      "Some resource has been exhausted",
    ),
  ],
  [
    "no_credit",
    403,
    xai("Your team 1 has either used all available credits or reached its monthly spending limit."),
  ],
  ["no_credit", 403, xai("Your newly created team doesn't have any credits or licenses yet.")],
  [
    "rate_limited",
    429,
    xai("Too many requests for team 1 and model grok-4.3.", "Some resource has been exhausted"),
  ],
  [
    "bad_key",
    400,
    xai("Incorrect API key provided: xa***aa.", "Client specified an invalid argument"),
  ],
  ["bad_key", 403, xai("API key is currently blocked.")],
  ["no_credit", 402, xai("Payment is required.")],
  ["refused", 403, xai("Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO")],
  [
    "context_too_long",
    400,
    xai(
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      "Client specified an invalid argument",
    ),
  ],
  [
    "model_gone",
    404,
    xai(
      "The model grok-4.3 does not exist or your team 1 does not have access to it.",
      "Some requested entity was not found",
    ),
  ],
];

const ANTHROPIC_ERRORS: [FailureKind, number, Body][] = [
  [
    "no_credit",
    400,
    anthropic(
      INVALID,
      "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
    ),
  ],
  [
    "no_credit",
    400,
    anthropic(INVALID, "Your credit balance is too low to access the Anthropic API."),
  ],
  ["no_credit", 402, anthropic("billing_error", "There is an issue with your billing.")],
  ["bad_key", 401, anthropic("authentication_error", "invalid x-api-key")],
  ["bad_key", 403, anthropic("permission_error", "Your API key may not do this.")],
  ["bad_key", 400, anthropic(INVALID, "This organization has been disabled.")],
  // To a country that is not served. It names none.
  ["bad_key", 403, { error: { type: "forbidden", message: "Request not allowed" } }],
  [
    "context_too_long",
    400,
    anthropic(INVALID, "prompt is too long: 210000 tokens > 200000 maximum"),
  ],
  [
    "context_too_long",
    400,
    anthropic(
      INVALID,
      "input length and `max_tokens` exceed context limit: 178959 + 32768 > 200000, decrease input length or `max_tokens` and try again",
    ),
  ],
  ["context_too_long", 413, anthropic("request_too_large", "Request exceeds the maximum size")],
  ["model_gone", 404, anthropic("not_found_error", "model: claude-x")],
  ["refused", 400, anthropic(INVALID, "Output blocked by content filtering policy")],
  [
    "rate_limited",
    429,
    anthropic("rate_limit_error", "This request would exceed your account's rate limit."),
  ],
  [
    "over_quota",
    429,
    anthropic("rate_limit_error", "Extra usage is required for long context requests."),
  ],
  ["overloaded", 529, anthropic("overloaded_error", "Overloaded")],
  ["overloaded", 529, page("Overloaded")],
  ["overloaded", 500, anthropic("api_error", "Internal server error")],
  ["timeout", 504, anthropic("timeout_error", "The request timed out")],
];

/** What a provider says within a stream that began well, after its status 200. */
const IN_STREAM: [FailureKind, ModelId, Body][] = [
  ["no_credit", "chatgpt-4", openai("You exceeded your current quota.", "insufficient_quota")],
  ["rate_limited", "chatgpt-4", openai("Rate limit reached.", "tokens", "rate_limit_exceeded")],
  [
    "overloaded",
    "chatgpt-4",
    openai("The server had an error while processing your request.", "server_error"),
  ],
  [
    "refused",
    "chatgpt-4",
    openai("Invalid prompt: flagged by our usage policy.", INVALID, "invalid_prompt"),
  ],
  ["no_credit", "grok", xai("Your team 1 has either used all available credits or worse.")],
  ["refused", "grok", xai("Content violates usage guidelines.")],
  ["overloaded", "claude-4", anthropic("overloaded_error", "Overloaded")],
  ["overloaded", "claude-4", anthropic("api_error", "Internal server error")],
  ["rate_limited", "claude-4", anthropic("rate_limit_error", "Too many requests.")],
  ["timeout", "claude-4", anthropic("timeout_error", "The request timed out.")],
  ["no_credit", "claude-4", anthropic("billing_error", "There is an issue with your billing.")],
  ["refused", "claude-4", anthropic(INVALID, "Output blocked by content filtering policy")],
  ["broken", "claude-4", anthropic(INVALID, "Something of the request is wrong.")],
];

/** What is made of a response of the model's provider. */
async function failureOf(
  model: ModelId,
  status: number,
  body: string,
  headers: Record<string, string>,
) {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(status, headers).end(body));
  });
  const { port, stop } = await serveLocally(server);
  onTestFinished(stop);
  const { ending } = await askOne(envFor(port), model);
  return ending.kind === "failed" ? ending.failure : ending.kind;
}

/** The response of a body that is no stream. */
const plain = (body: Body): [string, Record<string, string>] =>
  typeof body === "string"
    ? [body, { "content-type": "text/html; charset=UTF-8" }]
    : [JSON.stringify(body), { "content-type": "application/json" }];

test.each(OPENAI_ERRORS)(
  "an error is taken for %s: OpenAI's status %i with %j [models.quota] [models.account]",
  async (kind, status, body) => {
    expect(await failureOf("chatgpt-4", status, ...plain(body))).toBe(kind);
  },
);

test.each(XAI_ERRORS)(
  "an error is taken for %s: xAI's status %i with %j [models.account]",
  async (kind, status, body) => {
    expect(await failureOf("grok", status, ...plain(body))).toBe(kind);
  },
);

test.each(ANTHROPIC_ERRORS)(
  "an error is taken for %s: Anthropic's status %i with %j [models.account]",
  async (kind, status, body) => {
    expect(await failureOf("claude-4", status, ...plain(body))).toBe(kind);
  },
);

test.each(IN_STREAM)(
  "an error within a stream is taken for %s: %s's %j [models.account]",
  async (kind, model, body) => {
    const wire = model === "claude-4" ? anthropicWire() : openaiWire();
    const name = model === "claude-4" ? "event: error\n" : "";
    const frames = `${wire.open}${name}data: ${JSON.stringify(body)}\n\n`;
    const headers = { "content-type": "text/event-stream" };
    expect(await failureOf(model, 200, frames, headers)).toBe(kind);
  },
);

test.each([
  ["rate_limited", { limit: "30000", remaining: "0" }],
  ["rate_limited", { limit: "30000", remaining: "29000" }],
  ["over_quota", { limit: "30000", remaining: "30000" }],
  ["rate_limited", { limit: "30000" }],
  ["rate_limited", { limit: "many", remaining: "many" }],
] as const)(
  "an error of Anthropic's is taken for %s where its headers say %j of the input tokens of a minute [models.quota]",
  async (kind, tokens) => {
    const names = Object.entries(tokens).map(([what, count]) => [
      `anthropic-ratelimit-input-tokens-${what}`,
      count,
    ]);
    const message =
      "This request would exceed your organization's rate limit of 30,000 input tokens per minute.";
    const [body, type] = plain(anthropic("rate_limit_error", message));
    const headers = { ...type, ...(Object.fromEntries(names) as Record<string, string>) };
    expect(await failureOf("claude-4", 429, body, headers)).toBe(kind);
  },
);
