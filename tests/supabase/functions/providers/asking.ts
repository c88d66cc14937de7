import { onTestFinished } from "vitest";
import {
  MODEL_IDS,
  MODEL_LABELS,
  type ModelId,
} from "../../../../supabase/functions/_shared/models.ts";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import {
  streamAnswer,
  type AnswerResult,
  type Ending,
  type AnswerRequest,
} from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import {
  type StreamLimits,
  STREAM_LIMITS,
} from "../../../../supabase/functions/_shared/providers/stream-limits.ts";
import {
  type Misbehaviour,
  startMisbehavingProvider,
} from "../../../support/providers/misbehaving-provider.ts";

/** The product's limits with short waits. They still leave time enough for a busy machine. */
export const SHORT: StreamLimits = {
  ...STREAM_LIMITS,
  silenceMs: 10_000,
  closingMs: 100,
  backoffMs: 10,
};

/** For an answer that must end at its deadline. Even a busy machine has asked the provider by then. */
export const SHORT_DEADLINE: StreamLimits = { ...SHORT, totalMs: 2_000 };

/** For a silence within the text that is too long. */
export const SHORT_SILENCE: StreamLimits = { ...SHORT, silenceMs: 400 };

export type ProviderAnswer = {
  pieces: string[];
  text: string;
  ending: Ending;
  result: AnswerResult;
  log: Record<string, string | number | undefined>[];
  ms: number;
};

/** A provider that answers a test's requests in these ways, one after the other, and ends with the test. */
export async function provider(...behaviours: Misbehaviour[]) {
  const started = await startMisbehavingProvider();
  onTestFinished(started.stop);
  const [first, ...others] = behaviours;
  if (first !== undefined) started.behave(first, ...others);
  return started;
}

/** Asks one question and collects everything that comes of it. */
export async function askOne(
  env: Record<string, string>,
  model: ModelId,
  options: Partial<AnswerRequest> & { onPiece?: (piece: string) => unknown } = {},
): Promise<ProviderAnswer> {
  const started = performance.now();
  const pieces: string[] = [];
  const log: ProviderAnswer["log"] = [];
  const answer = streamAnswer({
    settings: readProviderSettings((name) => env[name]),
    model,
    history: [{ role: "user", content: "Hello?" }],
    signal: new AbortController().signal,
    limits: SHORT,
    log: (line) => log.push(line),
    ...options,
  });
  let next = await answer.next();
  while (next.done !== true) {
    pieces.push(next.value);
    await options.onPiece?.(next.value);
    next = await answer.next();
  }
  const ms = performance.now() - started;
  return { pieces, text: pieces.join(""), ending: next.value.ending, result: next.value, log, ms };
}

/** `[id, label]` of all four, for `describe.each`. */
export const ALL_MODELS = MODEL_IDS.map((id) => [id, MODEL_LABELS[id]] as const);
