-- The id of a message by its key and that of its chat. Where the chat's key is its id, so may be the message's: see
-- private.import_target.
create function private.import_message_id(p_user_id uuid, p_chat_id uuid, p_chat_key text, p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if p_chat_id::text = p_chat_key and private.is_id(p_key)
    and exists (select from public.messages where user_id = p_user_id and id = p_key::uuid and chat_id = p_chat_id) then
    return p_key;
  end if;
  return private.import_id(p_chat_id || ' message ' || p_key, p_chat_id);
end $$;
revoke execute on function private.import_message_id(uuid, uuid, text, text) from public, anon, authenticated;
