import { type ModelId, MODELS } from "../models.ts";
import type { Connect, HistoryMessage, ProviderRequest } from "./answer-stream.ts";
import { connectionTo } from "./connections.ts";
import { delay } from "./delay.ts";
import { failureFrom } from "./failure-rules.ts";
import { type Failure, type FailureKind, isRetryable } from "./failures.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { waitBeforeNextTry } from "./retry-rules.ts";
import { type StreamLimits, STREAM_LIMITS } from "./stream-limits.ts";
import { textJoiner } from "./text-joiner.ts";
import { startWatch } from "./watch.ts";

/** How an answer ended. Only a `finished` one is whole. */
export type Ending =
  | { kind: "finished" }
  | { kind: "stopped" }
  | { kind: "failed"; failure: FailureKind; retryable: boolean; retryAfterSeconds?: number };

export type AnswerRequest = {
  settings: ProviderSettings;
  model: ModelId;
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  /** Aborting it closes the provider's connection at once; the ending is then `stopped`. */
  signal: AbortSignal;
  limits?: StreamLimits;
  /** Called for every failed try with our label, the kind of failure, the provider's status and the number of the try. */
  log?: (line: Record<string, string | number>) => void;
};

/**
 * Asks the chosen model and yields the answer's text as it arrives. One deadline holds for all tries; none is made after
 * the first text has been yielded, nor after a silence, which may have been paid for. Returns how it ended and never
 * throws.
 */
export async function* streamAnswer(request: AnswerRequest): AsyncGenerator<string, Ending, void> {
  const { settings, model, signal, limits = STREAM_LIMITS, log } = request;
  const { label, provider, maxTokens } = MODELS[model];
  const connect = connectionTo(settings, provider);
  if (connect === undefined) return endingOf({ kind: "no_key", again: false });

  const messages = acceptable(request.history);
  const toProvider = { model: settings.modelNames[model], maxTokens, messages, signal };
  const deadline = performance.now() + limits.totalMs;
  for (let tries = 1; ; tries += 1) {
    const outcome = yield* tryOnce(connect, toProvider, deadline, limits);
    if (outcome.kind !== "failed") return outcome;

    const { failure, passedOn } = outcome;
    log?.({ model: label, failure: failure.kind, status: failure.status ?? 0, tries });
    const remaining = deadline - performance.now();
    const wait = waitBeforeNextTry(failure, tries, remaining, Math.random(), limits);
    if (passedOn || wait === undefined) return endingOf(failure);
    await delay(wait, signal);
  }
}

type Outcome =
  | { kind: "finished" }
  | { kind: "stopped" }
  | { kind: "failed"; failure: Failure; passedOn: boolean };

async function* tryOnce(
  connect: Connect,
  request: ProviderRequest,
  deadline: number,
  limits: StreamLimits,
): AsyncGenerator<string, Outcome, void> {
  const watch = startWatch(request.signal, deadline, limits.silenceMs);
  const joiner = textJoiner();
  let length = 0;
  let blank = true;
  let finished = false;
  let failure: Failure = { kind: "broken", again: false };
  let events: AsyncIterator<unknown> | undefined;
  try {
    const opened = await watch.within(connect({ ...request, signal: watch.signal }));
    events = opened.events[Symbol.asyncIterator]();
    for (;;) {
      const next = await watch.within(events.next());
      if (next.done === true) break;
      if (length > 0) watch.heard();
      // Once the answer is complete the rest is only read so that the connection can be used again.
      if (finished) continue;
      const reading = opened.read(next.value);
      const { end } = reading;
      finished = end === "finished";
      const text = joiner.add(reading.text) + (finished ? joiner.end() : "");
      if (text !== "") {
        length += text.length;
        if (length > limits.characters) {
          failure = { kind: "too_long", again: false };
          break;
        }
        blank &&= text.trim() === "";
        watch.pause();
        yield text;
        watch.heard();
      }
      if (end === "finished") {
        watch.endWithin(limits.closingMs);
      } else if (end !== undefined) {
        failure = { kind: end, again: false };
        break;
      }
    }
  } catch (error) {
    failure = failureFrom(error, Date.now());
  } finally {
    watch.close();
    // Closes the connection if it is still open. Not awaited: the answer must not depend on it.
    events?.return?.().catch(() => {});
  }
  if (finished && !blank) return { kind: "finished" };
  if (request.signal.aborted) return { kind: "stopped" };
  if (finished) failure = { kind: "empty", again: false };
  else if (watch.timedOut()) failure = { kind: "timeout", again: false };
  return { kind: "failed", failure, passedOn: length > 0 };
}

function endingOf({ kind, retryAfterMs }: Failure): Ending {
  return {
    kind: "failed",
    failure: kind,
    retryable: isRetryable(kind),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
  };
}

/**
 * The part of a history that providers accept: no blank message, which an answer that was stopped early can be, and
 * nothing before the first message of the user.
 */
function acceptable(history: readonly HistoryMessage[]): HistoryMessage[] {
  const messages = history
    .filter(({ content }) => content.trim() !== "")
    .map(({ role, content }) => ({ role, content }));
  const first = messages.findIndex(({ role }) => role === "user");
  return first === -1 ? [] : messages.slice(first);
}
