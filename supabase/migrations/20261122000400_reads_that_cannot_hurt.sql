-- What a member's read over REST can cost the database.

-- Reads that nest one table in another grow with the product of their rows. The REST service lets a function that has
-- the name of a table and takes a row of another one take the place of every relationship between the two. These
-- functions return nothing, and no browser role may execute them, so no read holds more than one table.
create function public.chats(public.users) returns setof public.chats
  language sql stable set search_path = '' as 'select null::public.chats where false';
create function public.messages(public.users) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
create function public.users(public.chats) returns setof public.users
  language sql stable set search_path = '' as 'select null::public.users where false';
create function public.messages(public.chats) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
create function public.users(public.messages) returns setof public.users
  language sql stable set search_path = '' as 'select null::public.users where false';
create function public.chats(public.messages) returns setof public.chats
  language sql stable set search_path = '' as 'select null::public.chats where false';
create function public.messages(public.messages) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
revoke execute on function
  public.chats(public.users), public.messages(public.users), public.users(public.chats), public.messages(public.chats),
  public.users(public.messages), public.chats(public.messages), public.messages(public.messages)
  from public, anon, authenticated, service_role;

-- True when the running statement names a table's longest column, or all columns, p_times at most; otherwise it fails.
-- A hundred of the longest messages take 80 MB of the database's memory each time that their content is named, and an
-- address has room for a thousand names. Names that are no columns count too: PostgreSQL takes them for functions of
-- the whole row. A name that is compared is a filter, and takes no memory.
create function private.read_is_small(p_table regclass, p_longest name, p_times integer) returns boolean
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
  if named > p_times then
    raise sqlstate 'PT400' using message = 'The query asks for too much at once.',
      hint = 'Name every column once.';
  end if;
  return true;
end $$;
revoke execute on function private.read_is_small(regclass, name, integer) from public, anon;
grant execute on function private.read_is_small(regclass, name, integer) to authenticated;

alter policy "members read their own chats" on public.chats
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.chats', 'title', 3)));
alter policy "members read their own messages" on public.messages
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.messages', 'content', 1)));

-- The REST service applies a role's own timeout to each of its requests. The page's reads take milliseconds.
alter role anon set statement_timeout = '2s';
alter role authenticated set statement_timeout = '2s';
notify pgrst, 'reload config';
