-- Lets whatever writes a chat, as every turn does, remove chats that were deleted more than ten minutes ago. A host that
-- can run private.purge_chats on a schedule needs no writes for it.
create function private.purge_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_chats(2);
  return null;
end $$;
revoke execute on function private.purge_deleted_chats() from public, anon, authenticated;
