-- A read that embeds one table in another grows with the product of their rows. The REST service lets a function that
-- has the name of a table and takes a row of another one replace every relationship between the two. No role may
-- execute these, so no read embeds a table.
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
