/** How much one member may do. */
export type UsageLimits = ReturnType<typeof readUsageLimits>;

/** Reads the limits from the environment. Unset, empty or unusable values fall back to the defaults. */
export function readUsageLimits(env: (name: string) => string | undefined) {
  return {
    turnsPerMinute: positiveInteger(env("TURNS_PER_MINUTE"), 20),
    turnsPerDay: positiveInteger(env("TURNS_PER_DAY"), 500),
    chatsPerMinute: positiveInteger(env("CHATS_PER_MINUTE"), 20),
    searchesPerMinute: positiveInteger(env("SEARCHES_PER_MINUTE"), 60),
  };
}

/** The number that `text` writes, or `fallback` when it writes no positive integer. */
export function positiveInteger(text: string | undefined, fallback: number): number {
  const value = Number(text || Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : fallback;
}
