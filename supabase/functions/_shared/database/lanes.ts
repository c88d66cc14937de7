/** Runs a call, or lets it wait until calls before it with the same key have ended. */
export type InLane = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs at most `most` calls with the same key at once. The others wait for their turn, in order;
 * calls with other keys do not wait for them.
 */
export function openLanes(most: number): InLane {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, run) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < most) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await run();
    } finally {
      // The next one that waits takes the place.
      const next = lane.waiting.shift();
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    }
  };
}
