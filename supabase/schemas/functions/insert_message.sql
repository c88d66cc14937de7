-- Inserts a message as it is, and returns it. The one place that names every column that a new message may have.
create function private.insert_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, follows, provider_model, asked_at,
     first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from, search_later,
     asked_together)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.stopped_at, p_message.follows,
      p_message.provider_model, p_message.asked_at, p_message.first_text_ms, p_message.took_ms,
      p_message.input_tokens, p_message.cached_tokens, p_message.output_tokens, p_message.context_from,
      p_message.search_later, p_message.asked_together)
    returning * into p_message;
  return p_message;
end $$;
revoke execute on function private.insert_message(public.messages) from public, anon, authenticated;
