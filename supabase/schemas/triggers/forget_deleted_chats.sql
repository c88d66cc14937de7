-- Removes what was kept of the deleted chats of a person whose account goes. It comes after their chats are gone.
create function private.forget_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.restorable_attempts where user_id = old.id;
  delete from private.restorable_messages where user_id = old.id;
  delete from private.restorable_chats where user_id = old.id;
  return null;
end $$;
revoke execute on function private.forget_deleted_chats() from public, anon, authenticated;
