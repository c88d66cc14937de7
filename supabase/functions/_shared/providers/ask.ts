import { type ModelId, MODELS } from "../models.ts";
import { connectionTo } from "./connections.ts";
import type { Connect, Request, Turn } from "./conversation.ts";
import { failureFrom } from "./error-rules.ts";
import { type Failure, type FailureKind, isRetryable } from "./failures.ts";
import { type Limits, LIMITS } from "./limits.ts";
import { waitBeforeNextTry } from "./retry-rules.ts";
import type { Settings } from "./settings.ts";
import { textJoiner } from "./text-rules.ts";
import { startWatch } from "./watch.ts";

export { describeFailure, type FailureKind } from "./failures.ts";
export { readSettings, type Settings } from "./settings.ts";
export type { Turn } from "./conversation.ts";

/** How a question ended. Only `finished` is a whole answer (PROMISES 6). */
export type Ending =
  | { kind: "finished" }
  | { kind: "stopped" }
  | { kind: "failed"; failure: FailureKind; retryable: boolean; retryAfterSeconds?: number };

export type Question = {
  settings: Settings;
  model: ModelId;
  /** Oldest first; the last one is the question. */
  history: readonly Turn[];
  /** Closes the provider's connection at once; the ending is then `stopped`. */
  signal: AbortSignal;
  limits?: Limits;
  /** Hears of every failed try: our label, the kind, the provider's status and the number of the try. */
  log?: (line: Record<string, string | number>) => void;
};

/**
 * Puts a question to the chosen assistant and yields the answer's text as it arrives (DESIGN 5, step 3): one deadline
 * around at most three tries, none after the first text. Returns how it ended and never throws.
 */
export async function* ask(question: Question): AsyncGenerator<string, Ending, void> {
  const { settings, model, signal, limits = LIMITS, log } = question;
  const { label, provider } = MODELS[model];
  const connect = connectionTo(settings, provider);
  if (connect === undefined) return endingOf({ kind: "no_key", again: false });

  const request = { model: settings.modelNames[model], turns: speakable(question.history) };
  const deadline = performance.now() + limits.totalMs;
  for (let tries = 1; ; tries += 1) {
    const outcome = yield* tryOnce(connect, { ...request, signal }, deadline, limits);
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
  request: Request,
  deadline: number,
  limits: Limits,
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
      watch.heard();
      // Once the answer is complete the line is only read to its end, so that it can be used again.
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
    // Closes the connection where it is still open; not waited for, as the answer's end must not hang on it.
    events?.return?.().catch(() => {});
  }
  if (finished && !blank) return { kind: "finished" };
  if (request.signal.aborted) return { kind: "stopped" };
  if (finished) failure = { kind: "empty", again: false };
  else if (watch.timedOut()) failure = { kind: "timeout", again: true };
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

/** Providers refuse a blank message, which a reply that was stopped early can be, and a history that opens with one. */
function speakable(history: readonly Turn[]): Turn[] {
  const turns = history
    .filter(({ content }) => content.trim() !== "")
    .map(({ role, content }) => ({ role, content }));
  const first = turns.findIndex(({ role }) => role === "user");
  return first === -1 ? [] : turns.slice(first);
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
