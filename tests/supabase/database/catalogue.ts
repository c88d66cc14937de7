import type { EmptyBackend } from "../../support/database/backend.ts";

/** Everything that decides who may do what, as the database's own catalogue has it: for each name a line of facts. */
export type Catalogue = Record<string, Record<string, string>>;

// Owners and the service role's own tables are left out: they may do everything. So are the functions that are as most
// of them: called by nobody, with the rights of whoever calls, and a closed search_path.
const QUESTIONS = {
  schemas: `
    select nspname as name, 'used by ' || coalesce((
      select string_agg(role, ', ' order by role) from unnest(array['anon', 'authenticated']) role
      where has_schema_privilege(role, oid, 'usage')), 'nobody') as facts
    from pg_namespace where nspname in ('public', 'private')`,
  relations: `
    select format('%s.%s', nspname, relname) as name, concat_ws('; ',
      format('kind %s', relkind), case when relrowsecurity then 'row-level security' end,
      case relkind when 'v' then array_to_string(reloptions, ', ') end,
      (select string_agg(role || ': ' || privileges, '; ' order by role) from (
        select replace(grantee::regrole::text, '-', 'public') as role,
          string_agg(privilege_type, ', ' order by privilege_type) as privileges
        from aclexplode(relacl) where grantee <> relowner group by 1
      ) by_role where role <> 'service_role'),
      (select string_agg(attname || ' ' || attacl::text, '; ' order by attname) from pg_attribute
        where attrelid = c.oid and cardinality(attacl) > 0)) as facts
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'private') and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`,
  policies: `
    select format('%s.%s: %s', schemaname, tablename, policyname) as name,
      format('%s, %s to %s using %s', permissive, cmd, roles, qual) || coalesce(' check ' || with_check, '') as facts
    from pg_policies where schemaname in ('public', 'private')`,
  functions: `
    select * from (select format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)) as name,
      concat_ws('; ', case when prosecdef then 'as its owner' end, array_to_string(proconfig, ', '), 'for ' || coalesce((
        select string_agg(replace(grantee::regrole::text, '-', 'public'), ', ' order by 1)
        from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner), 'nobody')) as facts
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'private')) functions
    where facts <> 'search_path=""; for nobody'`,
  triggers: `
    select format('%s.%s: %s', t.nspname, relname, tgname) as name,
      format('%s.%s, enabled %s', f.nspname, proname, tgenabled) as facts
    from pg_trigger
    join pg_class c on c.oid = tgrelid join pg_namespace t on t.oid = relnamespace
    join pg_proc p on p.oid = tgfoid join pg_namespace f on f.oid = pronamespace
    where not tgisinternal and (t.nspname in ('public', 'private') or f.nspname in ('public', 'private'))`,
};

/** Reads the catalogue of everything the migrations made. */
export async function readCatalogue(backend: EmptyBackend): Promise<Catalogue> {
  const catalogue: Catalogue = {};
  for (const [part, question] of Object.entries(QUESTIONS)) {
    const rows = await backend.sql<{ name: string; facts: string }>(`${question} order by name`);
    catalogue[part] = Object.fromEntries(rows.map(({ name, facts }) => [name, facts]));
  }
  return catalogue;
}
