-- The ids of the reader's deleted chats that are not purged yet. Policies and reads leave out what is in them, and call
-- this once a statement.
create function private.deleted_chats_of_reader() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from private.deleted_chats where user_id = (select auth.uid()) and chat is not null
$$;
revoke execute on function private.deleted_chats_of_reader() from public, anon;
grant execute on function private.deleted_chats_of_reader() to authenticated;
