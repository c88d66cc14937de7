/** What a person reads of a failure, and its status and code. */
type Description = {
  readonly text: (label: string) => string;
  readonly status?: 502 | 503 | 504;
  readonly code?: "provider_failed" | "model_unavailable" | "timed_out";
  /** Whether asking the same question again may help. */
  readonly retryable?: boolean;
};

/** By default a failure has the status 502 and the code `provider_failed`, and asking again is no use. */
const FAILURES = {
  no_key: {
    text: (label) => `${label} is not set up here. Please choose another model.`,
    status: 503,
    code: "model_unavailable",
  },
  bad_key: {
    text: (label) =>
      `${label} cannot be reached: its provider refused our key. Please choose another model.`,
  },
  no_credit: {
    text: (label) => `${label} is not available at the moment. Please choose another model.`,
    status: 503,
  },
  model_gone: {
    text: (label) => `${label} is no longer offered. Please choose another model.`,
    code: "model_unavailable",
  },
  rate_limited: {
    text: (label) => `${label} is busy right now. Please try again soon.`,
    status: 503,
    retryable: true,
  },
  /** The one question asks for more than the account may ask for in a minute. */
  over_quota: {
    text: (label) =>
      `${label} cannot take a conversation of this length at the moment. Please start a new chat or choose another model.`,
    status: 503,
  },
  overloaded: {
    text: (label) => `${label} is having trouble right now. Please try again soon.`,
    status: 503,
    retryable: true,
  },
  unreachable: {
    text: (label) => `The connection to ${label} failed. Please try again.`,
    retryable: true,
  },
  timeout: {
    text: (label) => `${label} took too long to answer. Please try again.`,
    status: 504,
    code: "timed_out",
    retryable: true,
  },
  refused: {
    text: (label) => `${label} declined to answer this. Please rephrase it.`,
  },
  context_too_long: {
    text: (label) => `This chat is too long for ${label}. Please start a new one.`,
  },
  cut_off: {
    text: (label) => `${label}'s answer was cut short. Please try again or ask for less.`,
    retryable: true,
  },
  too_long: {
    text: (label) => `${label}'s answer was too long. Please try again or ask for less.`,
    retryable: true,
  },
  /** It costs more processor time than a worker of the platform has. */
  worn_out: {
    text: (label) => `${label} cannot write more at once. Ask it to continue.`,
  },
  /** The platform ended the worker that was writing it. */
  interrupted: {
    text: (label) => `${label}'s answer was interrupted. Please try again.`,
    status: 503,
    retryable: true,
  },
  empty: {
    text: (label) => `${label} gave an empty answer. Please try again.`,
    retryable: true,
  },
  broken: {
    text: (label) => `${label}'s answer could not be read. Please try again.`,
    retryable: true,
  },
  rejected: {
    text: (label) => `${label} could not answer this question. Please choose another model.`,
  },
} as const satisfies Record<string, Description>;

/** Why a question got no answer. */
export type FailureKind = keyof typeof FAILURES;

/** One failed try. */
export type ProviderFailure = {
  kind: FailureKind;
  retryAfterMs?: number | undefined;
  /** The provider's HTTP status, for the log. */
  status?: number | undefined;
};

/** Whether the person may simply ask the same question again. */
export function isRetryable(kind: FailureKind): boolean {
  const { retryable = false }: Description = FAILURES[kind];
  return retryable;
}

/** A status, a code and a text fit to show, which names our `label` and never the provider's words. */
export function describeFailure(kind: FailureKind, label: string) {
  const { text, status = 502, code = "provider_failed" }: Description = FAILURES[kind];
  return { status, code, error: text(label) };
}
