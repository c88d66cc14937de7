-- Counts what an import adds. Returns the seconds to wait before the member may import that much; 0 when allowed, and only
-- then it is counted. Windows are those of private.take. Callers hold the member's row, so two never count at once.
create function private.take_import(
  p_user_id uuid, p_messages integer, p_bytes bigint, p_messages_per_day integer, p_mb_per_day integer
) returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  wait integer;
begin
  with windows as materialized (
    select l.kind, l.amount, l.most,
      case when is_open then u.started_at else moment end as started_at, case when is_open then u.used else 0 end as used
    from (values
      ('imported_messages_day', p_messages, p_messages_per_day),
      ('imported_kb_day', ceil(p_bytes / 1024.0)::integer, p_mb_per_day * 1024::bigint)) l (kind, amount, most)
    left join private.usage u on u.user_id = p_user_id and u.kind = l.kind
    cross join lateral (select u.started_at > moment - interval '1 day' and u.started_at <= moment) o (is_open)
  ), refusing as (
    select max(started_at) + interval '1 day' as until from windows where used + amount > most
  ), counted as (
    insert into private.usage (user_id, kind, started_at, used)
      select p_user_id, kind, started_at, used + amount from windows where (select until from refusing) is null
      on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used
  )
  select case when until is null then 0 else greatest(1, ceil(extract(epoch from until - moment))) end into wait
    from refusing;
  return wait;
end $$;
revoke execute on function private.take_import(uuid, integer, bigint, integer, integer)
  from public, anon, authenticated;
