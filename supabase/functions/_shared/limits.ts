/** How much one member may do, and how much one turn may cost. */
export type UsageLimits = ReturnType<typeof readUsageLimits>;

/** Reads the limits from the environment. Unset, empty or unusable values fall back to the defaults. */
export function readUsageLimits(env: (name: string) => string | undefined) {
  return {
    turnsPerMinute: positiveInteger(env("TURNS_PER_MINUTE"), 20),
    turnsPerDay: positiveInteger(env("TURNS_PER_DAY"), 500),
    chatsPerMinute: positiveInteger(env("CHATS_PER_MINUTE"), 20),
    searchesPerMinute: positiveInteger(env("SEARCHES_PER_MINUTE"), 60),
    importedMessagesPerDay: positiveInteger(env("IMPORTED_MESSAGES_PER_DAY"), 200_000),
    importedMbPerDay: positiveInteger(env("IMPORTED_MB_PER_DAY"), 500),
    /**
     * The most tokens of the conversation that a model is given, by the database's estimate. Far below what the models
     * can take: each is paid for at every turn. A longer conversation is cut to 60 % of this, which by default still
     * holds the longest message that is written here, in any script.
     */
    contextTokens: positiveInteger(env("CONTEXT_TOKENS"), 60_000),
  };
}

/** Whether models name chats, by the variable TITLES: `off` where they do not. */
export const readTitles = (env: (name: string) => string | undefined): boolean =>
  env("TITLES")?.trim().toLowerCase() !== "off";

/** The number that `text` writes, or `fallback` when it writes no positive integer. */
export function positiveInteger(text: string | undefined, fallback: number): number {
  const value = Number(text || Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : fallback;
}
