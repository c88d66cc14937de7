-- The version of the newest migration, by the history of the Supabase CLI and `npm start`; null when it is not known.
create function private.applied_migration() returns text
language plpgsql stable set search_path = '' as $$
declare
  newest text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
exception when insufficient_privilege or undefined_column then
  return null;
end $$;
revoke execute on function private.applied_migration() from public, anon, authenticated;
