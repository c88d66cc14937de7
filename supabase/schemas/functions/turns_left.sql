-- How many more turns the member may begin, by the tighter of the two limits, and when its window ends.
create function private.turns_left(p_user_id uuid, p_per_minute integer, p_per_day integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('count', greatest(0, most - used), 'until', started_at + length)
  from (values ('turns_minute', p_per_minute, interval '1 minute'), ('turns_day', p_per_day, interval '1 day'))
    as limits (kind, most, length)
  join private.usage using (kind)
  where user_id = p_user_id
  order by most - used, started_at + length desc limit 1
$$;
revoke execute on function private.turns_left(uuid, integer, integer) from public, anon, authenticated;
