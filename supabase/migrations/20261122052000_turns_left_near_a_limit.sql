-- turns_left also says what is left of a limit of which nine tenths are used, so that people are told before it refuses.

-- How many more turns the member may begin, by the tighter of the two limits, and when its window ends. near: the same
-- of the tighter limit of which nine tenths are used; null when there is none.
create or replace function private.turns_left(p_user_id uuid, p_per_minute integer, p_per_day integer) returns jsonb
language sql stable set search_path = '' as $$
  with windows as (
    select most, greatest(0, most - used) as count, started_at + length as until
    from (values ('turns_minute', p_per_minute, interval '1 minute'), ('turns_day', p_per_day, interval '1 day'))
      as limits (kind, most, length)
    join private.usage using (kind)
    where user_id = p_user_id
  )
  select jsonb_build_object('count', count, 'until', until, 'near', (
    select jsonb_build_object('count', n.count, 'until', n.until) from windows n
    where n.count <= 0.1 * n.most order by n.count, n.until desc limit 1))
  from windows order by count, until desc limit 1
$$;
