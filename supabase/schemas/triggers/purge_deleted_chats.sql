-- Each write of a chat, as every turn makes, purges some of what was deleted more than ten minutes ago.
create function private.purge_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_chats(50);
  return null;
end $$;
revoke execute on function private.purge_deleted_chats() from public, anon, authenticated;
