import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process/settings.ts";
import { messageOf, StartError } from "../process/start-error.ts";
import type { OpenDatabase } from "./database.ts";

const DIRECTORY = join(ROOT, "supabase/migrations");

/**
 * A migration gives up when somebody else holds a lock for longer, so that requests do not queue up behind it. The newer
 * files begin with the same line, for the Supabase CLI.
 */
const LOCK_TIMEOUT = "set lock_timeout = '5s';";

/** The roles that every Supabase project has (the migrations name them), and the history of applied migrations. */
const PREPARATION = `
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

/** Creates the roles that migrations name and an empty history, where they are missing. */
export async function prepareForMigrations(database: OpenDatabase): Promise<void> {
  await database.run(PREPARATION);
}

/**
 * Applies the migrations in `directory` (`<14 digits>_<name>.sql`) that the database has not seen, in order, each in a
 * transaction of its own together with its entry in the history. The table auth.users must exist. Returns the names
 * of the files applied; throws a StartError that names the file that failed, of which nothing stays.
 */
export async function applyMigrations(
  database: OpenDatabase,
  directory = DIRECTORY,
): Promise<string[]> {
  await prepareForMigrations(database);
  const history = await database.rows("select version from supabase_migrations.schema_migrations");
  const applied = new Set(history.map((row) => row["version"]));
  const pending = migrationsIn(directory).filter((file) => !applied.has(versionOf(file)));
  for (const file of pending) {
    const script = readFileSync(join(directory, file), "utf8");
    const name = file.slice(15, -".sql".length);
    try {
      await database.run(
        `${LOCK_TIMEOUT}
        ${script};
        insert into supabase_migrations.schema_migrations (version, statements, name)
        values ('${versionOf(file)}', array[$migration$${script}$migration$], '${name}');
        reset lock_timeout;`,
      );
    } catch (error) {
      throw new StartError(`Migration ${file} failed: ${messageOf(error)}`);
    }
  }
  return pending;
}

/** The versions of the repository's migrations, oldest first. */
export function migrationVersions(): string[] {
  return migrationsIn(DIRECTORY).map(versionOf);
}

/** The text of the migration that every database begins with. */
export function baseline(): string {
  return readFileSync(join(DIRECTORY, migrationsIn(DIRECTORY)[0] ?? ""), "utf8");
}

function migrationsIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => /^\d{14}_\w+\.sql$/.test(file))
    .toSorted();
}

function versionOf(file: string): string {
  return file.slice(0, 14);
}
