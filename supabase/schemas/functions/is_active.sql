-- The one rule about who may create chats and send messages.
create function private.is_active(p_status text, p_ended_at timestamptz) returns boolean
language sql set search_path = '' as $$
  select p_status = 'active' and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp())
$$;
revoke execute on function private.is_active(text, timestamptz) from public, anon, authenticated;
