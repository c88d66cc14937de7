-- Deletes the memberships that an operator granted to a deleted account. What the platform sold stays, for whoever
-- confirms its address. Locks memberships before the person's row, as everywhere.
create function private.release_memberships() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.memberships where user_id = old.id order by id for update;
  with granted as (
    delete from private.memberships m where user_id = old.id
      and not exists (select from private.membership_events where membership_id = m.id and source = 'platform')
    returning id
  )
  delete from private.membership_events where membership_id in (select id from granted);
  return old;
end $$;
revoke execute on function private.release_memberships() from public, anon, authenticated;
