import type { ProviderFailure } from "./failures.ts";
import type { StreamLimits } from "./stream-limits.ts";

/** Reads Retry-After, seconds or an HTTP date, as milliseconds from `now`; undefined when absent or unreadable. */
export function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const value = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return finite(Number(value) * 1000);
  // Date.parse accepts much that is no HTTP date, such as "-5".
  if (/^[a-z]{3},/i.test(value)) return finite(Math.max(0, Date.parse(value) - now));
  return undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

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
  if (!failure.again || tries >= limits.tries) return undefined;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > limits.retryAfterMs) return undefined;
  const wait = Math.max(asked, limits.backoffMs * 2 ** (tries - 1) * (1 - jitter / 2));
  return wait < remainingMs ? wait : undefined;
}
