import { RequestError } from "./functions-client.ts";
import { NoSessionError } from "./session.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Whoever is told to come back later than this has met a limit. */
const LONGEST_REFUSAL_MS = 60_000;

/** What is waited for: a connection, or a server that answers and does not give what it is asked for. */
export type Awaited = "connection" | "server";

/** Makes a call, and returns what it gave. */
export type Caller = <Given>(call: () => Promise<Given>) => Promise<Given>;

/**
 * Makes each call again until it succeeds: what takes long goes on where it was.
 * @param wait Ends early when the network is back, and throws when it was cancelled.
 * @param onWaiting Is told what is waited for from now on, and null when it goes on.
 */
export function patientCaller(
  wait: (milliseconds: number) => Promise<void>,
  onWaiting: (awaited: Awaited | null) => void,
): Caller {
  return async (call) => {
    for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
      try {
        const given = await call();
        onWaiting(null);
        return given;
      } catch (error) {
        const awaited = passesWith(error);
        if (awaited === null) throw error;
        onWaiting(awaited);
        await wait(pause);
      }
    }
  };
}

/** Of what the database refuses, these are refused again however often they are asked. */
const REFUSED = /^(?:22|42|PT4|PGRST[12])/;

/** What a failed call may succeed with later; null where it is refused for good. */
export function passesWith(error: unknown): Awaited | null {
  if (error instanceof NoSessionError) return null;
  if (error instanceof RequestError) {
    if (error.code === "network") return "connection";
    const isForLong = (error.retryAfterSeconds ?? 0) * 1000 > LONGEST_REFUSAL_MS;
    return error.retryable && !isForLong ? "server" : null;
  }
  const { name, code, status } = error as { name?: unknown; code?: unknown; status?: unknown };
  const isAnswered = name === "PostgrestError" || (typeof status === "number" && status > 0);
  if (!isAnswered) return "connection";
  // What stands in front of the database has the status for a code.
  const isRefused =
    typeof code === "number"
      ? code < 500 && code !== 408 && code !== 429
      : REFUSED.test(String(code));
  return isRefused ? null : "server";
}

/** Resolves after a time, or as soon as the network is back. Rejects when the signal is aborted. */
export async function untilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    window.addEventListener("online", resolve, over);
    signal.addEventListener("abort", resolve, over);
    if (signal.aborted) resolve(null);
  });
  over.abort();
  signal.throwIfAborted();
}
