-- The time of a chat's next message: strictly later than its newest one, even when the clock was set back.
create function private.next_moment(p_last_message_at timestamptz) returns timestamptz
language plpgsql set search_path = '' as $$
begin
  return greatest(clock_timestamp(), p_last_message_at + interval '1 microsecond');
end $$;
revoke execute on function private.next_moment(timestamptz) from public, anon, authenticated;
