-- Whether the member had a chat of this id and deleted it.
create function private.chat_is_deleted(p_user_id uuid, p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.deleted_chats where user_id = p_user_id and id = p_chat_id);
end $$;
revoke execute on function private.chat_is_deleted(uuid, uuid) from public, anon, authenticated;
