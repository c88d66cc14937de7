-- Copies the rows of one chat from a table to another that has the same columns: all that are not generated.
-- p_key: the column of both that holds the chat's id. p_true: a column that is true in the copies.
create function private.copy_rows(
  p_from regclass, p_to regclass, p_key name, p_user_id uuid, p_chat_id uuid, p_true name default null
) returns void
language plpgsql set search_path = '' as $$
declare
  columns text;
  contents text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when a.attname = p_true then 'true' else quote_ident(a.attname) end, ', ' order by a.attnum)
    into columns, contents
    from pg_catalog.pg_attribute a join pg_catalog.pg_attribute b on b.attname = a.attname
    where a.attrelid = p_from and b.attrelid = p_to and a.attnum > 0 and not a.attisdropped and not b.attisdropped
      and a.attgenerated = '' and b.attgenerated = '';
  execute format('insert into %2$s (%3$s) select %4$s from %1$s where user_id = $1 and %5$I = $2',
    p_from, p_to, columns, contents, p_key) using p_user_id, p_chat_id;
end $$;
revoke execute on function private.copy_rows(regclass, regclass, name, uuid, uuid, name)
  from public, anon, authenticated;
