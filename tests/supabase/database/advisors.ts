import type { EmptyBackend } from "../../support/database/backend.ts";

// What Supabase's advisors call an error or a warning (and, with the primary key and the foreign keys, advice), asked
// in our own words. Each question returns the names of what is wrong.
const OURS = "('public', 'private')";
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${OURS}`;
const FUNCTIONS = `pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ${OURS}`;
const ROW_LEVEL = `where c.relkind in ('r', 'p') and not c.relrowsecurity`;
const BROWSER = `unnest(array['anon', 'authenticated']) role`;
/** A policy's two conditions as one text. */
const CONDITION = `concat_ws(' and ', qual, with_check)`;
const POLICIES = `pg_policies where schemaname in ${OURS}`;
/** The key columns of an index, in order. */
const KEY = `(i.indkey::int2[])[0:i.indnkeyatts - 1]`;

const QUESTIONS = {
  "row-level security is off": `select c.relname as name from ${TABLES} ${ROW_LEVEL}`,
  "a policy does nothing, for row-level security is off": `
    select polname as name from pg_policy join ${TABLES} on c.oid = polrelid ${ROW_LEVEL}`,
  "a policy asks who is there for every row": `
    select policyname as name from ${POLICIES}
    and regexp_replace(${CONDITION}, 'SELECT (auth\\.\\w+\\(|current_setting\\()', '', 'g')
      ~ '(auth\\.\\w+|current_setting)\\('`,
  "a policy trusts what people write about themselves": `
    select policyname as name from ${POLICIES} and ${CONDITION} ~ 'user_metadata|user_meta_data'`,
  "a policy lets everybody write": `
    select policyname as name from ${POLICIES}
    and cmd <> 'SELECT' and permissive = 'PERMISSIVE' and 'true' in (qual, with_check)`,
  "a policy is true for nobody in particular": `
    select policyname as name from ${POLICIES}
    and ${CONDITION} ~* '(auth\\.\\w+\\(\\)|\\)) IS NULL\\) OR'`,
  "two policies answer the same question": `
    select tablename as name from ${POLICIES} and permissive = 'PERMISSIVE'
    group by schemaname, tablename, cmd, roles having count(*) > 1`,
  "a function's search_path is open": `
    select proname as name from ${FUNCTIONS} where not exists (
      select from unnest(proconfig) setting where setting like 'search_path=%')`,
  // Over REST, that is: a function of another schema is called by one of these.
  "the browser may call a function that runs as its owner": `
    select proname as name from ${FUNCTIONS} cross join ${BROWSER}
    where n.nspname = 'public' and prosecdef and has_function_privilege(role, p.oid, 'execute')`,
  "a view shows what its owner may see": `
    select c.relname as name from ${TABLES} where c.relkind = 'v'
    and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)`,
  "a materialized view or foreign table is open to the browser": `
    select c.relname as name from ${TABLES} cross join ${BROWSER}
    where c.relkind in ('m', 'f') and has_table_privilege(role, c.oid, 'select')`,
  "an extension lives in public": `
    select extname as name from pg_extension where extnamespace = 'public'::regnamespace`,
  "GraphQL shows the tables": `select extname as name from pg_extension where extname = 'pg_graphql'`,
  "a table has no primary key": `
    select c.relname as name from ${TABLES} where c.relkind = 'r'
    and not exists (select from pg_index where indrelid = c.oid and indisprimary)`,
  "a foreign key has no index": `
    select conname as name from pg_constraint k join ${TABLES} on c.oid = k.conrelid
    where contype = 'f' and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
      and (${KEY})[1:cardinality(k.conkey)] @> k.conkey)`,
  "a foreign key points at something of the sign-in service that is no primary key": `
    select conname as name from pg_constraint k join ${TABLES} on c.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid
    join pg_index i on i.indexrelid = k.conindid
    where contype = 'f' and target.relnamespace = 'auth'::regnamespace and not i.indisprimary`,
  "an index begins another one": `
    select shorter.relname as name from pg_index i
    join pg_class shorter on shorter.oid = i.indexrelid
    join ${TABLES} on c.oid = i.indrelid
    join pg_index longer on longer.indrelid = i.indrelid and longer.indexrelid <> i.indexrelid
    where i.indpred is null and longer.indpred is null and i.indexprs is null
    and (longer.indkey::int2[])[0:i.indnkeyatts - 1] = ${KEY}
    and (not i.indisunique or (longer.indisunique and longer.indnkeyatts = i.indnkeyatts))`,
  "an index is broken": `
    select c.relname as name from pg_index i join ${TABLES} on c.oid = i.indexrelid
    where not indisvalid or not indisready`,
  "nobody cleans up a table": `
    select c.relname as name from ${TABLES}
    where c.reloptions && array['autovacuum_enabled=false', 'autovacuum_enabled=off']`,
};

export type Advice = keyof typeof QUESTIONS;

/** What is wrong with the database, by question; nothing at all is an empty object. */
export async function adviceOn(backend: EmptyBackend): Promise<Partial<Record<Advice, string[]>>> {
  const advice: [string, string[]][] = [];
  for (const [question, query] of Object.entries(QUESTIONS)) {
    const rows = await backend.sql<{ name: string }>(query);
    if (rows.length > 0) advice.push([question, [...new Set(rows.map((row) => row.name))]]);
  }
  return Object.fromEntries(advice);
}
