-- Counts one more turn of the member, and with p_chats_per_minute one more chat. Nothing is counted when a limit refuses.
-- wait: seconds until every limit allows it; 0 when none refuses.
-- turns_left: count, how many more turns the member may begin by the tighter of the two limits; until, when its window
-- ends; near, the same of the tighter limit of which nine tenths are used, null when there is none.
-- Windows are those of private.take. Callers hold the member's row, so two never count at once.
create function private.take_turn(
  p_user_id uuid, p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  out wait integer, out turns_left jsonb
)
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  with windows as materialized (
    select l.place, l.kind, l.most, l.length,
      case when is_open then u.started_at else moment end as started_at, case when is_open then u.used else 0 end as used
    from (values
      (1, 'chats_minute', p_chats_per_minute, interval '1 minute'),
      (2, 'turns_minute', p_turns_per_minute, interval '1 minute'),
      (3, 'turns_day', p_turns_per_day, interval '1 day')) l (place, kind, most, length)
    left join private.usage u on u.user_id = p_user_id and u.kind = l.kind
    cross join lateral (select u.started_at > moment - l.length and u.started_at <= moment) o (is_open)
    where l.most is not null
  ), refusing as (
    select started_at + length as until from windows where used >= most order by until desc limit 1
  ), counted as (
    insert into private.usage (user_id, kind, started_at, used)
      select p_user_id, kind, started_at, used + 1 from windows where not exists (select from refusing)
      on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used
  ), turns as (
    select place, most, greatest(0, most - used - 1) as count, started_at + length as until from windows where place > 1
  )
  select coalesce((select greatest(1, ceil(extract(epoch from until - moment))) from refusing), 0),
    jsonb_build_object('count', t.count, 'until', t.until, 'near', (
      select jsonb_build_object('count', n.count, 'until', n.until) from turns n
      where n.count <= 0.1 * n.most order by n.count, n.until desc limit 1))
    into wait, turns_left
    from turns t order by t.count, t.until desc limit 1;
end $$;
revoke execute on function private.take_turn(uuid, integer, integer, integer) from public, anon, authenticated;
