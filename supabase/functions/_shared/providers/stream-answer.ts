import { delay } from "../delay.ts";
import { MODEL_LABELS, type ModelId, MODELS, namesAt } from "../models.ts";
import {
  type AnswerStream,
  eventFinder,
  type HistoryMessage,
  type ProviderRequest,
  type Reading,
  SYSTEM_TEXT,
} from "./answer-stream.ts";
import { failureFrom, type SdkErrors } from "./failure-rules.ts";
import { type ProviderFailure, type FailureKind, isRetryable } from "./failures.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { waitBeforeNextTry } from "./retry-rules.ts";
import { type StreamLimits, STREAM_LIMITS } from "./stream-limits.ts";
import { textJoiner } from "./text-joiner.ts";
import { mergeUsage, NO_USAGE, type Usage } from "./usage-rules.ts";
import { startWatch } from "./watch.ts";

const encoder = new TextEncoder();

/**
 * How a provider is asked. Its SDK is loaded with the first question to it: loading both took more than half of what
 * loading a function costs. The imports are literal, so that the bundles of hosted functions hold them.
 */
const CONNECTING = { openai: connectOpenAI, xai: connectOpenAI, anthropic: connectAnthropic };

type Connection = {
  ask: (request: ProviderRequest) => Promise<AnswerStream>;
  errors: SdkErrors;
};

async function connectOpenAI(apiKey: string, baseURL: string): Promise<Connection> {
  const { askOpenAI, openAIErrors } = await import("./openai.ts");
  return { ask: (request) => askOpenAI(apiKey, baseURL, request), errors: openAIErrors };
}

async function connectAnthropic(apiKey: string, baseURL: string): Promise<Connection> {
  const { askAnthropic, anthropicErrors } = await import("./anthropic.ts");
  return { ask: (request) => askAnthropic(apiKey, baseURL, request), errors: anthropicErrors };
}

/** How an answer ended. Only a `finished` one is whole. */
export type Ending =
  | { kind: "finished" }
  | { kind: "stopped" }
  | { kind: "failed"; failure: FailureKind; retryable: boolean; retryAfterSeconds?: number };

/** What became of a request for an answer: how it ended, after how many tries, and what the provider said of the last. */
export type AnswerResult = { ending: Ending; tries: number; usage: Usage };

/** Our label, the kind of failure, the provider's status and the number of the try. */
type FailedTry = {
  model: string;
  failure: FailureKind;
  status: number;
  tries: number;
  /** What the operator should know, in a sentence, the first time that it happens in this process. */
  notice?: string | undefined;
};

export type AnswerRequest = {
  settings: ProviderSettings;
  model: ModelId;
  /** What the model is told before the conversation. */
  system?: string;
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  /** Aborting it closes the provider's connection at once; the ending is then `stopped`. */
  signal: AbortSignal;
  limits?: StreamLimits;
  /** Called for every failed try. */
  log?: (failed: FailedTry) => void;
};

/**
 * Asks the chosen model and yields the answer's text as it arrives. Where the provider no longer has it, the next of its
 * names is asked, which is no further try. One deadline holds for all tries; none is made after the first text has been
 * yielded, nor after a silence, which may have been paid for. Returns how it ended, with what is known of its cost also
 * where it failed or was stopped, and never throws.
 */
