import type { OpenDatabase } from "../../../supabase/local/backend/database.ts";

const OURS = "('public', 'private')";

/** Grants as a sorted list; the owner's own, which nobody writes down, are left out. */
const grants = (acl: string, owner: string) => `(
  select coalesce(jsonb_agg(replace(grantee::regrole::text, '-', 'public') || ': ' || privilege_type
    order by grantee::regrole::text, privilege_type), '[]')
  from aclexplode(${acl}) where grantee <> ${owner})`;

/** Each part of the structure, as rows of a name and what the catalogue says about it. */
const PARTS = {
  schemas: `
    select nspname as name, jsonb_build_object(
      'grants', ${grants("nspacl", "nspowner")}, 'comment', obj_description(oid, 'pg_namespace')) as facts
    from pg_namespace where nspname in ${OURS}`,
  extensions: `select extname as name, to_jsonb(extnamespace::regnamespace::text) as facts from pg_extension`,
  relations: `
    select c.oid::regclass::text as name, jsonb_build_object(
      'kind', relkind, 'persistence', relpersistence, 'options', to_jsonb(reloptions),
      'row security', relrowsecurity, 'forced', relforcerowsecurity, 'replica identity', relreplident,
      'grants', ${grants("coalesce(relacl, acldefault('r', relowner))", "relowner")},
      'definition', case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      'comment', obj_description(c.oid, 'pg_class')) as facts
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`,
  columns: `
    select format('%s.%s', attrelid::regclass, attname) as name, jsonb_build_object(
      'position', row_number() over (partition by attrelid order by attnum), 'type', format_type(atttypid, atttypmod), 'required', attnotnull,
      'default', pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated,
      'collation', attcollation::regcollation::text, 'grants', attacl::text,
      'comment', col_description(attrelid, attnum)) as facts
    from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where nspname in ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped`,
  constraints: `
    select format('%s on %s', conname, conrelid::regclass) as name, jsonb_build_object(
      'definition', pg_get_constraintdef(k.oid), 'validated', convalidated,
      'comment', obj_description(k.oid, 'pg_constraint')) as facts
    from pg_constraint k join pg_namespace n on n.oid = connamespace where nspname in ${OURS}`,
  indexes: `
    select indexrelid::regclass::text as name, jsonb_build_object(
      'definition', pg_get_indexdef(indexrelid), 'valid', indisvalid) as facts
    from pg_index join pg_class c on c.oid = indrelid join pg_namespace n on n.oid = relnamespace
    where nspname in ${OURS}`,
  policies: `
    select format('%s on %s', polname, polrelid::regclass) as name, jsonb_build_object(
      'permissive', polpermissive, 'command', polcmd,
      'roles', (select jsonb_agg(role::regrole::text order by 1) from unnest(polroles) role),
      'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) as facts
    from pg_policy join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace
    where nspname in ${OURS}`,
  functions: `
    select p.oid::regprocedure::text as name, jsonb_build_object(
      'definition', pg_get_functiondef(p.oid),
      'grants', ${grants("coalesce(proacl, acldefault('f', proowner))", "proowner")},
      'comment', obj_description(p.oid, 'pg_proc')) as facts
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname in ${OURS} and prokind in ('f', 'p')`,
  triggers: `
    select format('%s on %s', tgname, tgrelid::regclass) as name, jsonb_build_object(
      'definition', pg_get_triggerdef(t.oid), 'enabled', tgenabled) as facts
    from pg_trigger t join pg_proc p on p.oid = tgfoid join pg_namespace n on n.oid = pronamespace
    where nspname in ${OURS} and not tgisinternal`,
  types: `
    select typname as name, jsonb_build_object('kind', typtype, 'labels', (
      select jsonb_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)) as facts
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where nspname in ${OURS} and typtype in ('e', 'd', 'r')`,
};

export type Structure = Record<string, Record<string, unknown>>;

/** Everything that the schemas `public` and `private` are made of, as the database's own catalogue has it. */
export async function readStructure(database: Pick<OpenDatabase, "rows">): Promise<Structure> {
  const structure: Structure = {};
  for (const [part, query] of Object.entries(PARTS)) {
    const rows = await database.rows(query);
    structure[part] = Object.fromEntries(rows.map(({ name, facts }) => [String(name), facts]));
  }
  return structure;
}
