-- How a recorded question stands, as begin_turn returns it: answered, running (counting one more that waits) or crowded;
-- null when it may be claimed, or its chat is gone.
create function private.standing_of(p_question public.messages) returns jsonb
language plpgsql set search_path = '' as $$
declare
  chat constant jsonb := (select to_jsonb(c) from public.chats c where c.id = p_question.chat_id);
  reply constant public.messages := private.reply_of(p_question.id);
begin
  if chat is null then
    return null;
  elsif reply.id is not null then
    return jsonb_build_object('outcome', 'answered',
      'chat', chat, 'question', to_jsonb(p_question), 'reply', to_jsonb(reply));
  elsif p_question.answering_until > clock_timestamp() then
    update public.messages set waiting = waiting + 1 where id = p_question.id and waiting < 3;
    if not found then
      return jsonb_build_object('outcome', 'crowded');
    end if;
    return jsonb_build_object('outcome', 'running', 'chat', chat, 'question', to_jsonb(p_question));
  end if;
  return null;
end $$;
revoke execute on function private.standing_of(public.messages) from public, anon, authenticated;
