-- How the models do, by model; `good`, `slow` or `failing`, and nothing of models with few turns. Called by the function
-- `health`, which needs no session.
create function public.health() returns jsonb
language plpgsql stable security definer set search_path = '' as 'begin return private.turn_health(); end';
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;
