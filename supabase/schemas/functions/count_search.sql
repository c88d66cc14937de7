-- Counts a search of a person, if the limit allows one more. A call of its own, so that a search which fails or takes
-- too long is counted too.
-- Outcomes: counted, limited (with retry_after, in seconds).
create function public.count_search(p_user_id uuid, p_searches_per_minute integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  -- Locks this row and not the member, so that no turn waits for a search.
  perform from private.usage where user_id = p_user_id and kind = 'searches_minute' for update;
  wait := private.take(p_user_id, 'searches_minute', p_searches_per_minute, interval '1 minute');
  if wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end if;
  return jsonb_build_object('outcome', 'counted');
end $$;
revoke execute on function public.count_search(uuid, integer) from public, anon, authenticated;
grant execute on function public.count_search(uuid, integer) to service_role;
