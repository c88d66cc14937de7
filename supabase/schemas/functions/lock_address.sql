-- Locks an address until the transaction ends, so that an event for it and its confirmation cannot miss each other.
create function private.lock_address(p_email text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('membership of ' || p_email, 0))
$$;
revoke execute on function private.lock_address(text) from public, anon, authenticated;
