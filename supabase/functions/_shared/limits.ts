/** How much one member may do. */
export type UsageLimits = { turnsPerMinute: number; turnsPerDay: number; chatsPerMinute: number };

/** Reads the limits from the environment. Unset, empty or unusable values fall back to the defaults. */
export function readUsageLimits(env: (name: string) => string | undefined): UsageLimits {
  const limit = (name: string, fallback: number) => {
    const value = Number(env(name) || Number.NaN);
    return Number.isInteger(value) && value > 0 ? value : fallback;
  };
  return {
    turnsPerMinute: limit("TURNS_PER_MINUTE", 20),
    turnsPerDay: limit("TURNS_PER_DAY", 500),
    chatsPerMinute: limit("CHATS_PER_MINUTE", 20),
  };
}
