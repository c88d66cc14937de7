-- Inserts an answer or a comparison as the newest message of its chat, and returns it with its time. The caller holds
-- the chat's lock.
create function private.add_answer(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  select private.next_moment(last_message_at) into p_message.created_at
    from public.chats where user_id = p_message.user_id and id = p_message.chat_id;
  insert into public.messages select p_message.* returning * into p_message;
  update public.chats set last_message_at = p_message.created_at,
      last_answer_at = case when p_message.compares is null then p_message.created_at else last_answer_at end,
      seen_at = case when p_message.compares is null then coalesce(seen_at, last_answer_at, created_at) else seen_at end
    where user_id = p_message.user_id and id = p_message.chat_id;
  return p_message;
end $$;
revoke execute on function private.add_answer(public.messages) from public, anon, authenticated;
