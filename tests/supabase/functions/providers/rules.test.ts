import { APIError as AnthropicError } from "@anthropic-ai/sdk";
import { array, assert, constantFrom, property } from "fast-check";
import { APIError as OpenAIError } from "openai";
import { describe, expect, test } from "vitest";
import { anthropicErrors } from "../../../../supabase/functions/_shared/providers/anthropic.ts";
import { failureFrom } from "../../../../supabase/functions/_shared/providers/failure-rules.ts";
import {
  describeFailure,
  type FailureKind,
  isRetryable,
  type ProviderFailure,
} from "../../../../supabase/functions/_shared/providers/failures.ts";
import { openAIErrors } from "../../../../supabase/functions/_shared/providers/openai.ts";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import {
  retryAfterOf,
  waitBeforeNextTry,
} from "../../../../supabase/functions/_shared/providers/retry-rules.ts";
import {
  readStreamLimits,
  STREAM_LIMITS,
} from "../../../../supabase/functions/_shared/providers/stream-limits.ts";
import { textJoiner } from "../../../../supabase/functions/_shared/providers/text-joiner.ts";

describe("the text that is passed on from a provider", () => {
  test("is the whole text without NUL and well-formed, however it was cut", () => {
    const unit = constantFrom("a", "\0", "\uD83D", "\uDE00", "😀", "é", "\n");
    assert(
      property(array(array(unit).map((units) => units.join(""))), (pieces) => {
        const joiner = textJoiner();
        const passed = pieces.map((piece) => joiner.add(piece));
        expect(passed.every((piece) => piece.isWellFormed())).toBe(true);
        expect(passed.join("") + joiner.end()).toBe(
          pieces.join("").replaceAll("\0", "").toWellFormed(),
        );
      }),
    );
  });
});

describe("the header Retry-After", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  test.each([
    ["0", 0],
    ["7", 7_000],
    ["1.5", 1_500],
    ["Sat, 21 Nov 2026 12:00:09 GMT", 9_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["", undefined],
    ["9".repeat(400), undefined],
  ])("%j means %s ms", (value, expected) => {
    expect(retryAfterOf(new Headers({ "retry-after": value }), now)).toBe(expected);
  });

  test("means no wait of its own when it is absent", () => {
    expect(retryAfterOf(new Headers(), now)).toBeUndefined();
    expect(retryAfterOf(undefined, now)).toBeUndefined();
  });
});

describe("the wait before the next try", () => {
  const again: ProviderFailure = { kind: "overloaded" };
  const asked = (retryAfterMs: number): ProviderFailure => ({ ...again, retryAfterMs });
  test.each([
    ["first, no jitter", again, 1, 90_000, 0, 500],
    ["first, most jitter", again, 1, 90_000, 1, 250],
    ["second", again, 2, 90_000, 0, 1_000],
    ["none left", again, 3, 90_000, 0, undefined],
    ["not worth it", { kind: "timeout" }, 1, 90_000, 0, undefined],
    ["a redirect", { kind: "unreachable", status: 307 }, 1, 90_000, 0, undefined],
    ["would end at the deadline", again, 1, 500, 0, undefined],
    ["ends just before the deadline", again, 1, 501, 0, 500],
    ["as long as asked for", asked(3_000), 1, 90_000, 0, 3_000],
    ["never shorter than ours", asked(10), 1, 90_000, 0, 500],
    ["asked for the most we wait", asked(10_000), 1, 90_000, 0, 10_000],
    ["asked for more", asked(10_001), 1, 90_000, 0, undefined],
    ["asked for more than is left", asked(9_000), 1, 9_000, 0, undefined],
    ["deadline passed", again, 1, -1, 0, undefined],
  ] as const)("%s", (_, failure, tries, remaining, jitter, expected) => {
    expect(waitBeforeNextTry(failure, tries, remaining, jitter, STREAM_LIMITS)).toBe(expected);
  });
});

