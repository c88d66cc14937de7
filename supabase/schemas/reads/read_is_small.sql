-- True when the running statement names a table's longest column, or all columns, at most three times; else it fails
-- with PT400. Each time that a statement names their content, fifty of the longest messages take 60 MB of the
-- database's memory, and a URL has room for a thousand names. REST services name a column once today; three, because
-- another version may word its statements otherwise and must not lock everybody out. Names of no column count too:
-- PostgreSQL takes them for functions of the whole row. A name that is compared is a filter, and takes no memory.
create function private.read_is_small(p_table regclass, p_longest name) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  named integer;
begin
  select count(*) into named
  from pg_catalog.regexp_matches(pg_catalog.current_query(), pg_catalog.format(
    '"(?:%1$s|pgrst_source)"\.(?:(\*)|"([^"]+)")(?!%3$s)|(\m%2$s\M)(?!"?%3$s)',
    (select relname from pg_catalog.pg_class where oid = p_table), p_longest,
    '\s*(?:[=<>~@!]|(?:not|is|in|i?like|similar|operator)\M)'), 'gi') as found (part)
  where part[1] is not null or part[3] is not null or part[2] = p_longest
    or not exists (select from pg_catalog.pg_attribute where attrelid = p_table and attname = part[2]);
  if named > 3 then
    raise sqlstate 'PT400' using message = 'The query asks for too much at once.',
      hint = 'Name every column once.';
  end if;
  return true;
end $$;
revoke execute on function private.read_is_small(regclass, name) from public, anon;
grant execute on function private.read_is_small(regclass, name) to authenticated;
