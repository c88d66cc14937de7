import type { EmptyBackend } from "../../support/database/backend.ts";

/** Everything that decides who may do what, as the database's own catalogue has it. */
export type Catalogue = Record<string, Record<string, unknown>>;

// Owners and the service role's own tables are left out: they may do everything.
const QUESTIONS = {
  schemas: `
    select nspname as name, jsonb_build_object('used by', (
      select coalesce(jsonb_agg(role order by role), '[]') from unnest(array['anon', 'authenticated']) role
      where has_schema_privilege(role, oid, 'usage'))) as facts
    from pg_namespace where nspname in ('public', 'private')`,
  relations: `
    select format('%s.%s', nspname, relname) as name, jsonb_build_object(
      'kind', relkind,
      'row level security', relrowsecurity,
      'granted', (
        select coalesce(jsonb_object_agg(role, privileges), '{}') from (
          select replace(grantee::regrole::text, '-', 'public') as role,
            jsonb_agg(privilege_type order by privilege_type) as privileges
          from aclexplode(relacl) where grantee <> relowner group by 1
        ) by_role where role <> 'service_role'),
      'granted by column', (
        select coalesce(jsonb_object_agg(attname, attacl::text), '{}') from pg_attribute
        where attrelid = c.oid and cardinality(attacl) > 0)) as facts
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'private') and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`,
  policies: `
    select format('%s.%s: %s', schemaname, tablename, policyname) as name, jsonb_build_object(
      'permissive', permissive, 'roles', to_jsonb(roles), 'command', cmd,
      'using', qual, 'check', with_check) as facts
    from pg_policies where schemaname in ('public', 'private')`,
  functions: `
    select format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)) as name,
      jsonb_build_object(
        'security definer', prosecdef,
        'settings', to_jsonb(proconfig),
        'executed by', (
          select coalesce(jsonb_agg(replace(grantee::regrole::text, '-', 'public') order by 1), '[]')
          from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner)) as facts
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'private')`,
  triggers: `
    select format('%s.%s: %s', t.nspname, relname, tgname) as name,
      jsonb_build_object('enabled', tgenabled, 'calls', format('%s.%s', f.nspname, proname)) as facts
    from pg_trigger
    join pg_class c on c.oid = tgrelid join pg_namespace t on t.oid = relnamespace
    join pg_proc p on p.oid = tgfoid join pg_namespace f on f.oid = pronamespace
    where not tgisinternal and (t.nspname in ('public', 'private') or f.nspname in ('public', 'private'))`,
};

/** Reads the catalogue of everything the migrations made. */
export async function readCatalogue(backend: EmptyBackend): Promise<Catalogue> {
  const catalogue: Catalogue = {};
  for (const [part, question] of Object.entries(QUESTIONS)) {
    const rows = await backend.sql<{ name: string; facts: unknown }>(question);
    catalogue[part] = Object.fromEntries(rows.map(({ name, facts }) => [name, facts]));
  }
  return catalogue;
}
