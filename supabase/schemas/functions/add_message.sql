-- Inserts a message as the newest of its chat and returns it with its time. The caller holds the chat's lock.
create function private.add_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  -- Strictly later than anything in the chat, even when the clock was set back.
  select greatest(clock_timestamp(), last_message_at + interval '1 microsecond')
    into p_message.created_at from public.chats where id = p_message.chat_id;
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, answering_until, stopped_at,
     claim_id)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.answering_until,
      p_message.stopped_at, p_message.claim_id)
    returning * into p_message;
  update public.chats set last_message_at = p_message.created_at where id = p_message.chat_id;
  return p_message;
end $$;
revoke execute on function private.add_message(public.messages) from public, anon, authenticated;
