import { cpus, totalmem } from "node:os";
import postgres, { type Sql } from "postgres";
import { median, quantile } from "../../bench/statistics.ts";
import { printRow } from "../../bench/table.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import type { Postgres } from "../../support/database/postgres.ts";
import { killUnderLoad, turnsASecond } from "./clients.ts";
import { startFilled } from "./databases.ts";
import { chatsPerMember, HEAVY_CHATS } from "./fill.ts";
import { compare } from "./measure.ts";
import {
  type FilledMember,
  HEAVY_MEMBER,
  HEAVY_MESSAGES,
  filledMember,
  MEASURED,
  MEMBER_COUNT,
} from "./people.ts";
import { PAGE_READS, readAsMember } from "./product-calls.ts";
import { editOnce, useLongChat, useOnce } from "./scenes.ts";
import { measureSearches } from "./searches.ts";
import { printSizes } from "./sizes.ts";

const ROUNDS = 200;
/** How often each kind of search is measured. */
const SEARCHES = 100;
/** How many members are looked at whose rows nobody has read since they were written. */
const UNSEEN = 300;
const CLIENTS = [1, 8, 32, 64];
const SECONDS = 8;

/**
 * A server as a hosted project of four gigabytes has it. It waits for the disk only where turns a second are counted:
 * a disk that others use too takes longer for a commit than the database for all the rest.
 */
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

/**
 * Fills a database with about so many messages and prints what it takes and what it does beside an almost empty one.
 * Returns whether every bar holds.
 * @param data A folder that keeps the databases, so that they are filled once and measured often.
 */
export async function runScale(
  rows: number,
  { say, data }: { say: (line: string) => void; data: string | undefined },
): Promise<boolean> {
  say(`${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB; ${JSON.stringify(SETTINGS)}`);
  const { server, texts } = await startFilled(rows, { settings: SETTINGS, folder: data, say });
  try {
    return await measure(server, { rows, texts, say });
  } finally {
    await server.stop();
  }
}

async function measure(
  server: Postgres,
  { rows, texts, say }: { rows: number; texts: [string, string][]; say: (line: string) => void },
) {
  const [fullUrl, aloneUrl] = [server.urlOf("full"), server.urlOf("alone")];
  const connect = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });
  const [full, alone] = [connect(fullUrl), connect(aloneUrl)];
  const chats = chatsPerMember(rows);
  const everybody = Array.from({ length: MEMBER_COUNT }, (_, index) =>
    filledMember(index + 1, chats),
  );

  await printSizes(full);
  const heavyMember = filledMember(HEAVY_MEMBER, HEAVY_CHATS);
  // Before anything is written: what is found among the newest messages depends on what they are.
  say("searches, each by another member");
  const searches = { texts, rounds: SEARCHES };
  const finds = await measureSearches(full, everybody.slice(MEASURED, -UNSEEN), searches);
  say(`searches by a member with ${HEAVY_MESSAGES.toLocaleString("en-US")} messages`);
  const findsMany = await measureSearches(full, [heavyMember], searches);
  printRow({
    what: `\none call, ${ROUNDS} rounds`,
    measured: "p50 / p95, over those of an almost empty database: ratio of the p95",
    bar: "bar",
  });
  let holds = await compare({ full, alone }, everybody.slice(0, MEASURED), {
    scene: useOnce,
    rounds: ROUNDS,
    held,
  });
  // A few members have left hundreds of replies that broke off. The planner would take everybody for one of them and plan
  // the reads of the next member anew each time. A connection keeps its plans, so the next member has new ones.
  await full`truncate public.attempts, public.pieces`;
  const ofHeavy = { full: connect(fullUrl), alone: connect(server.urlOf("heavy")) };
  for (const sql of [ofHeavy.full, ofHeavy.alone]) {
    await sql`vacuum (analyze) public.attempts, public.pieces`;
  }
  say(`the same by a member with ${HEAVY_MESSAGES.toLocaleString("en-US")} messages`);
  const reads = await compare(ofHeavy, [heavyMember], { scene: useLongChat, rounds: ROUNDS, held });
  // By itself: copies put many words into the index of the search, and so its pages into the place of others.
  const edits = await compare({ full, alone }, everybody.slice(0, MEASURED), {
    scene: editOnce,
    rounds: ROUNDS,
    held,
  });
  holds &&= edits && reads && finds && findsMany;
  await readForTheFirstTime(full, everybody.slice(-UNSEEN));
  await Promise.all([full, alone, ofHeavy.full, ofHeavy.alone].map((sql) => sql.end()));

  say(`whole turns (begin, one piece, finish) a second, ${SECONDS} s each`);
  // From here on a commit is on the disk before it is told.
  await server.halt();
  await server.resume({ fsync: "on" });
  const withOneChat = everybody.map(({ chats: [first = ""], ...member }) => ({
    ...member,
    chats: [first],
  }));
  for (const clients of CLIENTS) {
    for (const [name, url, members] of [
      ["full", fullUrl, everybody],
      ["almost empty", aloneUrl, withOneChat],
    ] as const) {
      const { rate, p50, p95, written } = await turnsASecond(url, members, {
        clients,
        seconds: SECONDS,
      });
      printRow({
        what: `${clients} clients, ${name}`,
        measured: `${rate.toFixed(0)} a second, ${p50.toFixed(1)} / ${p95.toFixed(1)} ms, ${(written / 1000).toFixed(1)} kB of log each`,
      });
    }
  }
  const isSound = await survives(server, fullUrl, everybody);
  return holds && isSound;
}

/** What it takes to open the newest page of somebody who was away: their rows are nowhere in the server's memory. */
async function readForTheFirstTime(sql: Sql, members: FilledMember[]): Promise<void> {
  const times: number[] = [];
  for (const member of members) {
    const query = PAGE_READS.newest(member, member.chats[0] ?? "");
    await readAsMember(sql, member, query, async (run) => {
      const start = performance.now();
      const result = await run();
      times.push(performance.now() - start);
      return result;
    });
  }
  printRow({
    what: "read: messages, newest page, read by nobody lately",
    measured: `${median(times).toFixed(2)} / ${quantile(times, 0.95).toFixed(2)} ms`,
  });
}

/** The reads of the page, and what every turn takes, have a bar. */
const held = (name: string) => /^(read|begin_turn|finish_turn)/.test(name);

async function survives(
  server: Postgres,
  url: string,
  everybody: readonly FilledMember[],
): Promise<boolean> {
  const { told, lost, recovery } = await killUnderLoad(server, url, everybody);
  printRow({
    what: "killed under load: turns that were told to be stored and are not",
    measured: `${lost} of ${told}, started again in ${recovery.toFixed(1)} s`,
    bar: "none",
    holds: lost === 0,
  });
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
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
