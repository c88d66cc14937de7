import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { printRow } from "../../bench/table.ts";
import { fillDatabase } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { type Postgres, startPostgres } from "../../support/database/postgres.ts";
import { chatsPerMember, fill, filledMember, type FilledMember, MEMBER_COUNT } from "./fill.ts";
import { compare } from "./measure.ts";
import { finishTurn, openTurn, renewTurn } from "./product-calls.ts";
import { useOnce } from "./scenes.ts";

const ROUNDS = 200;
/** How many members are measured. Their rows, and a chat of everybody, are the almost empty database. */
const MEASURED = 10;
const CLIENTS = 32;
/** The most that a message takes on the disk, with its indexes and the log while it is written. */
const BYTES_PER_MESSAGE = 4_000;

/** A server as a hosted project of four gigabytes has it. It waits for the disk only where it is killed. */
const SETTINGS = {
  shared_buffers: "1GB",
  effective_cache_size: "3GB",
  maintenance_work_mem: "256MB",
  random_page_cost: "1.1",
  max_wal_size: "4GB",
  checkpoint_timeout: "15min",
  fsync: "off",
  full_page_writes: "on",
  synchronous_commit: "on",
};
/** Writes no log for restored or replicated servers. */
const WHILE_FILLING = { wal_level: "minimal", max_wal_senders: "0", full_page_writes: "off" };

const connect = (url: string, max = 1) => postgres(url, { max, onnotice: () => undefined });

/**
 * Fills a database with about so many messages, and prints how long each read and write of the product takes in it
 * beside an almost empty one, and what remains after it was killed. Returns whether every bar holds.
 */
export async function runScale(rows: number, say: (line: string) => void): Promise<boolean> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < rows * BYTES_PER_MESSAGE * 1.5) {
    throw new Error(`${tmpdir()} has no room for ${rows} messages.`);
  }
  const server = await startPostgres({ ...SETTINGS, ...WHILE_FILLING });
  try {
    const chats = chatsPerMember(rows);
    const start = performance.now();
    const full = await filled(server, "full", MEMBER_COUNT, chats);
    const alone = await filled(server, "alone", MEASURED, chats);
    say(`filled after ${((performance.now() - start) / 1000).toFixed(0)} s`);
    await server.halt();
    await server.resume({ wal_level: "replica", max_wal_senders: "10", ...SETTINGS });
    const members = Array.from({ length: MEMBER_COUNT }, (_, index) =>
      filledMember(index + 1, chats),
    );
    printRow({
      what: `one call, ${ROUNDS} rounds`,
      measured: "p50 / p95, over those of an almost empty database: ratio of the p95",
      bar: "bar",
    });
    const databases = { full: connect(full), alone: connect(alone) };
    const holds = await compare(databases, members.slice(0, MEASURED), {
      scene: useOnce,
      rounds: ROUNDS,
      // The reads of the page, and what every turn takes.
      held: (name) => /^(read|begin_turn|finish_turn)/.test(name),
    });
    await Promise.all([databases.full.end(), databases.alone.end()]);
    return (await survives(server, full, members)) && holds;
  } finally {
    await server.stop();
  }
}

/** Makes a database with the chats of the first members. Returns its address. */
async function filled(server: Postgres, name: string, first: number, chats: number) {
  const url = await server.createDatabase(name);
  await fillDatabase(url, { withMigrations: true });
  const sql = connect(url);
  await fill(sql, first, chats);
  await sql.end();
  return url;
}

/** Kills every process of the server while clients take turns, and looks for all that was acknowledged. */
async function survives(server: Postgres, url: string, members: readonly FilledMember[]) {
  // From here on a commit is on the disk before it is acknowledged.
  await server.halt();
  await server.resume({ fsync: "on" });
  const taking = takeTurns(connect(url, CLIENTS), members);
  await sleep(4_000);
  await server.kill();
  const acknowledged = await taking;
  await server.resume();
  const sql = connect(url);
  const [found] = await sql<{ count: number }[]>`
    select count(*)::integer as count from public.messages where id = any (${acknowledged}::uuid[])`;
  const lost = acknowledged.length - (found?.count ?? 0);
  printRow({
    what: `killed with ${CLIENTS} clients: acknowledged messages that are not stored`,
    measured: `${lost} of ${acknowledged.length}`,
    bar: "none",
    holds: lost === 0,
  });
  const counts = await brokenInvariants({
    sql: async <Found>(query: string) => [...(await sql.unsafe(query))] as Found[],
  });
  await sql.end();
  const isSound = JSON.stringify(counts) === JSON.stringify(NO_BROKEN_INVARIANT);
  printRow({
    what: "broken invariants after it",
    measured: JSON.stringify(counts),
    bar: "none",
    holds: isSound,
  });
  return lost === 0 && isSound;
}

/** Clients take one turn after the other until the database is gone. Returns the ids that were acknowledged. */
async function takeTurns(sql: Sql, members: readonly FilledMember[]): Promise<string[]> {
  const acknowledged: string[] = [];
  const client = async (first: number) => {
    for (let count = first; ; count += CLIENTS) {
      const member = members[count % members.length];
      if (member === undefined) throw new Error("Nobody takes a turn.");
      const turn = await openTurn(sql, member, member.chats[0] ?? "");
      await renewTurn(sql, turn, 1);
      const { outcome } = await finishTurn(sql, turn);
      if (outcome !== "stored") throw new Error(`An answer was not stored: ${outcome}.`);
      acknowledged.push(turn.questionId, turn.answerId);
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: CLIENTS }, (_, index) => client(index)),
  );
  await sql.end({ timeout: 1 }).catch(() => undefined);
  const isLost = (error: unknown) =>
    error instanceof Error &&
    "code" in error &&
    /^(CONNECTION|ECONN|57P0)/.test(String(error.code));
  for (const end of ends) if (end.status === "rejected" && !isLost(end.reason)) throw end.reason;
  return acknowledged;
}
