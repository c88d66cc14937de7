import type { FailureKind, ProviderFailure } from "./failures.ts";
import type { StreamLimits } from "./stream-limits.ts";

/** Reads Retry-After, seconds or an HTTP date, as milliseconds from `now`; undefined when absent or unreadable. */
export function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const value = headers?.get("retry-after")?.trim() ?? "";
  const isSeconds = /^\d+(\.\d+)?$/.test(value);
  // Date.parse accepts much that is no HTTP date, such as "-5".
  if (!isSeconds && !/^[a-z]{3},/i.test(value)) return undefined;
  const wait = isSeconds ? Number(value) * 1000 : Math.max(0, Date.parse(value) - now);
  return Number.isFinite(wait) ? wait : undefined;
}

/** No timeout: what took too long may have been paid for, and would be again. */
const WORTH_ANOTHER_TRY = new Set<FailureKind>(["rate_limited", "overloaded", "unreachable"]);

/**
 * Returns how many milliseconds to wait before the next try after `tries` tries, or undefined when there should be none.
 * The wait doubles from `backoffMs`; `jitter` (0 to 1) takes up to half of it away. It is never less than the provider
 * asked for, and there is no next try when it would begin after the deadline.
 */
export function waitBeforeNextTry(
  failure: ProviderFailure,
  tries: number,
  remainingMs: number,
  jitter: number,
  limits: StreamLimits,
): number | undefined {
  if (!WORTH_ANOTHER_TRY.has(failure.kind) || tries >= limits.tries) return undefined;
  // A redirect leads to the same place again.
  if (failure.status !== undefined && failure.status < 400) return undefined;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > limits.retryAfterMs) return undefined;
  const wait = Math.max(asked, limits.backoffMs * 2 ** (tries - 1) * (1 - jitter / 2));
  return wait < remainingMs ? wait : undefined;
}
