-- Whether the database answers. Called by the function `health`, which needs no session.
create function public.health() returns boolean
language sql stable set search_path = '' as 'select true';
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;
