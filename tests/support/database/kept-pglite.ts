import { isDeepStrictEqual } from "node:util";
import type { EmptyBackend } from "./backend.ts";
import { readStructure, type Structure } from "./structure.ts";

type Database = EmptyBackend["database"];

/** Databases of PGlite with the migrations applied that no test file of this worker uses now: opening one takes seconds. */
const kept: Database[] = [];
const structures = new WeakMap<Database, Structure>();

/** One that an earlier test file has left, without its rows. */
export function takeKept(): Database | undefined {
  return kept.pop();
}

/** Notes what the database is made of before a test has seen it. */
export async function rememberStructure(database: Database): Promise<void> {
  structures.set(database, await readStructure(database));
}

/** Empties the database for the next test file; closes it when a test has changed what it is made of. */
export async function keepOrClose(database: Database): Promise<void> {
  try {
    await database.run(EMPTY);
    await database.rows("discard all");
    if (isDeepStrictEqual(await readStructure(database), structures.get(database))) {
      kept.push(database);
      return;
    }
  } catch {
    // It cannot be used again as it is.
  }
  await database.connection.close();
}

const EMPTY = `do $$ begin
  execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') || ' restart identity cascade'
    from pg_tables where schemaname in ('public', 'private', 'auth'));
end $$`;