export async function* streamAnswer(
  request: AnswerRequest,
): AsyncGenerator<string, AnswerResult, void> {
  const { settings, model, system = SYSTEM_TEXT, signal, limits = STREAM_LIMITS, log } = request;
  const { provider } = MODELS[model];
  const { apiKey, baseURL } = settings.providers[provider];
  if (apiKey === undefined) {
    return { ending: endingOf({ kind: "no_key" }), tries: 0, usage: NO_USAGE };
  }

  const messages = acceptable(request.history);
  const deadline = performance.now() + limits.totalMs;
  const names = namesToAsk(settings, model);
  let tries = 1;
  for (;;) {
    const [name = "", next] = names;
    const toProvider = { model: name, system, messages, signal };
    const connect = () => CONNECTING[provider](apiKey, baseURL);
    const attempt = startTry(connect, toProvider, deadline, limits);
    try {
      for (let text = await attempt.next(); text !== undefined; text = await attempt.next())
        yield text;
    } finally {
      attempt.close();
    }
    const { outcome, usage } = attempt.ended();
    if (outcome.kind !== "failed") return { ending: outcome, tries, usage };

    const { failure, passedOn } = outcome;
    const isGone = failure.kind === "model_gone" && !passedOn;
    const notice = isGone ? noteGone(settings, model, name, next) : undefined;
    log?.({
      model: MODEL_LABELS[model],
      failure: failure.kind,
      status: failure.status ?? 0,
      tries,
      notice,
    });
    if (isGone && next !== undefined) {
      names.shift();
      continue;
    }
    const remaining = deadline - performance.now();
    const wait = waitBeforeNextTry(failure, tries, remaining, Math.random(), limits);
    if (passedOn || wait === undefined) return { ending: endingOf(failure), tries, usage };
    await delay(wait, signal);
    tries += 1;
  }
}

/** The names that a provider does not have. They are asked for again when no other remains, or in a new process. */
const gone = new WeakMap<ProviderSettings, Set<string>>();

/** The names of a model that its provider may have, in order; all of them when it has none. */
function namesToAsk(settings: ProviderSettings, model: ModelId): string[] {
  const names = namesAt(settings.modelNames[model], Date.now());
  const remaining = names.filter((name) => !gone.get(settings)?.has(`${model} ${name}`));
  return remaining.length > 0 ? remaining : names;
}

/** Remembers that a provider does not have a name, and returns what to tell the operator, once. */
function noteGone(
  settings: ProviderSettings,
  model: ModelId,
  name: string,
  next: string | undefined,
): string | undefined {
  const known = gone.get(settings) ?? new Set();
  gone.set(settings, known);
  if (known.has(`${model} ${name}`)) return undefined;
  known.add(`${model} ${name}`);
  const what = `The provider of ${MODEL_LABELS[model]} does not have the model ${name} (any more).`;
  const { override } = MODELS[model];
  return next === undefined
    ? `${what} ${override} names no other one that it has.`
    : `${what} ${next} is asked in its place from now on; ${override} says which are asked, in order.`;
}

type Outcome =
  | { kind: "finished" }
  | { kind: "stopped" }
  | { kind: "failed"; failure: ProviderFailure; passedOn: boolean };

/**
 * One try. `next` resolves with the next text, and with undefined when no more comes: then `ended` says how it went.
 * Not a generator: each text would pass through the promises of two.
 */
