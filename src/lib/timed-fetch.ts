import { CALL_SECONDS } from "#time-limits";

/** Ends what is not answered in time. Not by `AbortSignal.timeout`, which tests with a clock of their own cannot run. */
export function callLimit(seconds: number = CALL_SECONDS): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(), seconds * 1000);
  return late.signal;
}

/**
 * The page's `fetch`: a request that has not ended after 30 s, body included, fails as one without a network does. Only
 * the stream of a turn has a limit of its own (functions-client.ts).
 */
export const timedFetch: typeof fetch = (input, init) => {
  const limit = callLimit();
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
  return fetch(input, { ...init, signal });
};
