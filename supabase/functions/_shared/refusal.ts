import { MEMBERSHIP_REQUIRED, MESSAGE_TOO_LONG } from "./contract.ts";
import type { ErrorCode } from "./error-codes.ts";

type Details = {
  headers?: Record<string, string>;
  /** Whether the same request may succeed later; by default where the fault is not the caller's. */
  retryable?: boolean;
  /** The database's code of the error behind it (an SQLSTATE), for the log. */
  databaseCode?: string;
};

/**
 * What a handler throws to refuse a request: an HTTP status, a code, and as its message a text fit to show. Anything
 * else that a handler throws becomes a plain 500.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly retryable: boolean;
  readonly databaseCode: string | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    text: string,
    { headers = {}, retryable = status >= 500, databaseCode }: Details = {},
  ) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.retryable = retryable;
    this.databaseCode = databaseCode;
  }
}

/** The refusal for a fault of ours, which says nothing about it. */
export function internalFault(details: Details = {}): Refusal {
  return new Refusal(500, "internal", "Something went wrong. Please try again.", details);
}

/** The refusal for a database or sign-in service that cannot be reached. */
export function outOfReach(details: Details = {}): Refusal {
  return new Refusal(
    503,
    "unavailable",
    "The service cannot be reached right now. Please try again in a moment.",
    details,
  );
}

/** An SQLSTATE, or a code of the REST service. SUP, the embedded backend's code for several errors, is neither. */
const DATABASE_CODE = /^(?:(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}|PGRST\w{2,3})$/;
/**
 * The beginnings of codes that say that the database is lost, read-only, busy or stopping. With any other code it
 * refuses the call, and would do so again: the fault is ours.
 */
const AWAY = /^(?:08|25|40|53|55|57|58|PGRST0)/;

/** The refusal for an error of a call of the database, by its code. */
export function databaseFault(code = ""): Refusal {
  if (!DATABASE_CODE.test(code)) return outOfReach();
  const details = { databaseCode: code };
  return AWAY.test(code) ? outOfReach(details) : internalFault(details);
}

/** The header that tells programs to wait this many seconds. */
export function retryAfter(seconds: number): Record<string, string> {
  return { "retry-after": String(seconds) };
}

type RefusedOutcome =
  | { outcome: "inactive" | "not_found" | "conflict" | "gone" | "crowded" | "too_long" }
  | { outcome: "limited"; retry_after: number };

/** The refusal for what the database refused. Another person's chat and an absent one get the same. */
export function refusalOf(refused: RefusedOutcome): Refusal {
  switch (refused.outcome) {
    case "inactive":
      return new Refusal(403, "membership_required", MEMBERSHIP_REQUIRED);
    case "not_found":
      return new Refusal(404, "not_found", "This chat could not be found.");
    case "conflict":
      return new Refusal(409, "conflict", "This id was already used for something else.");
    case "gone":
      return new Refusal(410, "gone", "This chat has been deleted.");
    case "too_long":
      return new Refusal(400, "invalid_request", MESSAGE_TOO_LONG);
    case "crowded":
      return new Refusal(429, "rate_limited", "This message is being answered already.", {
        headers: retryAfter(5),
      });
    case "limited":
      return tooFast(refused.retry_after);
  }
}

function tooFast(seconds: number): Refusal {
  const text = `You are going too fast. Please try again in ${duration(seconds)}.`;
  return new Refusal(429, "rate_limited", text, { headers: retryAfter(seconds) });
}

function duration(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
