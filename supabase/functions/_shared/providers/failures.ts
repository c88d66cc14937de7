/** Why a question got no answer. */
export type FailureKind = keyof typeof FAILURES;

type Description = {
  readonly status: 502 | 503 | 504;
  readonly code: "model_unavailable" | "provider_failed" | "timed_out";
  /** Whether asking the same question again may help. */
  readonly retryable: boolean;
  readonly text: (label: string) => string;
};

const FAILURES = {
  no_key: {
    status: 503,
    code: "model_unavailable",
    retryable: false,
    text: (label) => `${label} is not set up here. Please choose another model.`,
  },
  bad_key: {
    status: 502,
    code: "provider_failed",
    retryable: false,
    text: (label) => `${label} did not accept this product's key. Please choose another model.`,
  },
  no_credit: {
    status: 503,
    code: "provider_failed",
    retryable: false,
    text: (label) => `${label} is not available at the moment. Please choose another model.`,
  },
  model_gone: {
    status: 502,
    code: "model_unavailable",
    retryable: false,
    text: (label) => `${label} is no longer offered. Please choose another model.`,
  },
  rate_limited: {
    status: 503,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label} is getting too many questions right now. Please try again soon.`,
  },
  overloaded: {
    status: 503,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label} is having trouble right now. Please try again soon.`,
  },
  unreachable: {
    status: 502,
    code: "provider_failed",
    retryable: true,
    text: (label) => `The connection to ${label} failed. Please try again.`,
  },
  timeout: {
    status: 504,
    code: "timed_out",
    retryable: true,
    text: (label) => `${label} took too long to answer. Please try again.`,
  },
  refused: {
    status: 502,
    code: "provider_failed",
    retryable: false,
    text: (label) => `${label} declined to answer this. Please put it in other words.`,
  },
  context_too_long: {
    status: 502,
    code: "provider_failed",
    retryable: false,
    text: (label) => `This chat is too long for ${label}. Please start a new one.`,
  },
  cut_off: {
    status: 502,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label}'s answer was cut short. Please try again or ask for less.`,
  },
  too_long: {
    status: 502,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label}'s answer was too long. Please try again or ask for less.`,
  },
  empty: {
    status: 502,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label} gave an empty answer. Please try again.`,
  },
  broken: {
    status: 502,
    code: "provider_failed",
    retryable: true,
    text: (label) => `${label}'s answer could not be read. Please try again.`,
  },
  rejected: {
    status: 502,
    code: "provider_failed",
    retryable: false,
    text: (label) => `${label} could not take this question. Please choose another model.`,
  },
} as const satisfies Record<string, Description>;

/** One failed try. */
export type ProviderFailure = {
  kind: FailureKind;
  /** Whether another try for the same answer is worth it. */
  again: boolean;
  retryAfterMs?: number | undefined;
  /** The provider's HTTP status, for the log. */
  status?: number | undefined;
};

/** Whether the person may simply ask the same question again. */
export function isRetryable(kind: FailureKind): boolean {
  return FAILURES[kind].retryable;
}

/** A status, a code and a text fit to show, which names our `label` and never the provider's words. */
export function describeFailure(
  kind: FailureKind,
  label: string,
): { status: Description["status"]; code: Description["code"]; error: string } {
  const { status, code, text } = FAILURES[kind];
  return { status, code, error: text(label) };
}
