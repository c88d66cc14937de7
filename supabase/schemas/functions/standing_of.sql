-- The state of a stored question, as begin_turn returns it: answered, running (counting one more that waits) or
-- crowded; null when its answer may be claimed, or its chat is gone. p_answer_id: one of its answers, or null for the
-- newest. p_compares: of a comparison, its answers.
create function private.standing_of(p_question public.messages, p_answer_id uuid, p_compares uuid[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  chat constant jsonb := (select to_jsonb(c) from public.chats c
    where c.user_id = p_question.user_id and c.id = p_question.chat_id);
  reply public.messages;
  attempt private.attempts;
begin
  if chat is null then
    return null;
  end if;
  select * into reply from public.messages
    where user_id = p_question.user_id and reply_to = p_question.id and id = coalesce(p_answer_id, id)
      and compares is not distinct from p_compares
    order by created_at desc limit 1;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered',
      'chat', chat, 'question', to_jsonb(p_question), 'reply', to_jsonb(reply));
  end if;

  select * into attempt from private.attempts
    where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
      and compares is not distinct from p_compares and claimed_until > clock_timestamp()
    order by started_at desc limit 1;
  if attempt.id is null then
    return null;
  end if;
  update private.attempts set waiting = waiting + 1
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp() and waiting < 3;
  if found then
    return jsonb_build_object('outcome', 'running', 'chat', chat, 'question', to_jsonb(p_question),
      'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model));
  elsif exists (
    select from private.attempts
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'crowded');
  end if;
  return null;
end $$;
revoke execute on function private.standing_of(public.messages, uuid, uuid[]) from public, anon, authenticated;
