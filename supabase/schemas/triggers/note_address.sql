-- Writes private.addresses when an account's address changes.
create function private.note_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email is null then
    delete from private.addresses where user_id = new.id;
  else
    insert into private.addresses (user_id, email)
      select id, private.fold_address(new.email) from public.users where id = new.id
      on conflict (user_id) do update set email = excluded.email where addresses.email <> excluded.email;
  end if;
  return null;
end $$;
revoke execute on function private.note_address() from public, anon, authenticated;