describe("the settings of the providers", () => {
  test("are the defaults and no key when no variable is set", () => {
    expect(readProviderSettings(() => undefined)).toEqual({
      providers: {
        openai: { apiKey: undefined, baseURL: "https://api.openai.com/v1" },
        xai: { apiKey: undefined, baseURL: "https://api.x.ai/v1" },
        anthropic: { apiKey: undefined, baseURL: "https://api.anthropic.com" },
      },
      modelNames: {
        "chatgpt-4": ["gpt-4.1", "gpt-6-luna"],
        "chatgpt-5": ["gpt-5.6-terra", "gpt-6.1-terra"],
        grok: ["grok-4.3", "grok-4.7"],
        "claude-4": ["claude-sonnet-4-6", "claude-sonnet-5-5"],
      },
    });
  });

  test("are read from every variable and trimmed; a blank one counts as absent", () => {
    const names = ["OPENAI", "XAI", "ANTHROPIC"].flatMap((name) => [
      `${name}_API_KEY`,
      `${name}_BASE_URL`,
    ]);
    names.push("MODEL_CHATGPT_4", "MODEL_CHATGPT_5", "MODEL_GROK", "MODEL_CLAUDE_4");
    const filled = readProviderSettings((name) => ` the ${name}\n`);
    const values = [
      ...Object.values(filled.providers).flatMap(Object.values),
      ...Object.values(filled.modelNames).flat(),
    ];
    expect(new Set(values)).toEqual(new Set(names.map((name) => `the ${name}`)));
    expect(readProviderSettings(() => " ")).toEqual(readProviderSettings(() => undefined));
  });

  test("hold every model's names in the order in which its variable has them", () => {
    const { modelNames } = readProviderSettings(() => " grok-9, ,grok-8,");
    for (const names of Object.values(modelNames)) expect(names).toEqual(["grok-9", "grok-8"]);
  });
});

/** Of each kind the status and the code, whether asking again is of use, and the text. */
const FAILURE_TEXTS = {
  no_key: "503 model_unavailable: Grok is not set up here. Please choose another model.",
  bad_key:
    "502 provider_failed: Grok did not accept this product's key. Please choose another model.",
  no_credit:
    "503 provider_failed: Grok is not available at the moment. Please choose another model.",
  model_gone: "502 model_unavailable: Grok is no longer offered. Please choose another model.",
  rate_limited:
    "503 provider_failed, again: Grok is getting too many questions right now. Please try again soon.",
  over_quota:
    "503 provider_failed: Grok cannot take a conversation of this length at the moment. Please start a new chat or choose another model.",
  overloaded:
    "503 provider_failed, again: Grok is having trouble right now. Please try again soon.",
  unreachable: "502 provider_failed, again: The connection to Grok failed. Please try again.",
  timeout: "504 timed_out, again: Grok took too long to answer. Please try again.",
  refused: "502 provider_failed: Grok declined to answer this. Please put it in other words.",
  context_too_long: "502 provider_failed: This chat is too long for Grok. Please start a new one.",
  cut_off:
    "502 provider_failed, again: Grok's answer was cut short. Please try again or ask for less.",
  too_long:
    "502 provider_failed, again: Grok's answer was too long. Please try again or ask for less.",
  worn_out:
    "502 provider_failed: Grok cannot write more at once. Ask it to go on, and say where it ended.",
  interrupted: "503 provider_failed, again: Grok's answer was interrupted. Please try again.",
  empty: "502 provider_failed, again: Grok gave an empty answer. Please try again.",
  broken: "502 provider_failed, again: Grok's answer could not be read. Please try again.",
  rejected: "502 provider_failed: Grok could not take this question. Please choose another model.",
};

test.each(Object.entries(FAILURE_TEXTS))("a failure of the kind %s is %s", (name, told) => {
  const kind = name as FailureKind;
  const { status, code, error } = describeFailure(kind, "Grok");
  expect(`${status} ${code}${isRetryable(kind) ? ", again" : ""}: ${error}`).toBe(told);
});

/** An error in OpenAI's form: the words, the type and the code. */
const openai = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});
/** An error in xAI's form, whose `error` is the words. */
const xai = (error: string) => ({ code: "The caller cannot do this", error });

