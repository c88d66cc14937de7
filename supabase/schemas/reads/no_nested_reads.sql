-- Reads that nest one table in another grow with the product of their rows. The REST service lets a function that has
-- the name of a table and takes a row of another one take the place of every relationship between the two. These
-- functions return nothing, and no browser role may execute them, so no read holds more than one table.
do $$
declare
  one text;
  other text;
begin
  for one, other in values
    ('chats', 'users'), ('users', 'chats'), ('messages', 'users'), ('users', 'messages'),
    ('chats', 'messages'), ('messages', 'chats'), ('messages', 'messages'),
    ('instructions', 'users'), ('users', 'instructions')
  loop
    execute format('create function public.%1$I(public.%2$I) returns setof public.%1$I
      language sql stable set search_path = '''' as ''select null::public.%1$I where false''', one, other);
    execute format(
      'revoke execute on function public.%I(public.%I) from public, anon, authenticated, service_role', one, other);
  end loop;
end $$;
