-- Whether a person may chat now. When another membership of theirs has started since, public.users gets it.
create function private.membership_is_active(member public.users) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at) then
    return true;
  end if;
  if not exists (select from private.memberships m
    where m.user_id = member.id and private.is_active(m.status, m.started_at, m.ended_at)) then
    return false;
  end if;
  -- Locked by a statement of its own, so that the next one sees what others have written meanwhile.
  perform from public.users where id = member.id for no key update;
  perform private.show_membership(member.id);
  select * into member from public.users where id = member.id;
  return private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at);
end $$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;
