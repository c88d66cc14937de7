-- Whether anybody has a chat of this id, or a deleted one that is not purged yet.
create function private.chat_id_is_taken(p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.chats where id = p_chat_id)
    or exists (select from private.deleted_chats where id = p_chat_id and chat is not null);
end $$;
revoke execute on function private.chat_id_is_taken(uuid) from public, anon, authenticated;
