import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { quantile } from "../../bench/statistics.ts";
import type { Postgres } from "../../support/database/postgres.ts";
import type { FilledMember } from "./people.ts";
import { finishTurn, openTurn, renewTurn } from "./product-calls.ts";

/** One whole turn: what it took, and the ids that its member was told are stored. */
type Whole = { ms: number; questionId: string; answerId: string };

/**
 * This many clients take one turn after the other, each on a connection of its own and for any of the members, until
 * the time is up or the database is gone. Returns the turns that were told to be stored.
 */
async function takeTurns(
  url: string,
  members: readonly FilledMember[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Whole[]> {
  const sql = postgres(url, { max: clients, onnotice: () => undefined, connect_timeout: 60 });
  // Everybody is connected before the first turn.
  await Promise.all(Array.from({ length: clients }, () => sql`select pg_sleep(0.05)`));
  const whole: Whole[] = [];
  const end = performance.now() + seconds * 1000;
  const failures: unknown[] = [];
  const client = async () => {
    while (performance.now() < end && failures.length === 0) {
      const member = oneOf(members);
      const start = performance.now();
      const turn = await openTurn(sql, member, oneOf(member.chats));
      await renewTurn(sql, turn, 1);
      const { outcome } = await finishTurn(sql, turn);
      if (outcome !== "stored") throw new Error(`An answer was not stored: ${outcome}.`);
      whole.push({ ...turn, ms: performance.now() - start });
    }
  };
  const noting = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: clients }, () => client().catch(noting)));
  await sql.end({ timeout: 1 }).catch(() => undefined);
  const fault = failures.find((error) => !isLost(error));
  if (fault !== undefined) throw fault;
  return whole;
}

/** Whether the connection broke, or the server said that it ends. */
const isLost = (error: unknown) =>
  error instanceof Error && "code" in error && /^(CONNECTION|ECONN|57P0)/.test(String(error.code));

/**
 * Turns a second, how long 50 and 95 of a hundred took at most, in milliseconds, and how many bytes of its log the
 * database wrote for each.
 */
export async function turnsASecond(
  url: string,
  members: readonly FilledMember[],
  load: { clients: number; seconds: number },
) {
  const watching = postgres(url, { max: 1, onnotice: () => undefined });
  const [before] = await watching<{ at: string }[]>`select pg_current_wal_lsn()::text as at`;
  const start = performance.now();
  const whole = await takeTurns(url, members, load);
  const seconds = (performance.now() - start) / 1000;
  const [log] = await watching<{ bytes: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), ${before?.at ?? "0/0"}) as bytes`;
  await watching.end();
  const times = whole.map(({ ms }) => ms);
  return {
    rate: whole.length / seconds,
    written: Number(log?.bytes) / whole.length,
    count: whole.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

/**
 * Kills every process of the server while 32 clients take turns, and starts it again. Returns how many turns had been
 * told to be stored, how many of them are not there any more, and how long the start took.
 */
export async function killUnderLoad(
  server: Postgres,
  url: string,
  members: readonly FilledMember[],
) {
  const taking = takeTurns(url, members, { clients: 32, seconds: 60 });
  await sleep(4_000);
  await server.kill();
  const whole = await taking;
  const start = performance.now();
  await server.resume();
  const recovery = (performance.now() - start) / 1000;
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const told = whole.flatMap(({ questionId, answerId }) => [questionId, answerId]);
  const [found] = await sql<{ count: number }[]>`
    select count(*)::integer as count from public.messages where id = any (${told}::uuid[])`;
  await sql.end();
  return { told: whole.length, lost: told.length - (found?.count ?? 0), recovery };
}

function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
