export type Limits = Readonly<typeof LIMITS>;

/** What one turn may cost. Tests pass shorter times. */
export const LIMITS = {
  /** One deadline around all tries of a turn (DESIGN 5, step 3). */
  totalMs: 90_000,
  tries: 3,
  /** How long a provider may say nothing at all: before its first event, and between two. */
  silenceMs: 40_000,
  /** How long a provider may keep the line open after it said that the answer is complete. */
  closingMs: 1_000,
  backoffMs: 500,
  /** A longer Retry-After is the person's to wait for. */
  retryAfterMs: 10_000,
  /** The longest answer, in UTF-16 code units. */
  characters: 200_000,
};
