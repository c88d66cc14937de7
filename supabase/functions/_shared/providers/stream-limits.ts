/** What one answer may cost. Tests pass shorter times. */
export const STREAM_LIMITS = {
  /** One deadline around all tries for an answer. */
  totalMs: 90_000,
  tries: 3,
  /** How long a provider may say nothing at all: before its first event, and between two. */
  silenceMs: 40_000,
  /** How long a provider may keep the line open after it said that the answer is complete. */
  closingMs: 1_000,
  /** The longest wait before the second try; it doubles before the third. */
  backoffMs: 500,
  /** A longer Retry-After is left to the person. */
  retryAfterMs: 10_000,
  /** The longest answer, in UTF-16 code units. */
  characters: 200_000,
};
export type StreamLimits = Readonly<typeof STREAM_LIMITS>;
