import { setTimeout as sleep } from "node:timers/promises";
import type { OpenDatabase } from "./database.ts";

const EVERY_MS = 30_000;
/** The embedded database runs one statement at a time, and nobody should wait for this one. */
const AT_ONCE = 500;

/** Purges deleted chats as pg_cron does on a hosted project, until the signal ends it. */
export async function purgeByTimer(
  database: Pick<OpenDatabase, "rows">,
  signal: AbortSignal,
  everyMs = EVERY_MS,
): Promise<void> {
  const purge = async () => {
    const [row] = await database.rows(`select private.purge_chats(${AT_ONCE}) as removed`);
    return Number(row?.["removed"]);
  };
  while (!signal.aborted) {
    // A database that is away is asked again with the next round.
    const removed = await purge().catch(() => 0);
    await sleep(removed < AT_ONCE ? everyMs : 10, null, { signal }).catch(() => undefined);
  }
}
