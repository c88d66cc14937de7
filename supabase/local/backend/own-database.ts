import { StartError } from "../process/start-error.ts";
import type { OpenDatabase } from "./database.ts";
import { baseline, migrationVersions } from "./migrations.ts";

const HISTORY = "supabase_migrations.schema_migrations";
const APPLIED = `select to_jsonb(applied)->>'version' as version, to_jsonb(applied)->'statements' as statements
  from ${HISTORY} applied`;

/** Tables and views, without those of PostgreSQL and of extensions. */
const RELATIONS = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

/**
 * Throws a StartError when the database holds something else than this product: the backend grants on every table
 * that it finds. A database counts as the product's own when it is empty or its history begins with our baseline. An
 * empty history beside the sign-in tables is a first start that was interrupted.
 */
export async function requireOwnDatabase(database: OpenDatabase): Promise<void> {
  const relations = await database.rows(RELATIONS);
  const names = relations.map(({ schema, name }) => `${String(schema)}.${String(name)}`);
  const hasHistory = names.includes(HISTORY);
  const applied = hasHistory ? await database.rows(APPLIED) : [];
  if (applied.some(isBaseline)) return;
  const foreign = names.filter(
    (name) => !(hasHistory && /^(auth|supabase_migrations)\./.test(name)),
  );
  if (foreign.length === 0 && applied.length === 0) return;
  const [first = HISTORY, ...others] = foreign;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw new StartError(
    database.folder === undefined
      ? `DATABASE_URL names a database that holds something else (${first}${more}). ` +
          "Nothing in it was changed. Give the product a database of its own."
      : `The data in ${database.folder} is of a state before version 1.0 and cannot be opened. ` +
          "Nothing in it was changed. Remove the folder to start anew.",
  );
}

/** The Supabase CLI stores a migration statement by statement, this product as one text. */
function isBaseline({ version, statements }: Record<string, unknown>): boolean {
  if (version !== migrationVersions()[0]) return false;
  const isOurs = Array.isArray(statements) && statements.length === 1;
  return !isOurs || statements[0] === baseline();
}
