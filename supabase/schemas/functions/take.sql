-- Seconds to wait before the member may do one more of p_kind; 0 when allowed, and then it is counted. A window starts
-- with its first use. One that starts in the future began before the clock was set back, and is over. Callers hold a
-- lock, so that two never count at once.
create function private.take(p_user_id uuid, p_kind text, p_limit integer, p_window interval)
returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  current private.usage;
begin
  select * into current from private.usage where user_id = p_user_id and kind = p_kind;
  if current.user_id is null or current.started_at <= moment - p_window or current.started_at > moment then
    current.started_at := moment;
    current.used := 0;
  end if;
  if current.used >= p_limit then
    return greatest(1, ceil(extract(epoch from current.started_at + p_window - moment)));
  end if;
  insert into private.usage (user_id, kind, started_at, used)
    values (p_user_id, p_kind, current.started_at, current.used + 1)
    on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used;
  return 0;
end $$;
revoke execute on function private.take(uuid, text, integer, interval) from public, anon, authenticated;
