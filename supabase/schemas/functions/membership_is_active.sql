-- Whether what public.users says of a person is active.
create function private.membership_is_active(member public.users) returns boolean
language sql set search_path = '' as $$
  select private.is_active(member.membership_status, member.membership_ended_at)
$$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;
