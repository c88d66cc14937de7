-- Gives everybody who signs up their row in public.users, on trial.
create function private.add_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id) values (new.id) on conflict do nothing;
  return new;
end $$;
revoke execute on function private.add_user() from public, anon, authenticated;