function startTry(
  connect: () => Promise<Connection>,
  request: ProviderRequest,
  deadline: number,
  limits: StreamLimits,
) {
  const watch = startWatch(request.signal, deadline, limits.silenceMs);
  const findEvents = eventFinder();
  const joiner = textJoiner();
  const take = takeWithin(limits.bytes);
  let passedOn = false;
  let blank = true;
  let hasEnded = false;
  let chunks = 0;
  // The provider's explicit word on how the answer ended.
  let said: Reading["end"];
  let failure: ProviderFailure = { kind: "broken" };
  let usage = NO_USAGE;
  let connection: Connection | undefined;
  let answer:
    | { reader: ReadableStreamDefaultReader<Uint8Array>; read: AnswerStream["read"] }
    | undefined;

  const endWith = (error: unknown) => {
    failure = failureFrom(error, Date.now(), connection?.errors);
    hasEnded = true;
  };
  const open = async () => {
    connection = await connect();
    const { response, read } = await watch.within(
      connection.ask({ ...request, signal: watch.signal }),
    );
    const reader = response.body?.getReader();
    if (!reader) throw new Error("The provider's response has no body.");
    // Settles a read even if an SDK ignores the signal, without a promise for each.
    watch.signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
    return { reader, read };
  };
  /** The text of one chunk. */
  const textOf = (bytes: Uint8Array, read: AnswerStream["read"]) => {
    chunks += 1;
    const chunk = readEvents(findEvents(bytes), read, said !== undefined, usage);
    usage = chunk.usage;
    // After its end only the tokens follow, and the connection can be used again.
    if (said !== undefined) return "";
    const { end } = chunk;
    const { fitting, isTooLong } = take(chunk.texts);
    if (isTooLong) {
      failure = { kind: "too_long" };
      hasEnded = true;
    } else if ("thrown" in chunk) {
      endWith(chunk.thrown);
    } else if (end === "broken") {
      hasEnded = true;
    } else if (end !== undefined) {
      said = end;
      watch.endWithin(limits.closingMs);
    } else if (chunks >= limits.chunks) {
      failure = { kind: "worn_out" };
      hasEnded = true;
    }
    return said === "finished" ? joiner.add(fitting) + joiner.end() : joiner.add(fitting);
  };

  return {
    next: async (): Promise<string | undefined> => {
      if (passedOn) watch.heard();
      try {
        answer ??= await open();
        for (;;) {
          if (hasEnded) return undefined;
          const { done, value } = await answer.reader.read();
          if (done) return undefined;
          if (passedOn) watch.heard();
          const text = textOf(value, answer.read);
          if (text === "") continue;
          passedOn = true;
          blank &&= text.trim() === "";
          watch.pause();
          return text;
        }
      } catch (error) {
        endWith(error);
        return undefined;
      }
    },
    /** Closes the connection if it is still open. Nobody waits for that. */
    close: () => {
      watch.close();
      answer?.reader.cancel().catch(() => {});
    },
    ended: (): { outcome: Outcome; usage: Usage } => ({ outcome: outcome(), usage }),
  };

  function outcome(): Outcome {
    if (said === "finished" && !blank) return { kind: "finished" };
    if (request.signal.aborted) return { kind: "stopped" };
    if (said !== undefined) failure = { kind: said === "finished" ? "empty" : said };
    else if (watch.timedOut()) failure = { kind: "timeout" };
    return { kind: "failed", failure, passedOn };
  }
}

type Readings = {
  texts: string[];
  usage: Usage;
  end: Reading["end"];
  /** The error that reading the next event threw. */
  thrown?: unknown;
};

/** What the events of one chunk say, up to the one that ends the answer. Later ones only add to the tokens. */
function readEvents(
  events: readonly string[],
  read: AnswerStream["read"],
  hasEnded: boolean,
  known: Usage,
): Readings {
  const readings: Readings = { texts: [], usage: known, end: undefined };
  for (const event of events) {
    try {
      const { text, end, usage } = read(event);
      if (usage) readings.usage = mergeUsage(readings.usage, usage);
      if (hasEnded || readings.end !== undefined) continue;
      if (text !== "") readings.texts.push(text);
      readings.end = end;
    } catch (thrown) {
      if (!hasEnded && readings.end === undefined) return { ...readings, thrown };
    }
  }
  return readings;
}

/** The most bytes of JSON that one UTF-16 code unit can take, as an escape. */
const MOST_BYTES = 6;

/**
 * Returns a function that takes texts, and returns the first ones that fit into `limit` bytes of JSON with all that it
 * took before. It measures them only where the longest form of what was not measured yet would not fit.
 */
function takeWithin(limit: number): (texts: string[]) => { fitting: string; isTooLong: boolean } {
  let bytes = 0;
  let unmeasured = "";
  return (texts) => {
    const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("");
    if (bytes + (unmeasured.length + text.length) * MOST_BYTES <= limit) {
      unmeasured += text;
      return { fitting: text, isTooLong: false };
    }
    bytes += bytesInJson(unmeasured);
    unmeasured = "";
    const over = texts.findIndex((each) => {
      bytes += bytesInJson(each);
      return bytes > limit;
    });
    if (over === -1) return { fitting: text, isTooLong: false };
    return { fitting: texts.slice(0, over).join(""), isTooLong: true };
  };
}

function bytesInJson(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - '""'.length;
}

function endingOf({ kind, retryAfterMs }: ProviderFailure): Ending {
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
