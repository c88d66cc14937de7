export type Limits = { turnsPerMinute: number; turnsPerDay: number; chatsPerMinute: number };

/** How much one member may do (DESIGN 2). Unset, empty or unusable values fall back to the defaults. */
export function readLimits(env: (name: string) => string | undefined): Limits {
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
