-- Whether the member has a chat of this id. A deleted one does not count, though its messages may still be there.
create function private.has_chat(p_user_id uuid, p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.chats where user_id = p_user_id and id = p_chat_id);
end $$;
revoke execute on function private.has_chat(uuid, uuid) from public, anon, authenticated;
