-- The one rule about who may create chats and send messages.
create function private.membership_is_active(member public.users) returns boolean
language sql set search_path = '' as $$
  select member.membership_status = 'active'
    and (member.membership_ended_at is null or member.membership_ended_at > pg_catalog.clock_timestamp())
$$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;
