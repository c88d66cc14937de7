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
create function public.attempts(public.messages) returns setof public.attempts
  language sql stable set search_path = '' as 'select null::public.attempts where false';
create function public.messages(public.attempts) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
create function public.pieces(public.attempts) returns setof public.pieces
  language sql stable set search_path = '' as 'select null::public.pieces where false';
create function public.attempts(public.pieces) returns setof public.attempts
  language sql stable set search_path = '' as 'select null::public.attempts where false';
create function public.open_answers(public.messages) returns setof public.open_answers
  language sql stable set search_path = '' as 'select null::public.open_answers where false';
create function public.messages(public.open_answers) returns setof public.messages
  language sql stable set search_path = '' as 'select null::public.messages where false';
revoke execute on function
  public.chats(public.users), public.messages(public.users), public.users(public.chats), public.messages(public.chats),
  public.users(public.messages), public.chats(public.messages), public.messages(public.messages),
  public.attempts(public.messages), public.messages(public.attempts), public.pieces(public.attempts),
  public.attempts(public.pieces), public.open_answers(public.messages), public.messages(public.open_answers)
  from public, anon, authenticated, service_role;
