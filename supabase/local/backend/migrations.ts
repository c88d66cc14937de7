import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenDatabase } from "./database.ts";
import { ROOT } from "../process/settings.ts";
import { messageOf, StartError } from "../process/start-error.ts";

const DIRECTORY = join(ROOT, "supabase/migrations");

/** The roles that every Supabase project has; the migrations name them. */
const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin bypassrls;
  end if;
end $$;
-- The history where the Supabase CLI keeps it, so that either may continue the other's work.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
);`;

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own together with its entry in
 * the history. Returns the names of those applied; a StartError names the one that failed, and nothing of it stays.
 */
export async function applyMigrations(
  database: OpenDatabase,
  directory = DIRECTORY,
): Promise<string[]> {
  await database.run(ROLES);
  const history = await database.rows("select version from supabase_migrations.schema_migrations");
  const applied = new Set(history.map((row) => row["version"]));
  const pending = readdirSync(directory)
    .filter((file) => /^\d{14}_\w+\.sql$/.test(file) && !applied.has(file.slice(0, 14)))
    .toSorted();
  for (const file of pending) {
    const script = readFileSync(join(directory, file), "utf8");
    const version = file.slice(0, 14);
    const name = file.slice(15, -".sql".length);
    try {
      await database.run(
        `${script};
        insert into supabase_migrations.schema_migrations (version, statements, name)
        values ('${version}', array[$migration$${script}$migration$], '${name}');`,
      );
    } catch (error) {
      throw new StartError(`Migration ${file} failed: ${messageOf(error)}`);
    }
  }
  return pending;
}
