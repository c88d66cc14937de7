-- Removes for good what was kept of one deleted chat, but for its id.
create function private.forget_chat(p_user_id uuid, p_chat_id uuid) returns void
language sql set search_path = '' as $$
  delete from private.restorable_attempts where user_id = p_user_id and chat_id = p_chat_id;
  delete from private.restorable_messages where user_id = p_user_id and chat_id = p_chat_id;
  delete from private.restorable_chats where user_id = p_user_id and id = p_chat_id;
$$;
revoke execute on function private.forget_chat(uuid, uuid) from public, anon, authenticated;
