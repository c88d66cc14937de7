import { existsSync } from "node:fs";
import { readFile, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres, { type Sql } from "postgres";
import { fillDatabase } from "../../support/database/backend.ts";
import { type Postgres, startPostgres } from "../../support/database/postgres.ts";
import {
  buildIndexes,
  chatsPerMember,
  fillChats,
  fillHeavy,
  fillMembers,
  makeTexts,
  stopIndexing,
} from "./fill.ts";
import { HEAVY_MEMBER, MEASURED, MEMBER_COUNT } from "./people.ts";

/** What a message takes on the disk, its indexes and the log while it is written included, at most. */
const BYTES_PER_MESSAGE = 4_000;
const DATABASES = ["full", "alone", "heavy"] as const;
/** Writes no log that only a restored or replicated server would need, and nothing beside what it is told to. */
const WHILE_FILLING = { wal_level: "minimal", max_wal_senders: "0", full_page_writes: "off" };

/** What the databases were filled with, and when that was done. */
type Filled = { rows: number; texts: [string, string][]; at: string };

/**
 * Starts a server with a database of about so many messages, with one of the measured members' alone (`alone`), and
 * with one of the member's who has very many (`heavy`).
 * @param folder Keeps the databases. When it has them from the last time, they are as they were before that was
 * measured, with the migrations that are new since.
 */
export async function startFilled(
  rows: number,
  {
    settings,
    folder,
    say,
  }: {
    settings: Record<string, string>;
    folder: string | undefined;
    say: (line: string) => void;
  },
) {
  const note = folder === undefined ? undefined : join(folder, "filled.json");
  if (note !== undefined && existsSync(note)) {
    const filled = JSON.parse(await readFile(note, "utf8")) as Filled;
    if (filled.rows !== rows) throw new Error(`${folder} has been filled with ${filled.rows}.`);
    const server = await startPostgres(settings, folder);
    for (const name of DATABASES) {
      const url = server.urlOf(name);
      await fillDatabase(url, { withMigrations: true });
      await writing(url, (sql) => forgetMeasured(sql, filled.at));
    }
    return { server, texts: filled.texts };
  }

  const place = folder === undefined ? tmpdir() : dirname(folder);
  const { bavail, bsize } = await statfs(place);
  if (bavail * bsize < rows * BYTES_PER_MESSAGE * 1.5) {
    throw new Error(`${place} has no room for ${rows} messages.`);
  }
  if (folder !== undefined && existsSync(folder)) throw new Error(`${folder} is something else.`);
  const server = await startPostgres({ ...settings, ...WHILE_FILLING }, folder);
  const texts = makeTexts();
  await fill(server, { rows, texts, say });
  await server.halt();
  await server.resume({ wal_level: "replica", max_wal_senders: "10", ...settings });
  const filled: Filled = { rows, texts, at: new Date().toISOString() };
  if (note !== undefined) await writeFile(note, JSON.stringify(filled));
  return { server, texts };
}

async function fill(
  server: Postgres,
  { rows, texts, say }: { rows: number; texts: [string, string][]; say: (line: string) => void },
): Promise<void> {
  const urls: string[] = [];
  for (const name of DATABASES) {
    const url = await server.createDatabase(name);
    await fillDatabase(url, { withMigrations: true });
    urls.push(url);
  }
  const [full = "", alone = "", heavy = ""] = urls;
  const chats = chatsPerMember(rows);
  const start = performance.now();
  const tell = (what: string) =>
    say(`${what} after ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await writing(full, (sql) => fillMembers(sql, HEAVY_MEMBER, MEMBER_COUNT));
  const everybody = { first: 1, last: MEMBER_COUNT, chats, texts };
  for (const url of urls) await writing(url, stopIndexing);
  await Promise.all([
    writing(full, (sql) => fillChats(sql, { ...everybody, from: 1, step: 2 })),
    writing(full, async (sql) => {
      await fillHeavy(sql, texts);
      await fillChats(sql, { ...everybody, from: 2, step: 2 });
    }),
  ]);
  await writing(alone, async (sql) => {
    await fillMembers(sql, 1, MEMBER_COUNT);
    await fillChats(sql, { ...everybody, chats: 1 });
    await fillChats(sql, { ...everybody, last: MEASURED, from: 2 });
  });
  await writing(heavy, async (sql) => {
    await fillMembers(sql, HEAVY_MEMBER, HEAVY_MEMBER);
    await fillHeavy(sql, texts);
  });
  tell("written");
  for (const url of urls) await writing(url, settle);
  tell("filled");
}

/** Writes without waiting for the disk. */
async function writing<Result>(url: string, write: (sql: Sql) => Promise<Result>) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`set synchronous_commit = off`;
  const result = await write(sql);
  await sql.end();
  return result;
}

/** Builds the indexes, and leaves the tables as autovacuum would. */
async function settle(sql: Sql): Promise<void> {
  await buildIndexes(sql);
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/** Takes back what was written since, member by member: no index finds messages by their time alone. */
async function forgetMeasured(sql: Sql, filledAt: string): Promise<void> {
  // What a deletion would do besides is done here. A chat that was begun is deleted by who measures.
  await sql`set session_replication_role = replica`;
  await sql`
    delete from public.messages using public.users
    where messages.user_id = users.id and messages.created_at > ${filledAt} and messages.content <> ''`;
  await sql`
    update public.chats set last_message_at = (
      select max(created_at) from public.messages
      where messages.user_id = chats.user_id and messages.chat_id = chats.id)
    where last_message_at > ${filledAt}`;
  await sql`
    truncate public.attempts, public.pieces, private.usage, private.ended_turns, private.deleted_chats,
      private.restorable_chats, private.restorable_messages, private.restorable_attempts, private.unindexed_chats`;
  await sql`vacuum (analyze) public.messages, public.chats`;
  await sql`checkpoint`;
}
