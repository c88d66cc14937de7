-- Stores the answer to the member's question and gives up the claim. When there is an answer already, that one stays.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the question can be asked again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted).
create function public.finish_turn(
  p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_content text, p_model text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  perform from public.users where id = p_user_id for key share;
  perform from public.chats
    where id = (select chat_id from public.messages where id = p_question_id and user_id = p_user_id) for update;
  select * into question from public.messages
    where id = p_question_id and user_id = p_user_id and role = 'user' for no key update;
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;

  if question.claim_id is distinct from p_claim_id or p_claim_id is null then
    return jsonb_build_object('outcome', 'lost');
  end if;

  update public.messages set answering_until = null, claim_id = null where id = question.id;
  if btrim(p_content, E' \t\r\n') = '' then
    return jsonb_build_object('outcome', 'empty');
  end if;
  reply.id := gen_random_uuid();
  reply.chat_id := question.chat_id;
  reply.user_id := question.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_content;
  reply.model := p_model;
  reply.reply_to := question.id;
  reply := private.add_message(reply);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function public.finish_turn(uuid, uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, uuid, uuid, text, text) to service_role;
