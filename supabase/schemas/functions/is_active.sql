-- The one rule about who may create chats and send messages. A start that is only minutes ahead has come, because the
-- payment platform's clock may be ahead.
create function private.is_active(p_status text, p_started_at timestamptz, p_ended_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  return p_status = 'active'
    and (p_started_at is null or p_started_at <= pg_catalog.clock_timestamp() + interval '5 minutes')
    and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp());
end $$;
revoke execute on function private.is_active(text, timestamptz, timestamptz) from public, anon, authenticated;
