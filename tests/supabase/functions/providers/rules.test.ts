import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeFailure,
  type FailureKind,
  isRetryable,
  type ProviderFailure,
} from "../../../../supabase/functions/_shared/providers/failures.ts";
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
    "502 provider_failed: Grok cannot be reached: its provider refused our key. Please choose another model.",
  no_credit:
    "503 provider_failed: Grok is not available at the moment. Please choose another model.",
  model_gone: "502 model_unavailable: Grok is no longer offered. Please choose another model.",
  rate_limited: "503 provider_failed, again: Grok is busy right now. Please try again soon.",
  over_quota:
    "503 provider_failed: Grok cannot take a conversation of this length at the moment. Please start a new chat or choose another model.",
  overloaded:
    "503 provider_failed, again: Grok is having trouble right now. Please try again soon.",
  unreachable: "502 provider_failed, again: The connection to Grok failed. Please try again.",
  timeout: "504 timed_out, again: Grok took too long to answer. Please try again.",
  refused: "502 provider_failed: Grok declined to answer this. Please rephrase it.",
  context_too_long: "502 provider_failed: This chat is too long for Grok. Please start a new one.",
  cut_off:
    "502 provider_failed, again: Grok's answer was cut short. Please try again or ask for less.",
  too_long:
    "502 provider_failed, again: Grok's answer was too long. Please try again or ask for less.",
  worn_out: "502 provider_failed: Grok cannot write more at once. Ask it to continue.",
  interrupted: "503 provider_failed, again: Grok's answer was interrupted. Please try again.",
  empty: "502 provider_failed, again: Grok gave an empty answer. Please try again.",
  broken: "502 provider_failed, again: Grok's answer could not be read. Please try again.",
  rejected:
    "502 provider_failed: Grok could not answer this question. Please choose another model.",
};

test.each(Object.entries(FAILURE_TEXTS))("a failure of the kind %s is %s", (name, told) => {
  const kind = name as FailureKind;
  const { status, code, error } = describeFailure(kind, "Grok");
  expect(`${status} ${code}${isRetryable(kind) ? ", again" : ""}: ${error}`).toBe(told);
});

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
