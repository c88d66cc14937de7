-- Records who confirmed which address when, and gives them the memberships that waited for it.
create function private.confirm_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.email_confirmed_at is not null
    and private.fold_address(old.email) = private.fold_address(new.email) then
    return null;
  end if;
  perform private.lock_address(private.fold_address(new.email));
  insert into private.confirmed_addresses (email, user_id, confirmed_at)
    values (private.fold_address(new.email), new.id, clock_timestamp());
  perform private.settle_memberships(
    array(select distinct membership_id from private.membership_events
      where email = private.fold_address(new.email)));
  return null;
end $$;
revoke execute on function private.confirm_address() from public, anon, authenticated;
