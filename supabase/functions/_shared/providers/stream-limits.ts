import { positiveInteger } from "../limits.ts";
import { REPLY_SECONDS, WORKER_CPU_MS, WORKER_MARGIN_SECONDS } from "../time-limits.ts";

/**
 * The processor time of loading a function and of a turn without its text, and of reading a chunk of a provider's
 * stream and passing it on, in milliseconds. Measured in Deno, and rounded up: a worker cannot ask what it has used.
 */
const TURN_CPU_MS = 500;
const CHUNK_CPU_MS = 0.3;

/** What one answer may cost. Tests pass shorter times. */
export const STREAM_LIMITS = {
  /** One deadline around all tries for an answer. Before the first text a provider may be silent just as long. */
  totalMs: REPLY_SECONDS * 1000,
  tries: 3,
  /** How long a model may take to name a chat. After that the first line stays. */
  namingMs: 20_000,
  /** How long a provider may say nothing once it has begun to write. Models that reason are silent before that. */
  silenceMs: 60_000,
  /** How long a provider may keep the connection open after it said that the answer is complete. */
  closingMs: 1_000,
  /** The longest wait before the second try; it doubles before the third. */
  backoffMs: 500,
  /** A longer Retry-After is left to the person. */
  retryAfterMs: 10_000,
  /** The longest answer, in bytes within JSON: what a read of it takes of the database's memory. */
  bytes: 200_000,
  /** How many chunks of a provider's stream may be read: what that takes of the processor. */
  chunks: Number.MAX_SAFE_INTEGER,
};
export type StreamLimits = Readonly<typeof STREAM_LIMITS>;

/**
 * The limits with the deadline of the variable REPLY_SECONDS and the processor time of WORKER_CPU_MS. Without the latter
 * only hosted workers have a limit.
 */
export function readStreamLimits(
  env: (name: string) => string | undefined,
  isHosted: boolean,
): StreamLimits {
  const seconds = positiveInteger(env("REPLY_SECONDS"), REPLY_SECONDS);
  const cpuMs = positiveInteger(env("WORKER_CPU_MS"), isHosted ? WORKER_CPU_MS : Infinity);
  const chunks = Math.max(1, Math.floor((cpuMs - TURN_CPU_MS) / CHUNK_CPU_MS));
  return { ...STREAM_LIMITS, totalMs: seconds * 1000, chunks };
}

/** The limits of a turn in a worker that ends in so many milliseconds. */
export function limitsWithin(limits: StreamLimits, workerMs: number): StreamLimits {
  return { ...limits, totalMs: Math.min(limits.totalMs, workerMs - WORKER_MARGIN_SECONDS * 1000) };
}
