-- Deletes the messages of a deleted account, also those of its deleted chats. Runs after its chats are gone.
create function private.forget_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked before what is in them, as by their purge.
  perform from private.deleted_chats where user_id = old.id order by id for update;
  delete from private.attempts where user_id = old.id;
  delete from public.messages where user_id = old.id;
  delete from private.unindexed_chats where user_id = old.id;
  delete from private.deleted_chats where user_id = old.id;
  return null;
end $$;
revoke execute on function private.forget_deleted_chats() from public, anon, authenticated;