/** Written by us in the forms that the providers document or send: status, body and what it is. */
const OPENAI_ERRORS: [FailureKind, number, object][] = [
  [
    "over_quota",
    429,
    openai(
      "Request too large for gpt-4.1 (for limit gpt-4.1) in organization org-1 on tokens per min (TPM): Limit 30000, Requested 33012. The input or output tokens must be reduced in order to run successfully.",
      "tokens",
      "rate_limit_exceeded",
    ),
  ],
  [
    "rate_limited",
    429,
    openai(
      "Rate limit reached for gpt-4.1 in organization org-1 on tokens per min (TPM): Limit 30000, Used 28000, Requested 4000. Please try again in 4s.",
      "tokens",
      "rate_limit_exceeded",
    ),
  ],
  [
    "no_credit",
    429,
    openai("You exceeded your current quota.", "insufficient_quota", "insufficient_quota"),
  ],
  [
    "no_credit",
    429,
    openai("Your account is not active.", "billing_not_active", "billing_not_active"),
  ],
  [
    "no_credit",
    400,
    openai(
      "Billing hard limit has been reached",
      "invalid_request_error",
      "billing_hard_limit_reached",
    ),
  ],
  [
    "bad_key",
    400,
    openai(
      "Your organization must be verified to stream this model.",
      "invalid_request_error",
      "unsupported_value",
    ),
  ],
  [
    "bad_key",
    404,
    openai(
      "Your organization must be verified to use the model `gpt-5`.",
      "invalid_request_error",
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
  [
    "bad_key",
    401,
    openai("Incorrect API key provided", "invalid_request_error", "invalid_api_key"),
  ],
  [
    "refused",
    400,
    openai(
      "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
      "invalid_request_error",
      "invalid_prompt",
    ),
  ],
  [
    "rejected",
    400,
    openai("Invalid prompt: a field is wrong", "invalid_request_error", "invalid_prompt"),
  ],
  [
    "context_too_long",
    400,
    openai("This is too much.", "invalid_request_error", "context_length_exceeded"),
  ],
  [
    "model_gone",
    404,
    openai("The model `x` does not exist", "invalid_request_error", "model_not_found"),
  ],
  [
    "no_credit",
    429,
    xai("Your team 1 has either used all available credits or reached its monthly spending limit."),
  ],
  ["no_credit", 403, xai("Your newly created team doesn't have any credits or licenses yet.")],
  ["bad_key", 400, xai("Incorrect API key provided: xa***aa.")],
  ["refused", 403, xai("Content violates usage guidelines.")],
];

const ANTHROPIC_ERRORS: [FailureKind, number, string, string][] = [
  [
    "no_credit",
    400,
    "invalid_request_error",
    "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
  ],
  [
    "no_credit",
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API.",
  ],
  ["no_credit", 402, "billing_error", "There is an issue with your billing."],
  ["bad_key", 401, "authentication_error", "invalid x-api-key"],
  ["bad_key", 403, "permission_error", "Your API key may not do this."],
  // To a country that is not served. It names none.
  ["bad_key", 403, "forbidden", "Request not allowed"],
  ["context_too_long", 400, "invalid_request_error", "prompt is too long: 210000 tokens"],
  ["model_gone", 404, "not_found_error", "model: claude-x"],
  ["rate_limited", 429, "rate_limit_error", "This request would exceed your account's rate limit."],
  ["overloaded", 529, "overloaded_error", "Overloaded"],
  ["over_quota", 429, "rate_limit_error", "Extra usage is required for long context requests."],
];

test.each([
  [undefined, false, Number.POSITIVE_INFINITY],
  [undefined, true, 5_000],
  ["5000", true, 15_000],
  ["800", false, 1_000],
  ["100", true, 1],
])(
  "with WORKER_CPU_MS %s, hosted %s, %i chunks of an answer are read [limits.processor]",
  (value, isHosted, chunks) => {
    const env = (name: string) => (name === "WORKER_CPU_MS" ? value : undefined);
    expect(readStreamLimits(env, isHosted).chunks).toBe(chunks);
  },
);

test.each(OPENAI_ERRORS)(
  "an error is taken for %s: OpenAI's or xAI's status %i with %j [models.quota] [models.account]",
  (kind, status, body) => {
    const error = OpenAIError.generate(status, body, undefined, new Headers());
    expect(failureFrom(error, 0, openAIErrors).kind).toBe(kind);
  },
);

test.each(ANTHROPIC_ERRORS)(
  "an error is taken for %s: Anthropic's status %i, %s, %s [models.account]",
  (kind, status, type, message) => {
    const body = { type: "error", error: { type, message } };
    const error = AnthropicError.generate(status, body, undefined, new Headers());
    expect(failureFrom(error, 0, anthropicErrors).kind).toBe(kind);
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
  (kind, tokens) => {
    const names = Object.entries(tokens).map(([what, count]) => [
      `anthropic-ratelimit-input-tokens-${what}`,
      count,
    ]);
    const message =
      "This request would exceed your organization's rate limit of 30,000 input tokens per minute.";
    const body = { type: "error", error: { type: "rate_limit_error", message } };
    const headers = new Headers(Object.fromEntries(names) as Record<string, string>);
    const error = AnthropicError.generate(429, body, undefined, headers);
    expect(failureFrom(error, 0, anthropicErrors).kind).toBe(kind);
  },
);
