import type { Sql } from "postgres";
import { median, quantile } from "../../bench/statistics.ts";
import { printRow, type TableRow } from "../../bench/table.ts";
import type { FilledMember } from "./fill.ts";
import type { Clock } from "./scenes.ts";

const BAR = 1.5;
/** A ratio is the median of those of so many parts of a run: a pause of the machine is in one part. */
const PARTS = 8;
/** Rounds whose times do not count: they read what is not in memory yet. */
const WARM_UP = 20;

type Times = Map<string, number[]>;
export type Scene = (sql: Sql, member: FilledMember, round: number, clock: Clock) => Promise<void>;

/**
 * Plays the scene with the same members in two databases, by turns, and prints how long each call took in the full one
 * over the other. What misses its bar is measured once more, because what else runs on the machine slows one run only.
 * Returns whether every bar holds.
 * @param held Which calls have a bar.
 */
export async function compare(
  databases: { full: Sql; alone: Sql },
  members: readonly FilledMember[],
  { scene, rounds, held }: { scene: Scene; rounds: number; held: (name: string) => boolean },
): Promise<boolean> {
  const measured = async () => {
    const times = await play(databases, members, { scene, rounds });
    return [...times.full].map(([name, taken]) =>
      rowOf(name, taken, times.alone.get(name) ?? [], held(name)),
    );
  };
  const rows = await measured();
  rows.forEach(printRow);
  const slow = rows.filter(({ holds }) => holds === false).map(({ what }) => what);
  if (slow.length === 0) return true;
  const again = (await measured()).filter(({ what }) => slow.includes(what));
  again.forEach((row) => printRow({ ...row, what: `${row.what}, once more` }));
  return again.every(({ holds }) => holds !== false);
}

/** Returns how long each call took, by its name. */
async function play(
  databases: { full: Sql; alone: Sql },
  members: readonly FilledMember[],
  { scene, rounds }: { scene: Scene; rounds: number },
) {
  const times = { full: new Map() as Times, alone: new Map() as Times };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const member = members[(round + WARM_UP) % members.length];
    if (member === undefined) throw new Error("Nobody is measured.");
    // Each goes first as often as the other.
    for (const which of round % 2 === 0
      ? (["full", "alone"] as const)
      : (["alone", "full"] as const)) {
      const clock = round < 0 ? untimed : clockOf(times[which]);
      await scene(databases[which], member, round + WARM_UP, clock);
    }
  }
  return times;
}

const untimed: Clock = (_, run) => run();

const clockOf =
  (times: Times): Clock =>
  async (name, run) => {
    const start = performance.now();
    const result = await run();
    const taken = times.get(name) ?? [];
    taken.push(performance.now() - start);
    times.set(name, taken);
    return result;
  };

function rowOf(
  what: string,
  full: readonly number[],
  alone: readonly number[],
  held: boolean,
): TableRow {
  const ratio = median(
    Array.from({ length: PARTS }, (_, part) => {
      const p95 = (times: readonly number[]) => quantile(partOf(times, part), 0.95);
      return p95(full) / p95(alone);
    }),
  );
  const shown = (times: readonly number[]) =>
    `${median(times).toFixed(2)} / ${quantile(times, 0.95).toFixed(2)} ms`;
  const measured = `${shown(full)} over ${shown(alone)}: ${ratio.toFixed(2)}`;
  return { what, measured, ...(held && { bar: `p95 at most ${BAR}`, holds: ratio <= BAR }) };
}

const partOf = (times: readonly number[], part: number) =>
  times.slice((part * times.length) / PARTS, ((part + 1) * times.length) / PARTS);
